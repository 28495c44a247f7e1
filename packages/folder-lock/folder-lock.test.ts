import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { chmod, cp, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderLockError, lockFolder } from "./folder-lock.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "colonnade-lock-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const refusal = (holder: string) => `held by ${holder}`;

/** Locks the folder in a process of its own, which holds the lock until it is killed. */
async function lockElsewhere(): Promise<ChildProcess> {
  const url = new URL("folder-lock.ts", import.meta.url);
  const script = `
    const { lockFolder } = await import(${JSON.stringify(url)});
    lockFolder(${JSON.stringify(folder)}, String);
    console.log("locked");
    setInterval(() => {}, 60_000);
  `;
  const child = spawn("node", ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const refused = once(child, "exit").then(() => {
    throw new Error("The folder is locked");
  });
  await Promise.race([once(child.stdout, "data"), refused]);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("refuses a folder that another process has locked, and names the process", async () => {
  const child = await lockElsewhere();
  expect(() => lockFolder(folder, refusal)).toThrow(new FolderLockError(`held by ${child.pid}`));
  await kill(child);
});

test("locks the folder at once when its holder was killed", async () => {
  await kill(await lockElsewhere());
  using _lock = lockFolder(folder, refusal);
});

test("keeps other users out of a new folder, and of one that was open to them", async () => {
  const made = join(folder, "data", "service");
  for (const each of [made, folder]) {
    if (each === folder) await chmod(folder, 0o755);
    using _lock = lockFolder(each, refusal);
    expect((await stat(each)).mode & 0o777).toBe(0o700);
  }
});

// Only root can become another user.
test.skipIf(process.getuid?.() !== 0)("refuses a folder of another user in words", () => {
  chmodSync(folder, 0o777);
  const url = new URL("folder-lock.ts", import.meta.url);
  const script = `
    const { lockFolder } = await import(${JSON.stringify(url)});
    process.seteuid(65_534);
    try { lockFolder(${JSON.stringify(folder)}, String); } catch ({ name, message }) { console.log(name, message); }
  `;
  const { stdout } = spawnSync("node", ["--input-type=module", "--eval", script]);
  expect(String(stdout)).toContain(`FolderLockError ${folder} belongs to another user.`);
});

test("refuses a folder that this process has locked, until that lock is released", () => {
  const lock = lockFolder(folder, refusal);
  expect(() => lockFolder(folder, refusal)).toThrow(`held by ${process.pid}`);
  expect(() => lockFolder(folder, refusal)).toThrow(FolderLockError);
  lock[Symbol.dispose]();
  using _again = lockFolder(folder, refusal);
});

test("keeps its lock after a second lock in the same process was refused", async () => {
  using _lock = lockFolder(folder, refusal);
  expect(() => lockFolder(folder, refusal)).toThrow(FolderLockError);
  await expect(lockElsewhere()).rejects.toThrow();
});

test("locks a copy of a locked folder", async () => {
  const child = await lockElsewhere();
  const copy = join(folder, "copy");
  await cp(join(folder, "lock.sqlite"), join(copy, "lock.sqlite"));
  await cp(join(folder, "lock.pid"), join(copy, "lock.pid"));
  using _lock = lockFolder(copy, refusal);
  await kill(child);
});
