import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The rows of a document's tables, without their heads, cell by cell. */
function rowsOf(path: string): string[][] {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  return lines
    .filter((line, place) => line.startsWith("|") && !/^\|-/.test(lines[place + 1] ?? ""))
    .filter((line) => !line.startsWith("|-"))
    .map((line) => line.split("|").slice(1, -1));
}

describe.each(["SECURITY.md", "docs/contract-review.md"])("%s", (path) => {
  const rows = rowsOf(path);

  test("has rows, each with all cells", () => {
    expect(rows.length).toBeGreaterThan(30);
    const cells = new Set(rows.map((row) => row.length));
    expect([...cells]).toEqual([path === "SECURITY.md" ? 4 : 3]);
  });

  test("names a test in each row, and only tests that exist", () => {
    const named = rows.map((row) => [...(row.at(-1) ?? "").matchAll(/`([^`]+\.test\.tsx?)`/g)]);
    const without = rows.filter((_, place) => named[place]?.length === 0);
    expect(without).toEqual([]);
    const files = named.flat().map(([, file = ""]) => file);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
