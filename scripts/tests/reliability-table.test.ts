import { expect, test } from "vitest";
import { putRows } from "../reliability-table.ts";

const head =
  "# Reliability\n\n| fault | tries | result | longest | command | date |\n|---|---|---|---|---|---|\n";
const row = (fault: string, tries: string, group: string, date: string) =>
  `| ${fault} | ${tries} | good | – | \`npm run torture -- ${group}\` | ${date} |\n`;
const old = "2026-01-01";
const told = { result: "good", longestMs: null };
const run = { command: "npm run torture -- b", date: "2026-02-02", isWhole: false };
const before = `${head}${row("one", "3", "a", old)}${row("one", "3", "b", old)}${row("two", "3", "b", old)}\nThe end.\n`;

test("replaces the rows of the faults that a run told, and adds new ones", () => {
  const rows = [
    { ...told, fault: "two", tries: 2_000 },
    { ...told, fault: "three", tries: 5, longestMs: 1_234 },
  ];
  expect(putRows(before, { ...run, rows })).toBe(
    `${head}${row("one", "3", "a", old)}${row("one", "3", "b", old)}${row("two", "2,000", "b", run.date)}` +
      `${row("three", "5", "b", run.date).replace("–", "1.23 s")}\nThe end.\n`,
  );
});

test("drops rows of faults that no longer exist once their group has passed as a whole", () => {
  const rows = [{ ...told, fault: "three", tries: 5 }];
  expect(putRows(before, { ...run, rows, isWhole: true })).toBe(
    `${head}${row("one", "3", "a", old)}${row("three", "5", "b", run.date)}\nThe end.\n`,
  );
});

test("keeps the rows of a group whose run failed and told nothing", () => {
  expect(putRows(before, { ...run, rows: [] })).toBe(before);
});

test("writes the first row into an empty table", () => {
  const rows = [{ ...told, fault: "one", tries: 1 }];
  expect(putRows(head, { ...run, rows })).toBe(`${head}${row("one", "1", "b", run.date)}`);
});
