import { fileURLToPath } from "node:url";
import { readConfig } from "@colonnade/domain/config.ts";
import { startService } from "@colonnade/service/service.ts";

// The service with the empty page instead of the web app.
const service = await startService({
  config: readConfig(process.env),
  webFolder: fileURLToPath(new URL("../../.cache/bench/empty", import.meta.url)),
});
process.once("SIGTERM", () => void service.close());
