import { Cl, type ClarityValue } from "@stacks/transactions";
import { beforeAll, describe, expect, test } from "vitest";
import {
  edit,
  err,
  OK,
  OTHER_WORDS,
  print,
  submission,
  WORDS,
  type Words,
  wordFields,
} from "./arguments.ts";
import {
  type Chain,
  deployer,
  PENDING_ASSET,
  pendingId,
  startChain,
  TOKEN_ASSET,
} from "./chain.ts";

let chain: Chain;
let alice: string;
let bob: string;
beforeAll(async () => {
  chain = await startChain();
  alice = chain.newMember();
  bob = chain.newMember();
});

const pendingMint = (id: number, revision: number, to: string) => ({
  asset: PENDING_ASSET,
  id: pendingId(id, revision),
  to,
});
const pendingBurn = (id: number, revision: number, from: string) => ({
  asset: PENDING_ASSET,
  id: pendingId(id, revision),
  from,
});
const pendingOwner = (id: number, revision: number) =>
  chain.read("get-pending-owner", Cl.uint(id), Cl.uint(revision));

const nextId = () => {
  const last = chain.read("get-last-endorsement-id");
  return last.type === "uint" ? Number(last.value) + 1 : 0;
};

const parties = () => ({ sender: Cl.principal(alice), receiver: Cl.principal(bob) });

/** What get-endorsement answers for an endorsement of alice to bob. */
const standing = (
  id: number,
  rest: {
    revision?: number;
    status?: string;
    words?: Words;
    date?: number;
    draft?: ClarityValue;
    shown?: boolean;
    org?: ClarityValue;
  },
) =>
  Cl.some(
    Cl.tuple({
      id: Cl.uint(id),
      ...parties(),
      org: rest.org ?? Cl.none(),
      revision: Cl.uint(rest.revision ?? 1),
      status: Cl.stringAscii(rest.status ?? "pending"),
      shown: Cl.bool(rest.shown ?? true),
      date: Cl.uint(rest.date ?? 1),
      ...wordFields(rest.words ?? WORDS),
      draft: rest.draft ?? Cl.none(),
    }),
  );

const draft = (words: Words, date: number, accepted: boolean) =>
  Cl.some(Cl.tuple({ ...wordFields(words), date: Cl.uint(date), accepted: Cl.bool(accepted) }));

const read = (id: number) => chain.read("get-endorsement", Cl.uint(id));

