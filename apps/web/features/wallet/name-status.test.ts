import { describe, expect, it } from "vitest";
import { judgeName, makesProfiles } from "./name-status.ts";
import { sayBlocks } from "./node.ts";

const judge = (renewal: number, height: number) =>
  judgeName({ owner: "SP1", renewal }, "SP1", height);

describe("The status of a name", () => {
  it("is good for ever in a namespace without renewals", () => {
    expect(judge(0, 900_000)).toEqual({ state: "good" });
  });

  it("is ending from about thirty days before its expiry", () => {
    expect(judge(10_000, 5_679)).toEqual({ state: "good" });
    expect(judge(10_000, 5_680)).toEqual({ state: "ending", left: 4_320, block: 10_000 });
    expect(judge(10_000, 9_999)).toEqual({ state: "ending", left: 1, block: 10_000 });
  });

  it("is expired for 5,000 blocks, in which only its owner can renew it, and then lost", () => {
    expect(judge(10_000, 10_000)).toEqual({ state: "expired", left: 5_000 });
    expect(judge(10_000, 14_999)).toEqual({ state: "expired", left: 1 });
    expect(judge(10_000, 15_000)).toEqual({ state: "lost" });
  });

  it("is taken at another address, and unknown where BNS-V2 does not know the name", () => {
    expect(judgeName({ owner: "SP2", renewal: 0 }, "SP1", 1)).toEqual({ state: "taken" });
    expect(judgeName(null, "SP1", 1)).toEqual({ state: "unknown" });
  });

  it("allows a profile until the name expires", () => {
    expect([judge(10_000, 1), judge(10_000, 9_999)].every(makesProfiles)).toBe(true);
    const refused = [judge(10_000, 10_000), judge(10_000, 15_000), judgeName(null, "SP1", 1)];
    expect(refused.some(makesProfiles)).toBe(false);
  });
});

it("says some Bitcoin blocks as days, and at least one", () => {
  expect([1, 144, 145, 4_320].map(sayBlocks)).toEqual(["1 day", "1 day", "2 days", "30 days"]);
});
