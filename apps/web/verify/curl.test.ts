import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { curlLine } from "./curl.ts";

/** What a shell hands to curl. */
function argumentsOf(line: string): string[] {
  const printed = line.replace(/^curl/, "printf '%s\\0'");
  return execFileSync("sh", ["-c", printed], { encoding: "utf8" }).split("\0").slice(0, -1);
}

test("a shell hands over the question as it was asked, whatever is in it", () => {
  const url = fc.webUrl({ withQueryParameters: true });
  // A shell's argument holds no zero byte, and JSON writes one as an escape.
  const body = fc.record({
    sender: fc.string({ unit: "binary" }),
    arguments: fc.array(fc.string()),
  });
  fc.assert(
    fc.property(url, body, (url, body) => {
      const asked = { status: 200, answer: "", url } as const;
      expect(argumentsOf(curlLine({ ...asked, method: "GET" }))).toEqual([url]);
      const [, , , flag, json] = argumentsOf(curlLine({ ...asked, method: "POST", body }));
      expect([flag, JSON.parse(json ?? "")]).toEqual(["-d", body]);
    }),
    { numRuns: 50 },
  );
});
