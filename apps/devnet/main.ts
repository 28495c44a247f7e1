import { localUrl, readConfig } from "@colonnade/domain/config.ts";
import { pino } from "pino";
import { startDevnet } from "./devnet.ts";

try {
  const config = readConfig(process.env);
  const log = pino({ name: "devnet", level: config.logLevel });
  const devnet = await startDevnet({
    dataFolder: config.dataFolder,
    port: config.devnetPort,
    blockMs: config.devnetBlockMs,
    observers: [localUrl(config.observerHost, config.observerPort)],
    metadataBase: `${config.origin}/api/token-metadata/`,
    log,
  });
  log.info({ url: devnet.url, height: devnet.tip.block_height }, "devnet is up");
  const stop = (): void => {
    devnet.close().then(
      () => log.info("devnet is down"),
      (error: unknown) => {
        log.error({ err: error }, "devnet did not stop cleanly");
        process.exitCode = 1;
      },
    );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  // Stops when the process that started this one is killed, which may have happened before this line.
  process.once("disconnect", stop);
  process.channel?.unref();
  if (process.connected === false) stop();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
