import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { alice, erin } from "../../apps/devnet/accounts.ts";
import { checkResponsesOf } from "../../apps/service/tests/support/response-check.ts";
import { registerProfile } from "../actions/profile.ts";
import { connect } from "../actions/wallet.ts";
import { setUpBrowser } from "../stack/browser.ts";
import { mine } from "../stack/chain.ts";
import { expectFocus } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";
import { A_DAY, environmentOf, newSettings, root, startRefused } from "../stack/product.ts";

const browser = setUpBrowser();
const settings = await newSettings();
const started: ChildProcess[] = [];

/** Kills all that was started, also what never printed its address. */
function killStarted(): void {
  for (const { pid } of started) if (pid !== undefined) kill(-pid, "SIGKILL");
}

afterAll(async () => {
  killStarted();
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

type Running = Awaited<ReturnType<typeof npmStart>>;

/** Runs `npm start` in a process group of its own, until it prints its address. */
async function npmStart() {
  // The first start needs blocks for its seed. Later a pending transaction stays pending.
  const blockMs = isSeeded ? A_DAY : 250;
  const child = spawn("npm", ["start"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: environmentOf({ ...settings, blockMs }),
    detached: true,
  });
  started.push(child);
  const closed = once(child, "close");
  let output = "";
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const opened = /Colonnade is open at (\S+)/.exec(output)?.[1];
        if (opened !== undefined) resolve(opened);
      });
    }
    child.once("exit", (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
  isSeeded = true;
  const processes = listBelow(child.pid ?? 0);
  const pidOf = (part: Part): number => {
    if (part === "its group") return -(child.pid ?? 0);
    const found = processes.find(({ command }) => parts[part].test(command));
    if (found === undefined) throw new Error(`${part} is none of ${JSON.stringify(processes)}`);
    return found.pid;
  };
  return {
    api: createClient({ origin }),
    origin,
    /** Sends a signal, and waits until none of its processes runs. */
    end: async (part: Part, signal: NodeJS.Signals) => {
      running = undefined;
      kill(pidOf(part), signal);
      const pids = new Set(processes.map(({ pid }) => pid));
      await expect.poll(() => listProcesses().filter(({ pid }) => pids.has(pid))).toEqual([]);
      // What they printed last may come after their end.
      await closed;
      return { code: child.exitCode, output: output.slice(output.indexOf("Colonnade is open")) };
    },
  };
}

/** What runs. A test leaves it to the next one, unless it ends it. */
let running: Running | undefined;
/** Whether the data folder has a whole seed. */
let isSeeded = false;

async function run(): Promise<Running> {
  running ??= await npmStart();
  return running;
}

/** Ends what runs by a signal that asks it to. */
async function endInOrder(part: Part, signal: NodeJS.Signals): Promise<void> {
  const { code, output } = await (await run()).end(part, signal);
  const ends = [...output.matchAll(/service stopped|devnet is down/g)];
  expect(ends.map(([end]) => end)).toEqual(["service stopped", "devnet is down"]);
  expect(output).not.toMatch(/"level":[456]0/);
  expect(code).toBe(0);
}

// Without this file `npm start` would install the packages that these tests run from.
const isInstalled = existsSync(join(root, "node_modules/.colonnade-installed"));

// Each start uses the ports and the data folder of the one before, so nothing is left that holds them.
describe.skipIf(!isInstalled)("npm start", () => {
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    await running?.end("its group", "SIGKILL");
    killStarted();
  });

  test("ends its parts in order on Ctrl-C, and the next start continues", async () => {
    const { api, origin } = await run();
    await checkResponsesOf(origin);
    const query = { principal: alice.address };
    const before = await api("getProfile", { query });
    expect(before.columnMilestones.length).toBeGreaterThan(0);
    await endInOrder("its group", "SIGINT");
    expect(await (await run()).api("getProfile", { query })).toEqual(before);
  });

  test("refuses a second copy on the same data or a busy port in one sentence", async () => {
    await run();
    const samePorts = await startRefused(settings);
    expect(samePorts.code).not.toBe(0);
    expect(samePorts.output).toMatch(/^Port \d+ is taken by another program; .+$/m);
    expect(samePorts.output).not.toContain("seed");
    const { ports } = await newSettings();
    const sameFolder = await startRefused({ ...settings, ports });
    expect(sameFolder.code).not.toBe(0);
    expect(sameFolder.output).toMatch(/in use|taken|another/i);
  });

  test("keeps a registration pending over a reload and a killed service until its block", async () => {
    const first = await run();
    const { page } = await browser.newPerson({}, first.origin);
    await page.goto("/create-profile");
    await connect(page, "erin");
    await registerProfile(page, "Registered across a reload.");
    await expectFocus(page.getByRole("heading", { name: "Profile creation in progress" }));
    await page.getByText("Account Creation Pending Chain Confimration").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Profile creation in progress" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto("/profile");
    await page.getByText("Sit tight while your account confirm on chain").waitFor();
    await page.getByText("PROFILE PENDING CONFIRMATION").first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const query = { principal: erin.address };
    expect(await first.api("getProfile", { query })).toMatchObject({ status: "PENDING" });

    await page.goto("about:blank");
    expect(await first.end("the service", "SIGKILL")).not.toMatchObject({ code: 0 });
    const again = await run();
    expect(await again.api("getProfile", { query })).toMatchObject({ status: "PENDING" });
    await page.goto("/profile");
    await page.getByText("Sit tight while your account confirm on chain").waitFor();
    await mine(`http://127.0.0.1:${settings.ports.COLONNADE_DEVNET_PORT}`);
    await page.getByRole("heading", { name: "erin.btc" }).waitFor();
    await page.getByText("Registered across a reload.").waitFor();
  });

  // What npm gets, its child gets from it.
  test.each<[NodeJS.Signals, Part]>([
    ["SIGTERM", "npm"],
    ["SIGINT", "npm"],
    ["SIGTERM", "its group"],
  ])("ends its parts in order on %s to %s", async (signal, part) => {
    await endInOrder(part, signal);
  });

  // Another test kills the service.
  test.each<[Part]>([["npm"], ["its child"], ["the script"], ["the devnet"], ["its group"]])(
    "leaves no process behind when %s is killed",
    async (part) => {
      await (await run()).end(part, "SIGKILL");
    },
  );
});
