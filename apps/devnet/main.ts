import { localUrl, readConfig } from "@colonnade/domain/config.ts";
import { pino } from "pino";
import { startDevnet } from "./devnet.ts";

// Nothing is under way while it starts. As process 1 of a container, it would not get a signal that it does not handle.
let stop = (): void => process.exit();
for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) {
  process.once(signal, () => stop());
}
process.channel?.unref();
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
  stop = () => {
    devnet.close().then(
      () => log.info("devnet is down"),
      (error: unknown) => {
        log.error({ err: error }, "devnet did not stop cleanly");
        process.exitCode = 1;
      },
    );
  };
  // The process that started this one was killed before this one could notice.
  if (process.connected === false) stop();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
