import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { noPeers, peersFolder } from "../peers/folder.ts";
import { buildBundles } from "./build.ts";
import { ensureChromium } from "./chromium.ts";
import { keepFilesInMemory } from "./memory-folder.ts";
import { OUTCOME_FILE, type Outcome } from "./outcome-reporter.ts";
import { exitOf, ProcessError } from "./process.ts";

const checks = ["check:types", "check:style", "check:imports"];

/**
 * The tests of screens share their ports within a run, so their files run one after the other and mostly wait. So each
 * half of the files has a run of its own, beside all other tests.
 */
const runs = [
  ["--project=!screens"],
  ["--project=screens", "--shard=1/2"],
  ["--project=screens", "--shard=2/2"],
];

/** Runs every check and every test at once, and prints how many passed. @returns whether all did */
async function testEverything(): Promise<boolean> {
  mkdirSync(".cache", { recursive: true });
  // All runs need these, so they are made once, before any starts.
  ensureChromium();
  await buildBundles();
  const outcomes = await Promise.all([...runs.map(test), ...checks.map(check)]);
  for (const test of outcomes.flatMap(({ retried }) => retried)) console.log(`second try: ${test}`);
  for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
  const sum = (part: "passed" | "failed") =>
    outcomes.reduce((total, outcome) => total + outcome[part], 0);
  if (peersFolder === undefined) console.log(noPeers);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed") === 0;
}

const outcomeSchema = z.object({
  passed: z.number(),
  failed: z.number(),
  failures: z.array(z.string()),
  retried: z.array(z.string()),
});

const none: Outcome = { passed: 0, failed: 0, failures: [], retried: [] };

/** Runs Vitest once. Only the first run prints as it goes; another prints when it has ended. */
async function test(args: string[], index: number): Promise<Outcome> {
  const outcomeFile = `.cache/test-outcome-${index}.json`;
  const outputFile = `.cache/test-output-${index}.txt`;
  rmSync(outcomeFile, { force: true });
  const output = index === 0 ? "inherit" : openSync(outputFile, "w");
  const reporters = ["--reporter=default", "--reporter=./scripts/outcome-reporter.ts"];
  const child = spawn("vitest", ["run", ...reporters, ...args], {
    stdio: ["inherit", output, output],
    // Pictures take time and are for people who look at one screen.
    env: { COLONNADE_PICTURES: "0", ...process.env, [OUTCOME_FILE]: outcomeFile },
  });
  passSignals(child);
  const code = await exitOf(child);
  if (index > 0) process.stdout.write(readFileSync(outputFile));
  const outcome: Outcome = existsSync(outcomeFile)
    ? outcomeSchema.parse(JSON.parse(readFileSync(outcomeFile, "utf8")))
    : none;
  if (code !== 0 && outcome.failed === 0) {
    return { ...outcome, failed: 1, failures: [`Vitest ended with status ${code}`] };
  }
  return outcome;
}

async function check(name: string): Promise<Outcome> {
  const ok = await succeeds(spawn("npm", ["run", "--silent", name], { stdio: "inherit" }));
  console.log(`${ok ? "✓" : "✗"} ${name}`);
  return ok ? { ...none, passed: 1 } : { ...none, failed: 1, failures: [`npm run ${name}`] };
}

/** Passes the signals that end this process on to a child. */
function passSignals(child: ChildProcess): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
}

async function succeeds(child: ChildProcess): Promise<boolean> {
  passSignals(child);
  return (await exitOf(child)) === 0;
}

keepFilesInMemory();
const asked = process.argv.slice(2);
try {
  const ok =
    asked.length === 0
      ? await testEverything()
      : await succeeds(spawn("vitest", ["run", ...asked], { stdio: "inherit" }));
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  if (!(error instanceof ProcessError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