describe("submit-endorsement", () => {
  test("sends words to somebody for approval, and prints them", () => {
    const id = nextId();
    const outcome = chain.call(alice, "submit-endorsement", ...submission(alice, bob));
    expect(outcome.result).toEqual(Cl.ok(Cl.uint(id)));
    expect(outcome.prints).toEqual([
      print("submit-endorsement", {
        id: Cl.uint(id),
        revision: Cl.uint(1),
        ...parties(),
        ...wordFields(WORDS),
        "block-height": Cl.uint(1),
        org: Cl.none(),
      }),
    ]);
    expect(outcome.movements).toEqual([pendingMint(id, 1, bob)]);
    expect(read(id)).toEqual(standing(id, {}));
    expect(pendingOwner(id, 1)).toEqual(Cl.some(Cl.principal(bob)));
  });

  test("takes the longest words that there may be, counted in code points", () => {
    const longest = {
      title: "\u{1f3db}".repeat(128),
      description: "\u{1f3db}".repeat(2048),
      image: "i".repeat(256),
    };
    const id = chain.newEndorsement(alice, bob, longest);
    expect(read(id)).toEqual(standing(id, { words: longest }));
  });

  test("may be sent as an organization by its representative", () => {
    const org = chain.newOrganization(chain.newStranger(), "stonemasons", [alice]);
    const id = nextId();
    const args = submission(alice, bob, { org: "stonemasons" });
    const outcome = chain.call(alice, "submit-endorsement", ...args);
    expect(outcome.prints).toEqual([
      print("submit-endorsement", {
        id: Cl.uint(id),
        revision: Cl.uint(1),
        ...parties(),
        ...wordFields(WORDS),
        "block-height": Cl.uint(1),
        org: Cl.some(Cl.tuple({ id: Cl.uint(org), name: Cl.stringUtf8("stonemasons") })),
      }),
    ]);
    expect(read(id)).toEqual(standing(id, { org: Cl.some(Cl.uint(org)) }));
  });

  test("refuses an organization that does not exist (1200)", () => {
    const args = submission(alice, bob, { org: "nowhere" });
    expect(chain.call(alice, "submit-endorsement", ...args).result).toEqual(err(1200));
  });

  test("refuses who does not represent the organization, its admin included (1203)", () => {
    const former = chain.newMember();
    const org = chain.newOrganization(alice, "carpenters", [former]);
    chain.call(alice, "remove-representative", Cl.uint(org), Cl.principal(former));
    for (const sender of [alice, former]) {
      const args = submission(sender, bob, { org: "carpenters" });
      expect(chain.call(sender, "submit-endorsement", ...args).result).toEqual(err(1203));
    }
  });

  test("refuses to send in the name of somebody else (1301)", () => {
    const args = submission(alice, bob);
    for (const caller of [bob, deployer, chain.newMember()]) {
      expect(chain.call(caller, "submit-endorsement", ...args).result).toEqual(err(1301));
    }
  });

  test("refuses to endorse oneself (1302)", () => {
    const args = submission(alice, alice);
    expect(chain.call(alice, "submit-endorsement", ...args).result).toEqual(err(1302));
  });

  test("needs a profile of the sender (1101) and one of the receiver (1303)", () => {
    const stranger = chain.newStranger();
    const bySender = chain.call(stranger, "submit-endorsement", ...submission(stranger, bob));
    const toReceiver = chain.call(alice, "submit-endorsement", ...submission(alice, stranger));
    expect([bySender.result, toReceiver.result]).toEqual([err(1101), err(1303)]);
  });

  test("may be dated by the block it stands in, not by a later one (1304)", () => {
    const now = submission(alice, bob, { height: chain.nextHeight() });
    expect(chain.call(alice, "submit-endorsement", ...now).result.type).toBe("ok");
    const later = submission(alice, bob, { height: chain.nextHeight() + 1 });
    expect(chain.call(alice, "submit-endorsement", ...later).result).toEqual(err(1304));
  });

  test("refuses an empty title (1400), description (1401) and image (1402)", () => {
    const send = (blank: Partial<Words>) =>
      chain.call(
        alice,
        "submit-endorsement",
        ...submission(alice, bob, { words: { ...WORDS, ...blank } }),
      ).result;
    expect(send({ title: "" })).toEqual(err(1400));
    expect(send({ description: "" })).toEqual(err(1401));
    expect(send({ image: "" })).toEqual(err(1402));
  });
});

