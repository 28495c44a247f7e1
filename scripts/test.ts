import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { buildBundles } from "./build.ts";
import { ensureChromium } from "./chromium.ts";

const reportFile = ".cache/test-report.json";

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});

const checks: [name: string, command: string, args: string[]][] = [
  ["types", "tsc", []],
  ["style", "biome", ["check", "."]],
  ["imports", "node", ["scripts/check-imports.ts"]],
];

function succeeds(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): boolean {
  return spawnSync(command, args, { stdio: "inherit", env }).status === 0;
}

/** Runs Vitest. A file that could not even be loaded counts as a failure too. */
function runTests(chromium: string): { passed: number; failed: number } {
  mkdirSync(".cache", { recursive: true });
  rmSync(reportFile, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const args = ["run", ...reporters, ...process.argv.slice(2)];
  const succeeded = succeeds("vitest", args, { ...process.env, COLONNADE_CHROMIUM: chromium });
  const report = reportSchema.parse(JSON.parse(readFileSync(reportFile, "utf8")));
  const failed = Math.max(report.numFailedTests, succeeded ? 0 : 1);
  return { passed: report.numPassedTests, failed };
}

const chromium = ensureChromium();
if (chromium === null) {
  process.exitCode = 1;
} else {
  const results = checks.map(([name, command, args]) => ({ name, ok: succeeds(command, args) }));
  await buildBundles();
  const tests = runTests(chromium);
  for (const { name, ok } of results) console.log(`${ok ? "✓" : "✗"} check: ${name}`);
  const failed = tests.failed + results.filter(({ ok }) => !ok).length;
  const passed = tests.passed + results.filter(({ ok }) => ok).length;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
