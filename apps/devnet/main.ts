import { readConfig } from "@colonnade/domain/config.ts";
import { pino } from "pino";
import { startDevnet } from "./devnet.ts";

try {
  const config = readConfig(process.env);
  const log = pino({ name: "devnet", level: config.logLevel });
  const devnet = await startDevnet({
    dataFolder: config.dataFolder,
    port: config.devnetPort,
    blockMs: config.devnetBlockMs,
    observers: [`http://127.0.0.1:${config.observerPort}`],
    metadataBase: `${config.origin}/api/token-metadata/`,
    log,
  });
  log.info({ url: devnet.url, height: devnet.tip.block_height }, "devnet is up");
  const stop = (): void => {
    devnet.close().catch((error: unknown) => {
      log.error({ err: error }, "devnet did not stop cleanly");
      process.exitCode = 1;
    });
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
