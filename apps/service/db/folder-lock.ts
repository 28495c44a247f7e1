import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Another process has the folder. */
export class FolderLockError extends Error {
  override readonly name = "FolderLockError";
}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process, with a file that names it. The file of a process that is no longer alive
 * counts for nothing, so a killed process leaves no folder locked.
 * @throws FolderLockError when a living process has it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, "lock");
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, JSON.stringify({ pid: process.pid, started: await startOf(process.pid) }));
  try {
    // A link appears whole or not at all, so nobody ever reads a lock that is half written.
    while (!(await linkIfFree(own, path))) {
      const text = await readFile(path, "utf8").catch(() => null);
      if (text === null) continue;
      const holder = parseHolder(text);
      if (holder !== undefined && (await isAlive(holder))) {
        throw new FolderLockError(
          `Another Colonnade service (process ${holder.pid}) is already using ${folder}; stop it first.`,
        );
      }
      await clearStale(path, text);
    }
  } finally {
    await rm(own, { force: true });
  }
  return { release: () => rm(path, { force: true }) };
}

async function linkIfFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes a dead process's lock, and puts back what is not that lock: somebody else was faster. */
async function clearStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== stale) await linkIfFree(aside, path);
  await rm(aside, { force: true });
}

interface Holder {
  pid: number;
  /** When the process started, so that another with the same number is not taken for it. */
  started: string | null;
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(text);
    if (typeof holder !== "object" || holder === null || !("pid" in holder)) return undefined;
    if (typeof holder.pid !== "number") return undefined;
    const started = "started" in holder && typeof holder.started === "string" && holder.started;
    return { pid: holder.pid, started: started || null };
  } catch {
    return undefined;
  }
}

async function isAlive({ pid, started }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: there is such a process, of somebody else.
    return codeOf(error) === "EPERM";
  }
  return started === null || started === (await startOf(pid));
}

/** When a process started, by /proc where there is one. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is the command in parentheses and may hold spaces; the start is the twentieth after it.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