describe("edit-endorsement", () => {
  test("by the sender puts up words that approval will mint", () => {
    const id = chain.newEndorsement(alice, bob);
    const outcome = chain.call(alice, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    expect(outcome.result).toEqual(Cl.ok(Cl.uint(2)));
    expect(outcome.prints).toEqual([
      print("edit-endorsement", {
        id: Cl.uint(id),
        revision: Cl.uint(2),
        editor: Cl.principal(alice),
        ...wordFields(OTHER_WORDS),
        date: Cl.uint(2),
        accepted: Cl.bool(true),
      }),
    ]);
    expect(read(id)).toEqual(standing(id, { revision: 2, draft: draft(OTHER_WORDS, 2, true) }));
  });

  test("by the receiver puts up a suggestion", () => {
    const id = chain.newEndorsement(alice, bob);
    const outcome = chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    expect(outcome.result).toEqual(Cl.ok(Cl.uint(2)));
    expect(outcome.prints).toEqual([
      print("edit-endorsement", {
        id: Cl.uint(id),
        revision: Cl.uint(2),
        editor: Cl.principal(bob),
        ...wordFields(OTHER_WORDS),
        date: Cl.uint(2),
        accepted: Cl.bool(false),
      }),
    ]);
    expect(read(id)).toEqual(standing(id, { revision: 2, draft: draft(OTHER_WORDS, 2, false) }));
  });

  test("burns the receiver's pending asset and mints the next revision, whoever edits", () => {
    const id = chain.newEndorsement(alice, bob);
    for (const [index, editor] of [alice, bob, bob, alice].entries()) {
      const outcome = chain.call(editor, "edit-endorsement", ...edit(id, WORDS));
      expect(outcome.movements).toEqual([
        pendingBurn(id, index + 1, bob),
        pendingMint(id, index + 2, bob),
      ]);
      expect(pendingOwner(id, index + 1)).toEqual(Cl.none());
      expect(pendingOwner(id, index + 2)).toEqual(Cl.some(Cl.principal(bob)));
    }
  });

  test("settles the sender's draft when the next one replaces it", () => {
    const id = chain.newEndorsement(alice, bob);
    const third = { ...WORDS, title: "Third" };
    chain.call(alice, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    chain.call(bob, "edit-endorsement", ...edit(id, third, 3));
    expect(read(id)).toEqual(
      standing(id, { revision: 3, words: OTHER_WORDS, date: 2, draft: draft(third, 3, false) }),
    );
  });

  test("forgets a suggestion that the sender answers with other words", () => {
    const id = chain.newEndorsement(alice, bob);
    const third = { ...WORDS, title: "Third" };
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    chain.call(alice, "edit-endorsement", ...edit(id, third, 3));
    expect(read(id)).toEqual(standing(id, { revision: 3, draft: draft(third, 3, true) }));
  });

  test("forgets a suggestion that the receiver replaces by another", () => {
    const id = chain.newEndorsement(alice, bob);
    const third = { ...WORDS, title: "Third" };
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    chain.call(bob, "edit-endorsement", ...edit(id, third, 3));
    expect(read(id)).toEqual(standing(id, { revision: 3, draft: draft(third, 3, false) }));
  });

  test("accepts a suggestion as it stands when the sender repeats its words", () => {
    const id = chain.newEndorsement(alice, bob);
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    const outcome = chain.call(alice, "edit-endorsement", ...edit(id, OTHER_WORDS, 3));
    expect(outcome.prints).toEqual([
      print("edit-endorsement", {
        id: Cl.uint(id),
        revision: Cl.uint(3),
        editor: Cl.principal(alice),
        ...wordFields(OTHER_WORDS),
        date: Cl.uint(3),
        accepted: Cl.bool(true),
      }),
    ]);
    expect(read(id)).toEqual(standing(id, { revision: 3, draft: draft(OTHER_WORDS, 2, true) }));
  });

  test("is refused to everybody but sender and receiver (1305)", () => {
    const id = chain.newEndorsement(alice, bob);
    for (const caller of [deployer, chain.newWatcher(), chain.newMember()]) {
      const outcome = chain.call(caller, "edit-endorsement", ...edit(id, OTHER_WORDS));
      expect(outcome.result).toEqual(err(1305));
    }
  });

  test("refuses what does not exist (1300)", () => {
    const outcome = chain.call(alice, "edit-endorsement", ...edit(99_999, WORDS));
    expect(outcome.result).toEqual(err(1300));
  });

  test("refuses what is approved or rejected (1307)", () => {
    for (const method of ["approve-endorsement", "burn-endorsement"]) {
      const id = chain.newEndorsement(alice, bob);
      chain.call(bob, method, Cl.uint(id));
      for (const editor of [alice, bob]) {
        const outcome = chain.call(editor, "edit-endorsement", ...edit(id, OTHER_WORDS));
        expect(outcome.result).toEqual(err(1307));
      }
    }
  });

  test("may be dated by the block it stands in, not by a later one (1304)", () => {
    const id = chain.newEndorsement(alice, bob);
    const now = chain.call(alice, "edit-endorsement", ...edit(id, WORDS, chain.nextHeight()));
    expect(now.result.type).toBe("ok");
    const later = edit(id, WORDS, chain.nextHeight() + 1);
    expect(chain.call(alice, "edit-endorsement", ...later).result).toEqual(err(1304));
  });

  test("refuses an empty title (1400), description (1401) and image (1402)", () => {
    const id = chain.newEndorsement(alice, bob);
    const change = (blank: Partial<Words>) =>
      chain.call(bob, "edit-endorsement", ...edit(id, { ...WORDS, ...blank })).result;
    expect(change({ title: "" })).toEqual(err(1400));
    expect(change({ description: "" })).toEqual(err(1401));
    expect(change({ image: "" })).toEqual(err(1402));
  });
});

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
    expect(read(id)).toEqual(standing(id, { status: "approved" }));
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
      standing(id, { revision: 2, status: "approved", words: OTHER_WORDS, date: 2 }),
    );
  });

  test("waits while a suggestion of the receiver is not accepted (1309)", () => {
    const id = chain.newEndorsement(alice, bob);
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    expect(chain.call(bob, "approve-endorsement", Cl.uint(id)).result).toEqual(err(1309));
    chain.call(alice, "edit-endorsement", ...edit(id, OTHER_WORDS, 3));
    expect(chain.call(bob, "approve-endorsement", Cl.uint(id)).result).toEqual(OK);
    expect(read(id)).toEqual(
      standing(id, { revision: 3, status: "approved", words: OTHER_WORDS, date: 2 }),
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
      expect(read(id)).toEqual(standing(id, { status: "approved", shown }));
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
