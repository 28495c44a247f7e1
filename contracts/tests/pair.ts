import { Cl } from "@stacks/transactions";
import { WORDS } from "./arguments.ts";
import { startChain } from "./chain.ts";
import { standing } from "./standing.ts";

/** A chain of its own with two members, and what tests of their endorsements ask of it. */
export async function startPair() {
  const chain = await startChain();
  const alice = chain.newMember();
  const bob = chain.newMember();
  return {
    chain,
    alice,
    bob,
    /** As an endorsement of Bob by Alice prints them. */
    parties: () => ({ sender: Cl.principal(alice), receiver: Cl.principal(bob) }),
    /** Alice's endorsement of Bob as get-endorsement should answer it. */
    stands: (id: number, rest: Partial<Parameters<typeof standing>[0]> = {}) =>
      standing({ id, sender: alice, receiver: bob, words: WORDS, ...rest }),
    read: (id: number) => chain.read("get-endorsement", Cl.uint(id)),
    pendingOwner: (id: number, revision: number) =>
      chain.read("get-pending-owner", Cl.uint(id), Cl.uint(revision)),
  };
}
