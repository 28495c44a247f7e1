import { ConfigError, readConfig } from "@colonnade/domain/config.ts";
import { FolderLockError } from "./db/folder-lock.ts";
import { PortError } from "./http/listen.ts";
import { startService } from "./service.ts";

try {
  const service = await startService({ config: readConfig(process.env) });
  let isClosing = false;
  // Ctrl-C reaches the whole process group, and whoever started this one asks again: closing is done once.
  const stop = () => {
    if (isClosing) return;
    isClosing = true;
    void service.close();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
} catch (error) {
  const isPlain =
    error instanceof ConfigError || error instanceof FolderLockError || error instanceof PortError;
  process.stderr.write(
    `${isPlain ? error.message : String((error instanceof Error && error.stack) || error)}\n`,
  );
  process.exitCode = 1;
}
