import { Cl } from "@stacks/transactions";
import { beforeEach, describe, expect, test } from "vitest";
import { edit, err, OK, OTHER_WORDS, print, WORDS, wordFields } from "./arguments.ts";
import { deployer, TOKEN_ASSET } from "./chain.ts";
import { pendingBurn, startPair } from "./endorsement.ts";

const { chain, newPair, read, pendingOwner } = await startPair();

let pair: ReturnType<typeof newPair>;
let alice: string;
let bob: string;
let id: number;
beforeEach(() => {
  pair = newPair();
  ({ alice, bob } = pair);
  id = chain.newEndorsement(alice, bob);
});

const approve = (caller = bob) => chain.call(caller, "approve-endorsement", Cl.uint(id));
const reject = (caller = bob) => chain.call(caller, "burn-endorsement", Cl.uint(id));

describe("approve-endorsement", () => {
  test("mints the token to the receiver with the words that were sent", () => {
    const words = pair.digest();
    const outcome = approve();
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("mint", { id: Cl.uint(id), recipient: Cl.principal(bob) }),
      print("approve-endorsement", {
        id: Cl.uint(id),
        words: Cl.bufferFromHex(words),
        ...pair.people,
        ...wordFields(WORDS),
        date: Cl.uint(1),
      }),
    ]);
    expect(outcome.movements).toEqual([
      pendingBurn(id, words, bob),
      { asset: TOKEN_ASSET, id: Cl.uint(id), to: bob },
    ]);
    expect(read(id)).toEqual(pair.expected(id, { status: "approved" }));
    expect(pendingOwner(id, words)).toEqual(Cl.none());
  });

  test("mints the newest words of the sender", () => {
    chain.call(alice, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    expect(approve().prints.at(-1)).toEqual(
      print("approve-endorsement", {
        id: Cl.uint(id),
        words: Cl.bufferFromHex(pair.digest({ words: OTHER_WORDS, date: 2 })),
        ...pair.people,
        ...wordFields(OTHER_WORDS),
        date: Cl.uint(2),
      }),
    );
    const newest = { status: "approved", words: OTHER_WORDS, date: 2 } as const;
    expect(read(id)).toEqual(pair.expected(id, newest));
  });

  test("mints what the sender stands by and drops an unanswered suggestion", () => {
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    expect(approve().result).toEqual(OK);
    expect(read(id)).toEqual(pair.expected(id, { status: "approved" }));
  });

  test("refuses everybody but the receiver, even the sender (1306)", () => {
    for (const caller of [alice, deployer, chain.newWatcher(), chain.newMember()]) {
      expect(approve(caller).result).toEqual(err(1306));
    }
  });

  test("refuses an endorsement that does not exist (1300)", () => {
    expect(chain.call(bob, "approve-endorsement", Cl.uint(99_999)).result).toEqual(err(1300));
  });

  test("refuses an endorsement that is approved, rejected or withdrawn (1307)", () => {
    approve();
    expect(approve().result).toEqual(err(1307));
    id = chain.newEndorsement(alice, bob);
    reject();
    expect(approve().result).toEqual(err(1307));
    id = chain.newEndorsement(alice, bob);
    chain.call(alice, "withdraw-endorsement", Cl.uint(id), Cl.none());
    expect(approve().result).toEqual(err(1307));
  });

  test("refuses words of a closed organization (1206)", () => {
    const org = chain.newOrganization(alice, "closed-guild");
    id = chain.newEndorsement(alice, bob, WORDS, "closed-guild");
    chain.call(alice, "close-organization", Cl.uint(org));
    expect(approve().result).toEqual(err(1206));
    expect(reject().result).toEqual(OK);
  });

  test("accepts words of a sender who has left the organization", () => {
    const org = chain.newOrganization(chain.newStranger(), "open-guild", [alice]);
    id = chain.newEndorsement(alice, bob, WORDS, "open-guild");
    chain.call(alice, "resign-representation", Cl.uint(org));
    expect(approve().result).toEqual(OK);
  });
});

