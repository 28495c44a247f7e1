import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeFailure, errorCodeOf } from "./contract-error.ts";

describe("why a transaction failed", () => {
  it("is said in words for every code of the protocol contract", () => {
    const source = readFileSync(
      new URL("../../../../contracts/protocol.clar", import.meta.url),
      "utf8",
    );
    const codes = [...source.matchAll(/\(err (u\d+)\)\)/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(20);
    for (const code of codes) {
      expect(describeFailure("REGISTER_PROFILE", "abort_by_response", `(err ${code})`)).not.toMatch(
        /error \d+/,
      );
    }
  });

  it("names a code nobody knows", () => {
    expect(describeFailure("UNKNOWN", "abort_by_response", "(err u7)")).toBe(
      "The contract refused it with error 7.",
    );
  });

  it("is that the words changed, for a call that is bound to the words on the screen", () => {
    const why = (event: "APPROVE_ENDORSEMENT" | "SUBMIT_ENDORSEMENT") =>
      describeFailure(event, "abort_by_post_condition", "(ok true)");
    expect(why("APPROVE_ENDORSEMENT")).toContain("words changed");
    expect(why("SUBMIT_ENDORSEMENT")).not.toContain("words changed");
  });

  it("knows what became of a dropped transaction", () => {
    expect(describeFailure("UNKNOWN", "dropped_replace_by_fee", null)).toContain("replaced");
    expect(describeFailure("UNKNOWN", "dropped_something_new", null)).toBe(
      "The network dropped it.",
    );
  });

  it("reads a code only from an error", () => {
    expect(errorCodeOf("(ok u1303)")).toBeNull();
    expect(errorCodeOf("(err u1303)")).toBe(1303);
  });
});
