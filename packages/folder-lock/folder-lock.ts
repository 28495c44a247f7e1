import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The folder is locked by another process or by this one, or belongs to another user. The message is for the user. */
export class FolderLockError extends Error {
  override readonly name = "FolderLockError";
}

const SQLITE_BUSY = 5;

/** Keeps the connections from the garbage collector, which would close them and free their locks. */
const held = new Set<DatabaseSync>();

/**
 * Locks a folder until the lock is disposed of or this process ends in any way. Makes the folder if
 * needed, and keeps other users out of it. The lock is SQLite's on an empty database file, so the
 * operating system holds it. It also works between containers, and a copied folder is not locked. The
 * holder must not open that file by other means: closing it would free the lock.
 * @param refusal says who holds the lock, from the holder's process id
 * @throws FolderLockError
 */
export function lockFolder(folder: string, refusal: (holder: string) => string): Disposable {
  mkdirSync(folder, { recursive: true });
  keepOthersOut(folder);
  const database = new DatabaseSync(join(folder, "lock.sqlite"));
  const holder = join(folder, "lock.pid");
  try {
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new FolderLockError(refusal(readFileSync(holder, { encoding: "utf8", flag: "a+" })));
  }
  writeFileSync(holder, String(process.pid));
  held.add(database);
  return {
    [Symbol.dispose]() {
      held.delete(database);
      database.close();
    },
  };
}

/** PGlite lets everybody write to most of its files, whatever the umask. */
function keepOthersOut(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    if (!isNotPermitted(error)) throw error;
    throw new FolderLockError(
      `${folder} belongs to another user. Run this as its owner, or change the owner.`,
    );
  }
}

function isNotPermitted(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPERM";
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