describe("burn-endorsement", () => {
  const rejection = (rejected: number) =>
    print("burn-endorsement", {
      id: Cl.uint(rejected),
      words: Cl.bufferFromHex(pair.digest()),
      ...pair.people,
    });

  test.each([false, true])("rejects for good; with a suggestion: %s", (suggested) => {
    if (suggested) chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    const outcome = reject();
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([rejection(id)]);
    expect(outcome.movements).toEqual([pendingBurn(id, pair.digest(), bob)]);
    expect(read(id)).toEqual(pair.expected(id, { status: "burned" }));
    expect(pendingOwner(id, pair.digest())).toEqual(Cl.none());
  });

  test("refuses everybody but the receiver, even the sender (1306)", () => {
    for (const caller of [alice, deployer, chain.newWatcher(), chain.newMember()]) {
      expect(reject(caller).result).toEqual(err(1306));
    }
  });

  test("refuses an endorsement that does not exist (1300)", () => {
    expect(chain.call(bob, "burn-endorsement", Cl.uint(99_999)).result).toEqual(err(1300));
  });

  test("refuses an endorsement that is approved or rejected (1307)", () => {
    reject();
    expect(reject().result).toEqual(err(1307));
    id = chain.newEndorsement(alice, bob);
    approve();
    expect(reject().result).toEqual(err(1307));
  });

  describe("many at once, by burn-endorsements", () => {
    const rejectAll = (ids: number[], caller = bob) =>
      chain.call(caller, "burn-endorsements", Cl.list(ids.map((one) => Cl.uint(one))));

    test("rejects each and prints each", () => {
      const ids = [id, chain.newEndorsement(alice, bob), chain.newEndorsement(alice, bob)];
      const outcome = rejectAll(ids);
      expect(outcome.result).toEqual(OK);
      expect(outcome.prints).toEqual(ids.map(rejection));
      expect(outcome.movements).toEqual(ids.map((one) => pendingBurn(one, pair.digest(), bob)));
    });

    test("rejects twenty", () => {
      const senders = Array.from({ length: 19 }, () => chain.newMember());
      const ids = senders.map((sender) => chain.newEndorsement(sender, bob));
      expect(rejectAll([id, ...ids]).prints).toHaveLength(20);
    });

    test("rejects none when one is not pending (1307), not there (1300) or not the caller's (1306)", () => {
      const approved = chain.newEndorsement(alice, bob);
      chain.call(bob, "approve-endorsement", Cl.uint(approved));
      const another = chain.newEndorsement(alice, chain.newMember());
      expect(rejectAll([id, approved]).result).toEqual(err(1307));
      expect(rejectAll([id, id]).result).toEqual(err(1307));
      expect(rejectAll([id, 99_999]).result).toEqual(err(1300));
      expect(rejectAll([id, another]).result).toEqual(err(1306));
      expect(rejectAll([id], alice).result).toEqual(err(1306));
      expect(read(id)).toEqual(pair.expected(id));
    });
  });
});

describe("display-status", () => {
  const show = (shown: boolean, caller = bob) =>
    chain.call(caller, "display-status", Cl.uint(id), Cl.bool(shown));

  test("hides and shows an approved endorsement", () => {
    approve();
    for (const shown of [false, true]) {
      const outcome = show(shown);
      expect(outcome.result).toEqual(OK);
      expect(outcome.prints).toEqual([
        print("display-status", { id: Cl.uint(id), shown: Cl.bool(shown), by: Cl.principal(bob) }),
      ]);
      expect(read(id)).toEqual(pair.expected(id, { status: "approved", shown }));
    }
  });

  test("refuses everybody but the receiver (1306)", () => {
    approve();
    for (const caller of [alice, deployer, chain.newWatcher()]) {
      expect(show(false, caller).result).toEqual(err(1306));
    }
  });

  test("refuses an endorsement that does not exist (1300)", () => {
    const outcome = chain.call(bob, "display-status", Cl.uint(99_999), Cl.bool(false));
    expect(outcome.result).toEqual(err(1300));
  });

  test("hides and shows one that was approved and then withdrawn", () => {
    approve();
    chain.call(alice, "withdraw-endorsement", Cl.uint(id), Cl.none());
    const withdrawn = { status: "withdrawn", earned: true } as const;
    for (const shown of [false, true]) {
      expect(show(shown).result).toEqual(OK);
      expect(read(id)).toEqual(pair.expected(id, { ...withdrawn, shown }));
    }
  });

  test("refuses one that is pending, rejected, withdrawn while pending or discarded (1308)", () => {
    expect(show(false).result).toEqual(err(1308));
    reject();
    expect(show(false).result).toEqual(err(1308));
    id = chain.newEndorsement(alice, bob);
    chain.call(alice, "withdraw-endorsement", Cl.uint(id), Cl.none());
    expect(show(false).result).toEqual(err(1308));
    id = chain.newEndorsement(alice, bob);
    approve();
    chain.call(bob, "discard-endorsement", Cl.uint(id));
    expect(show(false).result).toEqual(err(1308));
  });
});

test("reads none for an endorsement that does not exist", () => {
  expect(read(99_999)).toEqual(Cl.none());
  expect(pendingOwner(99_999, pair.digest())).toEqual(Cl.none());
});

test("keeps endorsements after both profiles are removed", () => {
  const pending = chain.newEndorsement(alice, bob);
  approve();
  chain.call(alice, "remove-profile");
  chain.call(bob, "remove-profile");
  const edited = chain.call(alice, "edit-endorsement", ...edit(pending, OTHER_WORDS));
  const decided = chain.call(bob, "approve-endorsement", Cl.uint(pending));
  const hidden = chain.call(bob, "display-status", Cl.uint(id), Cl.bool(false));
  expect([edited.result, decided.result, hidden.result]).toEqual([OK, OK, OK]);
});
