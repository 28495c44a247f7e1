import { Cl } from "@stacks/transactions";
import { expect, test } from "vitest";
import { alice, bob, ENDORSEMENT, PROTOCOL, pendingId, startChain, submission } from "./chain.ts";

test("two people register, one endorses the other, who approves and holds the token", async () => {
  const chain = await startChain();
  chain.join("alice", alice);
  chain.join("bob", bob);

  const submitted = chain.call(alice, "submit-endorsement", ...submission(alice, bob));
  expect(submitted.result).toEqual(Cl.ok(Cl.uint(1)));
  expect(submitted.movements).toEqual([
    { asset: `${PROTOCOL}::pending-endorsement`, id: pendingId(1, 1), to: bob },
  ]);

  const approved = chain.call(bob, "approve-endorsement", Cl.uint(1));
  expect(approved.result).toEqual(Cl.ok(Cl.bool(true)));
  expect(approved.movements).toEqual([
    { asset: `${PROTOCOL}::pending-endorsement`, id: pendingId(1, 1), from: bob },
    { asset: `${ENDORSEMENT}::endorsement`, id: Cl.uint(1), to: bob },
  ]);
  expect(chain.readContract(ENDORSEMENT, "get-owner", Cl.uint(1))).toEqual(
    Cl.ok(Cl.some(Cl.principal(bob))),
  );
});
