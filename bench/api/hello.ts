import { createServer } from "node:http";
import { listen } from "@colonnade/service/server/listen.ts";

// The fastest server that `node:http` allows. The baseline for the service's cached answers.
const server = createServer((_, response) => response.end("hello"));
const port = await listen(server, 0, "");
process.send?.(port);
process.on("disconnect", () => process.exit());
