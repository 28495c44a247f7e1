import { readConfig } from "@colonnade/domain/config.ts";
import { pino } from "pino";
import { seedDevnet } from "./seed.ts";

const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
process.once("SIGINT", () => stop.abort());

try {
  const config = readConfig(process.env);
  const log = pino({ name: "seed", level: config.logLevel });
  const seeded = await seedDevnet({
    nodeUrl: config.nodeUrl,
    protocolContract: config.protocolContract,
    origin: config.origin,
    signal: stop.signal,
    log,
  });
  log.info({}, seeded ? "the cast is seeded" : "the cast is here already");
} catch (error) {
  if (!stop.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
