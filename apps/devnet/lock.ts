import { createHash } from "node:crypto";
import { mkdirSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Another devnet has the folder. The message is for people. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
}

/**
 * Keeps a second devnet off the folder for as long as this process lives. The lock is a local
 * socket, which the operating system takes away with the process however it ends.
 * @throws FolderInUseError
 */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  mkdirSync(folder, { recursive: true });
  const address = socketAddress(realpathSync(folder));
  const server = createServer((socket) => socket.end());
  try {
    await listen(server, address);
  } catch (error) {
    if (!isInUse(error)) throw error;
    if (address.startsWith("\0") || (await answers(address))) {
      throw new FolderInUseError(`Another devnet is running on the folder ${folder}.`);
    }
    await rm(address, { force: true });
    await listen(server, address);
  }
  server.unref();
  return {
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Linux's abstract sockets and Windows' pipes leave nothing behind; elsewhere it is a file. */
function socketAddress(folder: string): string {
  const name = `colonnade-devnet-${createHash("sha256").update(folder).digest("hex").slice(0, 32)}`;
  switch (process.platform) {
    case "linux":
      return `\0${name}`;
    case "win32":
      return `\\\\.\\pipe\\${name}`;
    default:
      return join(tmpdir(), `${name}.sock`);
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path, exclusive: true }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
