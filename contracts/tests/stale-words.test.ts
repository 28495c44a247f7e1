import { Cl } from "@stacks/transactions";
import { beforeEach, expect, test } from "vitest";
import { edit, OTHER_WORDS } from "./arguments.ts";
import { type Outcome, PENDING_ASSET } from "./chain.ts";
import { pendingBurn, startPair } from "./endorsement.ts";

// A wallet's post-condition names the pending asset that a call burns. In each test somebody acts on words that
// the author has replaced. The asset of the newer words moves, so the node would undo a transaction with the
// post-condition "the receiver sends the asset of the older words".

const { chain, newPair } = await startPair();

let pair: ReturnType<typeof newPair>;
let id: number;
let newer: string;
beforeEach(() => {
  pair = newPair();
  id = chain.newEndorsement(pair.alice, pair.bob);
  chain.call(pair.alice, "edit-endorsement", ...edit(id, OTHER_WORDS));
  newer = pair.digest({ words: OTHER_WORDS });
});

const sentByBob = (outcome: Outcome) =>
  outcome.movements.filter(({ asset, from }) => asset === PENDING_ASSET && from === pair.bob);

test("approving after the author changed the words moves the asset of the new ones", () => {
  const outcome = chain.call(pair.bob, "approve-endorsement", Cl.uint(id));
  expect(sentByBob(outcome)).toEqual([pendingBurn(id, newer, pair.bob)]);
});

test("rejecting after the author changed the words moves the asset of the new ones", () => {
  const outcome = chain.call(pair.bob, "burn-endorsement", Cl.uint(id));
  expect(sentByBob(outcome)).toEqual([pendingBurn(id, newer, pair.bob)]);
});

test("editing again after another edit moves the asset of the newer words", () => {
  const third = edit(id, { ...OTHER_WORDS, title: "Third" });
  const outcome = chain.call(pair.alice, "edit-endorsement", ...third);
  expect(sentByBob(outcome)).toEqual([pendingBurn(id, newer, pair.bob)]);
});

test("withdrawing after another edit moves the asset of the newer words", () => {
  const outcome = chain.call(pair.alice, "withdraw-endorsement", Cl.uint(id), Cl.none());
  expect(sentByBob(outcome)).toEqual([pendingBurn(id, newer, pair.bob)]);
});

test("approving after the receiver suggested other words moves the asset of the standing ones", () => {
  const suggestion = edit(id, { ...OTHER_WORDS, title: "Suggested" });
  chain.call(pair.bob, "edit-endorsement", ...suggestion);
  const outcome = chain.call(pair.bob, "approve-endorsement", Cl.uint(id));
  expect(sentByBob(outcome)).toEqual([pendingBurn(id, newer, pair.bob)]);
});
