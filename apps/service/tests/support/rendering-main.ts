import { runService } from "../../run-service.ts";

/** The service as `main.ts` runs it, with the web app in the folder that the first argument names. */
const [, , webFolder = ""] = process.argv;
await runService({ webFolder });
