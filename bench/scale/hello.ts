import { createServer } from "node:http";
import { listen } from "@colonnade/service/http/listen.ts";

// The least that `node:http` can do: what the service's answers from memory are measured against.
const server = createServer((_, response) => response.end("hello"));
const port = await listen(server, 0, "");
process.send?.(port);
process.on("disconnect", () => process.exit());
