import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { link, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { pipeline as finishing } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { linesOf } from "@colonnade/domain/lines.ts";
import { OperatorError, type Output, type OutputFile } from "./command.ts";

/**
 * Opens a compressed file of lines that only this user can read. The file has another name until it is whole.
 * @throws OperatorError where there is a file already
 */
export async function createBackupFile(path: string): Promise<OutputFile> {
  const unfinished = `${path}.unfinished`;
  if (existsSync(path)) throw new OperatorError(`${path} is there already. Give another name.`);
  const file = createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true });
  try {
    await once(file, "open");
  } catch (error) {
    throw new OperatorError(`${unfinished} cannot be made: ${sayError(error)}`);
  }
  const gzip = createGzip();
  const written = finishing(gzip, file);
  // The next `record` or `close` throws the error, such as one for a full disk.
  written.catch(() => {});
  return {
    async record(line) {
      if (gzip.write(`${line}\n`)) return;
      await Promise.race([once(gzip, "drain"), written]);
    },
    async close(hasSucceeded) {
      try {
        if (hasSucceeded) gzip.end();
        else gzip.destroy();
        await (hasSucceeded ? written : written.catch(() => {}));
        if (hasSucceeded) await linkNew(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
  };
}

/** Gives a file its name, unless another has it by now. */
async function linkNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    throw new OperatorError(`${to} cannot be made: ${sayError(error)}`);
  }
}

/**
 * Reads the lines of a backup file, and tells how much of it has been read.
 * @throws OperatorError when it cannot be read or is cut off
 */
export async function* readBackupFile(
  path: string,
  output: Pick<Output, "progress">,
): AsyncGenerator<string> {
  try {
    const { size } = await stat(path);
    const file = createReadStream(path);
    // The callback gets the error that the lines throw.
    const source = pipeline(file, createGunzip(), () => {});
    let told = 0;
    for await (const line of linesOf(source.setEncoding("utf8"))) {
      if (file.bytesRead > told) {
        told = file.bytesRead;
        output.progress({ what: "bytes", done: told, total: size });
      }
      yield line;
    }
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${sayError(error)}`);
  }
}

function sayError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
