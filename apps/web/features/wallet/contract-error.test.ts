import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeFailure, errorCodeOf } from "./contract-error.ts";

describe("why a transaction failed", () => {
  const codes = ["protocol", "endorsement"].flatMap((contract) => {
    const path = new URL(`../../../../contracts/${contract}.clar`, import.meta.url);
    const errors = readFileSync(path, "utf8").matchAll(/define-constant (ERR-\S+) \(err (u\d+)\)/g);
    return [...errors].map(([, name = "", code = ""]) => ({ contract, name, code }));
  });
  const wordsOf = (code: string) =>
    describeFailure("UNKNOWN", "abort_by_response", errorCodeOf(`(err ${code})`));

  it.each(codes)("has plain words for $name of the $contract contract", ({ code }) => {
    expect(wordsOf(code)).toMatch(/^[A-Z][^\d]*\.$/);
  });

  it("has words of its own for each code of both contracts", () => {
    expect(new Set(codes.map(({ contract }) => contract)).size).toBe(2);
    const words = codes.map(({ code }) => wordsOf(code));
    expect(new Set(words).size).toBe(words.length);
  });

  it("names a code nobody knows", () => {
    expect(describeFailure("UNKNOWN", "abort_by_response", 7)).toBe(
      "The contract refused it with error 7.",
    );
  });

  it("is that the words changed, for a call that is bound to the words on the screen", () => {
    const why = (event: "APPROVE_ENDORSEMENT" | "SUBMIT_ENDORSEMENT") =>
      describeFailure(event, "abort_by_post_condition");
    expect(why("APPROVE_ENDORSEMENT")).toContain("words changed");
    expect(why("SUBMIT_ENDORSEMENT")).not.toContain("words changed");
  });

  it("knows what became of a dropped transaction", () => {
    expect(describeFailure("UNKNOWN", "dropped_replace_by_fee")).toContain("replaced");
    expect(describeFailure("UNKNOWN", "dropped_something_new")).toBe("The network dropped it.");
  });

  it("reads a code only from an error", () => {
    expect(errorCodeOf("(ok u1303)")).toBeNull();
    expect(errorCodeOf("(err u1303)")).toBe(1303);
  });
});
