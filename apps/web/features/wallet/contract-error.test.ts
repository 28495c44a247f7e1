import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeFailure, describeUnprotected, errorCodeOf } from "./contract-error.ts";

describe("the reason of a failed transaction", () => {
  const codes = ["protocol", "endorsement"].flatMap((contract) => {
    const path = new URL(`../../../../contracts/${contract}.clar`, import.meta.url);
    const errors = readFileSync(path, "utf8").matchAll(/define-constant (ERR-\S+) \(err (u\d+)\)/g);
    return [...errors].map(([, name = "", code = ""]) => ({ contract, name, code }));
  });
  const wordsOf = (code: string) =>
    describeFailure("UNKNOWN", "abort_by_response", errorCodeOf(`(err ${code})`));

  it.each(codes)("has words for $name of the $contract contract", ({ code }) => {
    expect(wordsOf(code)).toMatch(/^[A-Z][^\d]*\.$/);
  });

  it("has different words for each code of both contracts", () => {
    expect(new Set(codes.map(({ contract }) => contract)).size).toBe(2);
    const words = codes.map(({ code }) => wordsOf(code));
    expect(new Set(words).size).toBe(words.length);
  });

  it("names an unknown code", () => {
    expect(describeFailure("UNKNOWN", "abort_by_response", 7)).toBe(
      "The contract refused it with error 7.",
    );
  });

  it("says that the words changed, for calls bound to the words on the screen", () => {
    const why = (event: "APPROVE_ENDORSEMENT" | "SUBMIT_ENDORSEMENT") =>
      describeFailure(event, "abort_by_post_condition");
    expect(why("APPROVE_ENDORSEMENT")).toContain("words changed");
    expect(why("SUBMIT_ENDORSEMENT")).not.toContain("words changed");
  });

  it("explains a dropped transaction", () => {
    expect(describeFailure("UNKNOWN", "dropped_replace_by_fee")).toContain("replaced");
    expect(describeFailure("UNKNOWN", "dropped_something_new")).toBe("The network dropped it.");
  });

  it("reads a code only from an error result", () => {
    expect(errorCodeOf("(ok u1303)")).toBeNull();
    expect(errorCodeOf("(err u1303)")).toBe(1303);
  });
});

describe("the warning of a call whose protection the wallet left out", () => {
  it.each([
    ["APPROVE_ENDORSEMENT", "open", "left out the protection", "the words are not those"],
    ["APPROVE_ENDORSEMENT", "unclear", "refuses it, or takes it", "the words are not those"],
    ["APPROVE_ENDORSEMENT", "loose", "left out part of", "something you did not agree to"],
    ["UPDATE_STATEMENT", "loose", "left out part of", "something you did not agree to"],
    ["DISCARD_ENDORSEMENT", "open", "left out the protection", "something you did not agree to"],
    ["DISCARD_ENDORSEMENT", "refused", "so the network refuses it", "only the fee is lost"],
  ] as const)("for %s, %s, says what is so", (event, unprotected, ...parts) => {
    for (const part of parts) expect(describeUnprotected(event, unprotected)).toContain(part);
  });
});
