import { Cl } from "@stacks/transactions";
import { beforeEach, expect, test } from "vitest";
import { edit, OTHER_WORDS, WORDS } from "./arguments.ts";
import { type Chain, PENDING_ASSET, pendingId, startChain } from "./chain.ts";

// What a call burns is what a wallet's post-condition speaks of. Each test has somebody act on
// revision 1 after it was replaced, and shows that the asset of revision 1 is not what moves: a
// transaction with the post-condition "the receiver sends revision 1" is undone by the node.

let chain: Chain;
let alice: string;
let bob: string;
let id: number;
beforeEach(async () => {
  chain ??= await startChain();
  alice = chain.newMember();
  bob = chain.newMember();
  id = chain.newEndorsement(alice, bob);
});

const sentByBob = (outcome: ReturnType<Chain["call"]>) =>
  outcome.movements.filter(({ asset, from }) => asset === PENDING_ASSET && from === bob);

test("approving after the sender changed the words moves the new revision's asset", () => {
  chain.call(alice, "edit-endorsement", ...edit(id, OTHER_WORDS));
  const outcome = chain.call(bob, "approve-endorsement", Cl.uint(id));
  expect(sentByBob(outcome)).toEqual([{ asset: PENDING_ASSET, id: pendingId(id, 2), from: bob }]);
});

test("rejecting after the sender changed the words moves the new revision's asset", () => {
  chain.call(alice, "edit-endorsement", ...edit(id, OTHER_WORDS));
  const outcome = chain.call(bob, "burn-endorsement", Cl.uint(id));
  expect(sentByBob(outcome)).toEqual([{ asset: PENDING_ASSET, id: pendingId(id, 2), from: bob }]);
});

test("accepting a suggestion after another replaced it moves the new revision's asset", () => {
  chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS));
  chain.call(bob, "edit-endorsement", ...edit(id, { ...WORDS, title: "Best of all" }));
  const outcome = chain.call(alice, "edit-endorsement", ...edit(id, OTHER_WORDS));
  expect(sentByBob(outcome)).toEqual([{ asset: PENDING_ASSET, id: pendingId(id, 3), from: bob }]);
});
