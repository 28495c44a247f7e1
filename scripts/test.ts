import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { buildBundles } from "./build.ts";
import { ensureChromium } from "./chromium.ts";
import { exitOf } from "./process.ts";

interface Outcome {
  passed: number;
  failed: number;
}

const checks: [name: string, command: string, args: string[]][] = [
  ["types", "tsc", []],
  ["style", "biome", ["check", "."]],
  ["imports", "node", ["scripts/check-imports.ts"]],
];

/**
 * What Vitest is run for. The screens' tests share one product and go one after the other, so they have a run
 * beside everything else; a third run at once would only take its time from these. Whoever asks for some of the
 * tests gets one run.
 */
function runsFor(asked: string[]): string[][] {
  return asked.length > 0 ? [asked] : [["--project=!screens"], ["--project=screens"]];
}

const reportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

async function check([name, command, args]: (typeof checks)[number]): Promise<Outcome> {
  const ok = (await exitOf(spawn(command, args, { stdio: "inherit" }))) === 0;
  console.log(`${ok ? "✓" : "✗"} check: ${name}`);
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs Vitest once. The first run speaks at once, another one when it has ended. */
async function test(args: string[], index: number, chromium: string): Promise<Outcome> {
  const reportFile = `.cache/test-report-${index}.json`;
  const outputFile = `.cache/test-output-${index}.txt`;
  rmSync(reportFile, { force: true });
  const output = index === 0 ? "inherit" : openSync(outputFile, "w");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const child = spawn("vitest", ["run", ...reporters, ...args], {
    stdio: ["inherit", output, output],
    env: { ...process.env, COLONNADE_CHROMIUM: chromium },
  });
  const code = await exitOf(child);
  if (index > 0) process.stdout.write(readFileSync(outputFile));
  const { numPassedTests, numFailedTests } = existsSync(reportFile)
    ? reportSchema.parse(JSON.parse(readFileSync(reportFile, "utf8")))
    : { numPassedTests: 0, numFailedTests: 0 };
  // A file that could not even be loaded counts as a failure, too.
  return { passed: numPassedTests, failed: Math.max(numFailedTests, code === 0 ? 0 : 1) };
}

const chromium = ensureChromium();
if (chromium === null) {
  process.exitCode = 1;
} else {
  mkdirSync(".cache", { recursive: true });
  await buildBundles();
  const outcomes = await Promise.all([
    ...runsFor(process.argv.slice(2)).map((args, index) => test(args, index, chromium)),
    ...checks.map(check),
  ]);
  const sum = (part: keyof Outcome) =>
    outcomes.reduce((total, outcome) => total + outcome[part], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}
