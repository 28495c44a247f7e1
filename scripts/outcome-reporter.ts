import { writeFileSync } from "node:fs";
import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

/** The outcome of a run of Vitest. */
export interface Outcome {
  passed: number;
  failed: number;
  /** What failed, and why. */
  failures: string[];
  /** Tests that passed at their second try, and why the first one failed. */
  retried: string[];
}

/** The environment variable that names the file for the outcome, which is JSON. */
export const OUTCOME_FILE = "COLONNADE_TEST_OUTCOME";

/**
 * Writes a run's outcome. Vitest's own JSON reporter leaves out why a hook of a suite failed, and does not count the
 * tests of that suite as failed.
 */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandledErrors.map((error) => describe("Outside any test", [error])),
    ];
    const retried = tests
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) =>
        describe(`${test.module.relativeModuleId} > ${test.fullName}`, test.result().errors ?? []),
      );
    const outcome: Outcome = { passed, failed: failures.length, failures, retried };
    writeFileSync(process.env[OUTCOME_FILE] ?? "", JSON.stringify(outcome));
  }
}

/** What failed in a file: the file itself, hooks of its suites, tests. */
function failuresOf(module: TestModule): string[] {
  const name = module.relativeModuleId;
  const suites = [...module.children.allSuites()].map((suite) => ({
    title: `${name} > ${suite.fullName}`,
    errors: suite.errors(),
  }));
  const tests = [...module.children.allTests("failed")].map((test) => ({
    title: `${name} > ${test.fullName}`,
    errors: test.result().errors ?? [],
    failed: true,
  }));
  return [{ title: name, errors: module.errors() }, ...suites, ...tests]
    .filter((part) => part.errors.length > 0 || "failed" in part)
    .map(({ title, errors }) => describe(title, errors));
}

function describe(title: string, errors: readonly SerializedError[]): string {
  return [title, ...errors.map(({ stack, message }) => stack ?? message)].join("\n");
}
