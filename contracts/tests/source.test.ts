import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const sources = ["protocol.clar", "endorsement.clar"].map(
  (file) => [file, readFileSync(new URL(`../${file}`, import.meta.url), "utf8")] as const,
);

/** Every match of a pattern in the code, comments left out. */
const find = (source: string, pattern: RegExp) =>
  Array.from(source.replaceAll(/;;.*/g, "").matchAll(pattern), ([text]) => text);

describe.each(sources)("the source of %s", (file, source) => {
  test("reads tx-sender at its deployment only", () => {
    expect(find(source, /.*\btx-sender\b.*/g)).toEqual([
      "(define-data-var owner principal tx-sender)",
    ]);
  });

  test("never acts as itself, takes no contract from a caller and moves no money", () => {
    expect(find(source, /as-contract|<[a-z-]+>|use-trait|\bstx-|\bft-|principal-\w+\?/g)).toEqual(
      [],
    );
  });

  test("calls the token and BNS alone, by their names", () => {
    const called = find(source, /\(contract-call\? \S+ \S+/g).map((call) =>
      call.split(" ").slice(1),
    );
    const bns = "'SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2";
    const token = ".colonnade-endorsement-alpha";
    const expected = [
      [token, "burn"],
      [token, "mint"],
      [token, "notify-metadata"],
      [bns, "can-resolve-name"],
      [bns, "get-owner-name"],
    ];
    expect(called.sort()).toEqual(file === "protocol.clar" ? expected.sort() : []);
  });
});
