import { Cl, type PostCondition, serializeCV } from "@stacks/transactions";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alice, bob, carol, deployer } from "../accounts.ts";
import { checkPostConditions, listMovements, type Movement } from "./post-condition.ts";
import type { VmEvent } from "./vm.ts";

const origin = alice.address;
const people = [alice.address, bob.address, carol.address];
const coin = `${deployer.address}.endings::coin` as const;
const badge = `${deployer.address}.endings::badge` as const;
const badgeId = (id: number) => Cl.tuple({ id: Cl.uint(id) });
const hexOf = (id: number): string => serializeCV(badgeId(id));

const sender = fc.constantFrom(...people);
const amount = fc.bigInt(0n, 20n);
const number = fc.integer({ min: 1, max: 3 });
const movement: fc.Arbitrary<Movement> = fc.oneof(
  fc.record({ kind: fc.constant("stx" as const), sender, amount }),
  fc.record({ kind: fc.constant("ft" as const), sender, amount, asset: fc.constant(coin) }),
  fc.record({
    kind: fc.constant("nft" as const),
    sender,
    asset: fc.constant(badge),
    id: number.map(hexOf),
  }),
);
const movements = fc.array(movement, { maxLength: 6 });
const address = fc.constantFrom(...people, "origin");
const comparator = fc.constantFrom("eq", "gt", "gte", "lt", "lte");
const condition: fc.Arbitrary<PostCondition> = fc.oneof(
  fc.record({
    type: fc.constant("stx-postcondition" as const),
    address,
    condition: comparator,
    amount,
  }),
  fc.record({
    type: fc.constant("ft-postcondition" as const),
    address,
    condition: comparator,
    amount,
    asset: fc.constant(coin),
  }),
  fc.record({
    type: fc.constant("nft-postcondition" as const),
    address,
    condition: fc.constantFrom("sent", "not-sent", "maybe-sent"),
    asset: fc.constant(badge),
    assetId: number.map(badgeId),
  }),
);
const conditions = fc.array(condition, { maxLength: 6 });
const mode = fc.constantFrom("allow", "deny", "originator");

const passes = (check: Omit<Parameters<typeof checkPostConditions>[0], "origin">): boolean =>
  checkPostConditions({ origin, ...check }) === undefined;

/** Conditions that describe exactly what moved: sums for tokens, one for each NFT. */
function describeExactly(moved: readonly Movement[]): PostCondition[] {
  const sums = new Map<string, PostCondition & { amount: bigint }>();
  const badges = new Map<string, PostCondition>();
  for (const one of moved) {
    if (one.kind === "nft") {
      badges.set(`${one.sender} ${one.id}`, {
        type: "nft-postcondition",
        address: one.sender,
        condition: "sent",
        asset: badge,
        assetId: Cl.deserialize(one.id),
      });
      continue;
    }
    const key = `${one.kind} ${one.sender}`;
    const sum = (sums.get(key)?.amount ?? 0n) + one.amount;
    const common = { address: one.sender, condition: "eq" as const, amount: sum };
    sums.set(
      key,
      one.kind === "stx"
        ? { type: "stx-postcondition", ...common }
        : { type: "ft-postcondition", asset: coin, ...common },
    );
  }
  return [...sums.values(), ...badges.values()];
}

describe("post-conditions", () => {
  test("passes an exact description of what moved, in every mode", () => {
    fc.assert(
      fc.property(movements, mode, (moved, chosen) => {
        expect(passes({ mode: chosen, conditions: describeExactly(moved), movements: moved })).toBe(
          true,
        );
      }),
    );
  });

  test("fails in deny mode if any condition is left out", () => {
    fc.assert(
      fc.property(fc.array(movement, { minLength: 1, maxLength: 6 }), fc.nat(), (moved, at) => {
        const exact = describeExactly(moved);
        const lacking = exact.filter((_, index) => index !== at % exact.length);
        expect(passes({ mode: "deny", conditions: lacking, movements: moved })).toBe(false);
      }),
    );
  });

  test("fails if one more µSTX or coin moved than described", () => {
    fc.assert(
      fc.property(movements, movement, mode, (moved, extra, chosen) => {
        fc.pre(extra.kind === "nft" || extra.amount > 0n);
        const exact = describeExactly([...moved, extra]);
        const described = describeExactly(moved);
        fc.pre(exact.length === described.length && extra.kind !== "nft");
        expect(passes({ mode: chosen, conditions: described, movements: [...moved, extra] })).toBe(
          false,
        );
      }),
    );
  });

  test("is at least as strict in deny mode as in originator mode, and there as in allow mode", () => {
    fc.assert(
      fc.property(movements, conditions, (moved, given) => {
        const results = (["deny", "originator", "allow"] as const).map((chosen) =>
          passes({ mode: chosen, conditions: given, movements: moved }),
        );
        expect(results).toEqual([...results].sort((a, b) => Number(a) - Number(b)));
      }),
    );
  });

  test("guards only the signer's assets in originator mode", () => {
    fc.assert(
      fc.property(movements, (moved) => {
        expect(passes({ mode: "originator", conditions: [], movements: moved })).toBe(
          moved.every((one) => one.sender !== origin),
        );
      }),
    );
  });

  test("does not depend on the order of conditions and movements", () => {
    fc.assert(
      fc.property(movements, conditions, mode, (moved, given, chosen) => {
        expect(passes({ mode: chosen, conditions: given, movements: moved })).toBe(
          passes({
            mode: chosen,
            conditions: [...given].reverse(),
            movements: [...moved].reverse(),
          }),
        );
      }),
    );
  });

  test("reads 'origin' as the signer", () => {
    fc.assert(
      fc.property(movements, conditions, mode, (moved, given, chosen) => {
        const spelled = given.map((one) =>
          one.address === "origin" ? { ...one, address: origin } : one,
        );
        expect(passes({ mode: chosen, conditions: given, movements: moved })).toBe(
          passes({ mode: chosen, conditions: spelled, movements: moved }),
        );
      }),
    );
  });

  test("takes maybe-sent for a badge that moved and for one that did not", () => {
    const maybe: PostCondition = {
      type: "nft-postcondition",
      address: "origin",
      condition: "maybe-sent",
      asset: badge,
      assetId: badgeId(1),
    };
    const moved: Movement = { kind: "nft", sender: origin, asset: badge, id: hexOf(1) };
    const other: Movement = { kind: "nft", sender: origin, asset: badge, id: hexOf(2) };
    expect(passes({ mode: "deny", conditions: [maybe], movements: [moved] })).toBe(true);
    expect(passes({ mode: "deny", conditions: [maybe], movements: [] })).toBe(true);
    expect(passes({ mode: "deny", conditions: [maybe], movements: [other] })).toBe(false);
  });

  test("counts a burn as a movement, but not a mint", () => {
    const event = (name: string, data: VmEvent["data"]): VmEvent => ({ event: name, data });
    const asset_identifier = badge;
    const raw_value = `0x${hexOf(1)}`;
    expect(
      listMovements([
        event("nft_mint_event", { asset_identifier, raw_value, recipient: origin }),
        event("ft_mint_event", { asset_identifier: coin, amount: "5", recipient: origin }),
        event("print_event", { contract_identifier: "x", topic: "print", raw_value }),
        event("nft_burn_event", { asset_identifier, raw_value, sender: origin }),
        event("stx_burn_event", { amount: "7", sender: origin }),
      ]),
    ).toEqual([
      { kind: "nft", sender: origin, asset: badge, id: hexOf(1) },
      { kind: "stx", sender: origin, amount: 7n },
    ]);
  });
});
