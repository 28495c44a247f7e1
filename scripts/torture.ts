import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  TORTURE_ROWS,
  TORTURE_SHARE,
  type TortureRow,
  tortureRowSchema,
} from "../packages/torture/torture.ts";
import { buildBundles } from "./build.ts";
import { exitOf } from "./process.ts";
import { putRows } from "./reliability-table.ts";

/** The test files of each group of faults or attacks. Their tests report the rows of the table. */
const groups = {
  blocks: ["apps/service/tests/hostile-blocks.test.ts", "peers/recorded-blocks.test.ts"],
  forks: ["apps/service/tests/reorg.test.ts"],
  api: ["apps/service/tests/nonsense.test.ts", "apps/service/tests/paths.test.ts"],
  bodies: ["apps/service/tests/worst-requests.test.ts"],
  slow: [
    "apps/service/tests/flood.test.ts",
    "apps/service/tests/slow-bodies.test.ts",
    "apps/service/tests/bursts.test.ts",
  ],
  limits: ["apps/service/tests/rate-limits.test.ts"],
  authority: [
    "apps/service/tests/authority.test.ts",
    "apps/service/tests/forgeries.test.ts",
    "contracts/tests/authority.test.ts",
  ],
  uploads: ["apps/service/tests/uploads.test.ts", "apps/service/tests/hostile-files.test.ts"],
  images: [
    "apps/service/tests/unused-images.test.ts",
    "apps/service/tests/image-room.test.ts",
    "apps/service/tests/linked-images.test.ts",
  ],
  xss: ["e2e/journeys/xss.test.ts"],
  reindex: ["apps/service/tests/reindex.test.ts", "apps/service/tests/reindex-command.test.ts"],
  restore: [
    "apps/service/tests/restored.test.ts",
    "apps/service/tests/backup-while-running.test.ts",
  ],
  faults: [
    "apps/service/tests/faults/catching-up.test.ts",
    "apps/service/tests/faults/embedded.test.ts",
    "apps/service/tests/faults/killed.test.ts",
    "apps/service/tests/faults/node.test.ts",
    "apps/service/tests/faults/parent-killed.test.ts",
    "apps/service/tests/faults/postgres.test.ts",
    "apps/service/tests/faults/stopped.test.ts",
    "apps/service/tests/faults/full-disk.test.ts",
    "apps/service/tests/lost-database.test.ts",
    "apps/devnet/tests/full-disk.test.ts",
  ],
} satisfies Record<string, string[]>;
type Group = keyof typeof groups;

const table = "docs/reliability.md";
const usage = `npm run torture [-- GROUP… [--share 0.1] [--only PATTERN]]

Runs the tests of faults and attacks with many tries, and writes their rows into ${table}.
Groups: ${Object.keys(groups).join(", ")}. Without a name, all of them run.
--share makes that part of the tries, above 0 and up to 1.
--only runs the tests whose names match this regular expression.`;

interface Extent {
  /** The part of the tries. */
  share: number;
  /** A regular expression that the names of the tests to run match; all run if absent. */
  only?: string | undefined;
}

/** Aborted by a signal that ends this process. Its children end first. */
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());

/**
 * Runs a group's tests.
 * @returns the rows that they reported, whether all that ran passed, and whether those were all of the group
 */
async function torture(group: Group, { share, only }: Extent) {
  const file = resolve(`.cache/torture-${process.pid}.ndjson`);
  const chosen = only === undefined ? [] : ["-t", only];
  const child = spawn("vitest", ["run", "--testTimeout=0", ...groups[group], ...chosen], {
    stdio: "inherit",
    env: {
      COLONNADE_PICTURES: "0",
      ...process.env,
      [TORTURE_ROWS]: file,
      [TORTURE_SHARE]: String(share),
    },
  });
  stopping.signal.addEventListener("abort", () => child.kill());
  const ok = (await exitOf(child)) === 0;
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  rmSync(file, { force: true });
  return {
    passed: ok,
    // Tests that did not run keep their rows.
    isWhole: ok && only === undefined,
    rows: lines.map((line) => tortureRowSchema.parse(JSON.parse(line))),
  };
}

/** Puts the rows that a group's tests reported into the table. */
function writeRows(group: Group, rows: TortureRow[], isWhole: boolean): void {
  const command = `npm run torture -- ${group}`;
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(table, putRows(readFileSync(table, "utf8"), { rows, command, date, isWhole }));
}

/** The groups and their extent from the command line; null if they are not valid. */
function readArguments(): ({ asked: Group[] } & Extent) | null {
  const options = { share: { type: "string", default: "1" }, only: { type: "string" } } as const;
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const share = Number(values.share);
    const names = positionals.length === 0 ? Object.keys(groups) : positionals;
    const isGroup = (name: string): name is Group => Object.hasOwn(groups, name);
    const asked = names.filter(isGroup);
    const isValid = asked.length === names.length && share > 0 && share <= 1;
    return isValid ? { asked, share, only: values.only } : null;
  } catch {
    return null;
  }
}

const given = readArguments();
if (given === null) {
  console.error(usage);
  process.exitCode = 2;
} else {
  mkdirSync(".cache", { recursive: true });
  await buildBundles(stopping.signal);
  for (const group of given.asked) {
    if (stopping.signal.aborted) break;
    const { passed, isWhole, rows } = await torture(group, given);
    writeRows(group, rows, isWhole);
    for (const { fault, tries, result } of rows) console.log(`${fault}, ${tries} tries: ${result}`);
    if (!passed) process.exitCode = 1;
  }
}
