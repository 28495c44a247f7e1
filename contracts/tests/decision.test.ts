import { Cl } from "@stacks/transactions";
import { describe, expect, test } from "vitest";
import { edit, err, OK, OTHER_WORDS, print, WORDS, wordFields } from "./arguments.ts";
import { deployer, TOKEN_ASSET } from "./chain.ts";
import { startPair } from "./pair.ts";
import { pendingBurn } from "./standing.ts";

const { chain, alice, bob, parties, stands, read, pendingOwner } = await startPair();

describe("approve-endorsement", () => {
  test("mints the token to the receiver with the words that were sent", () => {
    const id = chain.newEndorsement(alice, bob);
    const outcome = chain.call(bob, "approve-endorsement", Cl.uint(id));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("mint", { id: Cl.uint(id), recipient: Cl.principal(bob) }),
      print("approve-endorsement", {
        id: Cl.uint(id),
        revision: Cl.uint(1),
        ...parties(),
        ...wordFields(WORDS),
      }),
    ]);
    expect(outcome.movements).toEqual([
      pendingBurn(id, 1, bob),
      { asset: TOKEN_ASSET, id: Cl.uint(id), to: bob },
    ]);
    expect(read(id)).toEqual(stands(id, { status: "approved" }));
    expect(pendingOwner(id, 1)).toEqual(Cl.none());
  });

  test("mints the words of the sender's draft, which settle", () => {
    const id = chain.newEndorsement(alice, bob);
    chain.call(alice, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    const outcome = chain.call(bob, "approve-endorsement", Cl.uint(id));
    expect(outcome.prints.at(-1)).toEqual(
      print("approve-endorsement", {
        id: Cl.uint(id),
        revision: Cl.uint(2),
        ...parties(),
        ...wordFields(OTHER_WORDS),
      }),
    );
    expect(read(id)).toEqual(
      stands(id, { revision: 2, status: "approved", words: OTHER_WORDS, date: 2 }),
    );
  });

  test("waits while a suggestion of the receiver is not accepted (1309)", () => {
    const id = chain.newEndorsement(alice, bob);
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    expect(chain.call(bob, "approve-endorsement", Cl.uint(id)).result).toEqual(err(1309));
    chain.call(alice, "edit-endorsement", ...edit(id, OTHER_WORDS, 3));
    expect(chain.call(bob, "approve-endorsement", Cl.uint(id)).result).toEqual(OK);
    expect(read(id)).toEqual(
      stands(id, { revision: 3, status: "approved", words: OTHER_WORDS, date: 2 }),
    );
  });

  test("is refused to everybody but the receiver, the sender included (1306)", () => {
    const id = chain.newEndorsement(alice, bob);
    for (const caller of [alice, deployer, chain.newWatcher(), chain.newMember()]) {
      const outcome = chain.call(caller, "approve-endorsement", Cl.uint(id));
      expect(outcome.result).toEqual(err(1306));
    }
  });

  test("refuses what does not exist (1300)", () => {
    expect(chain.call(bob, "approve-endorsement", Cl.uint(99_999)).result).toEqual(err(1300));
  });

  test("refuses what is approved or rejected (1307)", () => {
    for (const method of ["approve-endorsement", "burn-endorsement"]) {
      const id = chain.newEndorsement(alice, bob);
      chain.call(bob, method, Cl.uint(id));
      expect(chain.call(bob, "approve-endorsement", Cl.uint(id)).result).toEqual(err(1307));
    }
  });
});

