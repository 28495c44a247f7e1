import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { environmentOf, newSettings, root } from "../stack/product.ts";

const settings = await newSettings();
const started: ChildProcess[] = [];

afterAll(async () => {
  for (const { pid } of started) if (pid !== undefined) kill(-pid, "SIGKILL");
  await rm(settings.dataFolder, { recursive: true, force: true });
});

/** The processes of `npm start`, each named by the end of its command. */
const parts = {
  npm: /npm start/,
  "its child": /bootstrap\.mjs/,
  "the script": /node \S*scripts\/start\.ts/,
  "the devnet": /devnet\/main\.ts/,
  "the service": /service\/main\.ts/,
};
type Part = keyof typeof parts | "its group";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** All running processes. One that has ended and waits for its parent does not run. */
function listProcesses(): Process[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return lines.split("\n").flatMap((line) => {
    const [, pid, parent, state = "Z", command = ""] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return state.startsWith("Z") ? [] : { pid: Number(pid), parent: Number(parent), command };
  });
}

function listBelow(pid: number, all = listProcesses()): Process[] {
  const own = all.filter((process) => process.pid === pid);
  const children = all.filter(({ parent }) => parent === pid);
  return [...own, ...children.flatMap((child) => listBelow(child.pid, all))];
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Runs `npm start` in a process group of its own, until it prints its address. */
async function npmStart() {
  const child = spawn("npm", ["start"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: environmentOf(settings),
    detached: true,
  });
  started.push(child);
  const closed = once(child, "close");
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes("Colonnade is open")) resolve();
      });
    }
    child.once("exit", (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
  const processes = listBelow(child.pid ?? 0);
  const pidOf = (part: Part): number => {
    if (part === "its group") return -(child.pid ?? 0);
    const found = processes.find(({ command }) => parts[part].test(command));
    if (found === undefined) throw new Error(`${part} is none of ${JSON.stringify(processes)}`);
    return found.pid;
  };
  return {
    signal: (part: Part, signal: NodeJS.Signals) => kill(pidOf(part), signal),
    /** Waits until none of its processes runs. Resolves with what they printed since they started. */
    hasEnded: async () => {
      const pids = new Set(processes.map(({ pid }) => pid));
      await expect.poll(() => listProcesses().filter(({ pid }) => pids.has(pid))).toEqual([]);
      // What they printed last may come after their end.
      await closed;
      return output.slice(output.indexOf("Colonnade is open"));
    },
  };
}

// Without this file `npm start` would install the packages that these tests run from.
const isInstalled = existsSync(join(root, "node_modules/.colonnade-installed"));

// Each start uses the ports and the data folder of the one before, so nothing is left that holds them.
describe.skipIf(!isInstalled)("npm start", () => {
  test.each<[NodeJS.Signals, Part]>([
    ["SIGTERM", "npm"],
    ["SIGTERM", "its child"],
    ["SIGTERM", "its group"],
    ["SIGINT", "npm"],
    ["SIGINT", "its child"],
    ["SIGINT", "its group"],
  ])("ends its parts in order on %s to %s", async (signal, part) => {
    const running = await npmStart();
    running.signal(part, signal);
    const output = await running.hasEnded();
    const ends = [...output.matchAll(/service stopped|devnet is down/g)];
    expect(ends.map(([end]) => end)).toEqual(["service stopped", "devnet is down"]);
    expect(output).not.toMatch(/"level":[456]0/);
  });

  test.each<[Part]>([
    ["npm"],
    ["its child"],
    ["the script"],
    ["the devnet"],
    ["the service"],
    ["its group"],
  ])("leaves no process behind when %s is killed", async (part) => {
    const running = await npmStart();
    running.signal(part, "SIGKILL");
    await running.hasEnded();
  });
});
