import { ConfigError, readConfig } from "@colonnade/domain/config.ts";
import { FolderLockError } from "@colonnade/folder-lock/folder-lock.ts";
import { NodeVersionError } from "./chain/node.ts";
import { DatabaseVersionError } from "./db/migrate.ts";
import { PortError } from "./server/listen.ts";
import { type ServiceOptions, startService } from "./service.ts";

/** Milliseconds for the process to end by itself after the stop. */
const LAST_WORDS = 100;

/**
 * Runs the service as this process, configured by the environment, until a signal or the end of the process that
 * started it. If it cannot start, it says why and sets the exit code. If the embedded database ends by itself, so does
 * the process, with exit code 1: a supervisor starts it again.
 */
export async function runService(
  options: Omit<ServiceOptions, "config" | "onLost"> = {},
): Promise<void> {
  // Nobody is served while it starts. As process 1 of a container, it would not get a signal that it does not handle.
  let stop = (): void => process.exit();
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) {
    process.on(signal, () => stop());
  }
  process.channel?.unref();
  try {
    const lost = Promise.withResolvers<void>();
    const config = readConfig(process.env);
    const service = await startService({ ...options, config, onLost: lost.resolve });
    let isClosing = false;
    // A signal may come twice: from the terminal and from the process that started this one.
    stop = () => {
      if (isClosing) return;
      isClosing = true;
      // A connection to a database that is silent would keep the process.
      void service.close().finally(() => setTimeout(() => process.exit(), LAST_WORDS).unref());
    };
    // The process that started this one was killed before this one could notice.
    if (process.connected === false) stop();
    void lost.promise.then(() => {
      process.exitCode = 1;
      stop();
    });
  } catch (error) {
    const isPlain =
      error instanceof ConfigError ||
      error instanceof DatabaseVersionError ||
      error instanceof FolderLockError ||
      error instanceof NodeVersionError ||
      error instanceof PortError;
    process.stderr.write(
      `${isPlain ? error.message : String((error instanceof Error && error.stack) || error)}\n`,
    );
    process.exitCode = 1;
  }
}