describe("burn-endorsement", () => {
  test("rejects an endorsement for good, unaccepted suggestion or not", () => {
    for (const revision of [1, 2]) {
      const id = chain.newEndorsement(alice, bob);
      if (revision === 2) chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
      const outcome = chain.call(bob, "burn-endorsement", Cl.uint(id));
      expect(outcome.result).toEqual(OK);
      expect(outcome.prints).toEqual([
        print("burn-endorsement", {
          id: Cl.uint(id),
          revision: Cl.uint(revision),
          ...parties(),
        }),
      ]);
      expect(outcome.movements).toEqual([pendingBurn(id, revision, bob)]);
      expect(pendingOwner(id, revision)).toEqual(Cl.none());
    }
  });

  test("is refused to everybody but the receiver, the sender included (1306)", () => {
    const id = chain.newEndorsement(alice, bob);
    for (const caller of [alice, deployer, chain.newWatcher(), chain.newMember()]) {
      const outcome = chain.call(caller, "burn-endorsement", Cl.uint(id));
      expect(outcome.result).toEqual(err(1306));
    }
  });

  test("refuses what does not exist (1300)", () => {
    expect(chain.call(bob, "burn-endorsement", Cl.uint(99_999)).result).toEqual(err(1300));
  });

  test("refuses what is approved or rejected (1307)", () => {
    for (const method of ["approve-endorsement", "burn-endorsement"]) {
      const id = chain.newEndorsement(alice, bob);
      chain.call(bob, method, Cl.uint(id));
      expect(chain.call(bob, "burn-endorsement", Cl.uint(id)).result).toEqual(err(1307));
    }
  });
});

describe("display-status", () => {
  test("hides and shows an earned endorsement", () => {
    const id = chain.newEndorsement(alice, bob);
    chain.call(bob, "approve-endorsement", Cl.uint(id));
    for (const shown of [false, true]) {
      const outcome = chain.call(bob, "display-status", Cl.uint(id), Cl.bool(shown));
      expect(outcome.result).toEqual(OK);
      expect(outcome.prints).toEqual([
        print("display-status", { id: Cl.uint(id), shown: Cl.bool(shown) }),
      ]);
      expect(read(id)).toEqual(stands(id, { status: "approved", shown }));
    }
  });

  test("is refused to everybody but the receiver (1306)", () => {
    const id = chain.newEndorsement(alice, bob);
    chain.call(bob, "approve-endorsement", Cl.uint(id));
    for (const caller of [alice, deployer, chain.newWatcher()]) {
      const outcome = chain.call(caller, "display-status", Cl.uint(id), Cl.bool(false));
      expect(outcome.result).toEqual(err(1306));
    }
  });

  test("refuses what does not exist (1300)", () => {
    const outcome = chain.call(bob, "display-status", Cl.uint(99_999), Cl.bool(false));
    expect(outcome.result).toEqual(err(1300));
  });

  test("refuses what is not approved (1308)", () => {
    const id = chain.newEndorsement(alice, bob);
    const show = () => chain.call(bob, "display-status", Cl.uint(id), Cl.bool(false)).result;
    expect(show()).toEqual(err(1308));
    chain.call(bob, "burn-endorsement", Cl.uint(id));
    expect(show()).toEqual(err(1308));
  });
});

test("an endorsement that does not exist is none, and nobody may decide on it", () => {
  expect(read(99_999)).toEqual(Cl.none());
  expect(pendingOwner(99_999, 1)).toEqual(Cl.none());
});

test("endorsements outlive the profiles of both sides", () => {
  const sender = chain.newMember();
  const receiver = chain.newMember();
  const approved = chain.newEndorsement(sender, receiver);
  const pending = chain.newEndorsement(sender, receiver);
  chain.call(receiver, "approve-endorsement", Cl.uint(approved));
  chain.call(sender, "remove-profile");
  chain.call(receiver, "remove-profile");
  const edited = chain.call(sender, "edit-endorsement", ...edit(pending, OTHER_WORDS));
  const decided = chain.call(receiver, "approve-endorsement", Cl.uint(pending));
  expect([edited.result, decided.result]).toEqual([Cl.ok(Cl.uint(2)), OK]);
  expect(chain.call(receiver, "display-status", Cl.uint(approved), Cl.bool(false)).result).toEqual(
    OK,
  );
});
