import { readdirSync, readFileSync } from "node:fs";
import { messages } from "@colonnade/domain/messages.ts";
import { expect, test } from "vitest";

const sourceOf = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

const files = readdirSync(new URL(".", import.meta.url)).filter(
  (name) => name.endsWith(".test.ts") && name !== "table.test.ts",
);
const sources = files.map((name) => sourceOf(name));
const titles = sources.flatMap((source) =>
  [...source.matchAll(/^test\(\s*"([^"]+)"/gm)].map(([, title = ""]) => title),
);

/** The table's rows: a state, what stands there, and the tests that show it. */
const rows = sourceOf("../../docs/screens.md")
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\|(-+\|)+$/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter(([first]) => first !== "state");

/** Words that no screen of today can bring about, and why. */
const unmet: Partial<Record<keyof typeof messages, string>> = {
  undecryptable: "Nothing is encrypted for the app: no wallet gives away an app key any more.",
  noSessionData: "Said by the API, to whom a session has ended; the app signs in again by itself.",
};

test("no cell of the screens' table is empty", () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((cells) => cells.length !== 3 || cells.includes(""))).toEqual([]);
});

test("every test that the screens' table names is there", () => {
  const named = rows.flatMap(([, , tests = ""]) => tests.split("<br>"));
  expect(named.filter((title) => !titles.includes(title))).toEqual([]);
});

test("every test of a screen is named in the screens' table", () => {
  const table = rows
    .map(([, , tests]) => tests)
    .join("<br>")
    .split("<br>");
  expect(titles.filter((title) => !table.includes(title))).toEqual([]);
});

test("every message is asserted where a person meets it", () => {
  const all = sources.join("\n");
  const isAsserted = (key: string) => new RegExp(`messages\\.${key}\\b`).test(all);
  expect(Object.keys(messages).filter((key) => !isAsserted(key) && !(key in unmet))).toEqual([]);
  expect(Object.keys(unmet).filter(isAsserted)).toEqual([]);
});
