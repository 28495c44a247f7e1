import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const contracts = [
  { file: "protocol.clar", from: 1000, to: 1499 },
  { file: "endorsement.clar", from: 2000, to: 2099 },
];

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const readme = read("../README.md");
const tests = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => read(file))
  .join("\n");

const declaration =
  /(?:^;; (?<reason>.+)\n)?^\(define-constant (?<name>ERR-[A-Z-]+) \(err u(?<code>\d+)\)\)/gm;

describe.each(contracts)("the error codes of $file", ({ file, from, to }) => {
  const errors = Array.from(read(`../${file}`).matchAll(declaration), ({ groups }) => ({
    name: groups?.name ?? "",
    reason: groups?.reason ?? "",
    code: Number(groups?.code),
  }));

  test("are unique and within the contract's range", () => {
    const codes = errors.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.every((code) => code >= from && code <= to)).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test.each(errors)("u$code, $name: has a comment, a row in the README and a test", (error) => {
    expect(error.reason).toMatch(/^[A-Z].*\.$/);
    expect(readme).toContain(`| u${error.code} | \`${error.name}\` | ${error.reason} |`);
    expect(tests).toContain(`err(${error.code})`);
  });
});
