import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
/** Bytes. The tests' files took 1.8 GB at most. */
const ROOM = 6e9;

/** Puts the tests' files into memory if there is room: the tests copy databases some thousand times. */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM) return;
  // Removes the files of killed runs, which would stay in memory.
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^colonnade-tests-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) remove(`${MEMORY}/${name}`);
  }
  const folder = mkdtempSync(`${MEMORY}/colonnade-tests-${process.pid}-`);
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.on("exit", () => remove(folder));
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });
