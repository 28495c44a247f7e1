import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ContractEvent } from "../contract-event.ts";
import { foldBlocked } from "../fold/blocked.ts";
import { FoldError, subjectOf } from "../fold/chain-entry.ts";
import { type EndorsementState, foldEndorsement, standingWords } from "../fold/endorsement.ts";
import { foldOrganization, type OrganizationState } from "../fold/organization.ts";
import { foldPerson, nobody, type PersonState } from "../fold/person.ts";
import { foldWatcher } from "../fold/watcher.ts";

const alice = "ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5";
const bob = "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG";
const carol = "ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC";
const time = 1_700_000_000;
const txId = `0x${"ab".repeat(32)}`;

const entry = (event: ContractEvent) => ({ blockHeight: 9, blockTime: time, txId, event });

const textOf = (text: string) => ({ title: text, description: text, image: `ipfs://${text}` });
const words = (text: string, height = 5) => ({ ...textOf(text), height });
const hash = (text: string) => `0x${text.padEnd(64, "0")}`;

const submitted: ContractEvent = {
  topic: "submit-endorsement",
  id: 1,
  words: hash("first"),
  sender: alice,
  receiver: bob,
  ...textOf("first"),
  "block-height": 5,
  org: null,
};

const edited = (text: string, date = 6): ContractEvent => ({
  topic: "edit-endorsement",
  id: 1,
  words: hash(text),
  editor: alice,
  ...textOf(text),
  date,
  suggested: false,
});

/** @param standing the text that the author stands by */
const suggested = (text: string, standing = "first"): ContractEvent => ({
  topic: "edit-endorsement",
  id: 1,
  words: hash(standing),
  editor: bob,
  ...textOf(text),
  date: 7,
  suggested: text !== standing,
});

const approved = (text: string, date = 5): ContractEvent => ({
  topic: "approve-endorsement",
  id: 1,
  words: hash(text),
  sender: alice,
  receiver: bob,
  ...textOf(text),
  date,
});

const withdrawn = (earned: boolean, reason: string | null = null): ContractEvent => ({
  topic: "withdraw-endorsement",
  id: 1,
  by: alice,
  reason,
  earned,
});

function endorsement(...events: ContractEvent[]): EndorsementState | null {
  return events.reduce<EndorsementState | null>(
    (state, event) => foldEndorsement(state, entry(event)),
    null,
  );
}

describe("foldEndorsement", () => {
  test("keeps what was sent first beside the author's newest words", () => {
    const state = endorsement(submitted, edited("second"), edited("third", 8));
    expect(state).toMatchObject({
      words: words("first"),
      draft: words("third", 8),
      wordsHash: hash("third"),
    });
  });

  test("keeps a suggestion apart from what the author stands by", () => {
    const state = endorsement(submitted, suggested("wish"));
    expect(state).toMatchObject({
      words: words("first"),
      draft: null,
      suggestion: { ...words("wish", 7), by: bob, at: time },
      wordsHash: hash("first"),
    });
  });

  test("drops the suggestion when the receiver edits back to what the author stands by", () => {
    const state = endorsement(submitted, suggested("wish"), suggested("first"));
    expect(state).toEqual(endorsement(submitted));
  });

  test("drops the suggestion when the author edits, and dates the words as the author did", () => {
    const state = endorsement(submitted, suggested("wish"), edited("wish", 8));
    expect(state).toMatchObject({
      draft: words("wish", 8),
      suggestion: null,
      wordsHash: hash("wish"),
    });
  });

  test("approves what the author stands by and drops an unanswered suggestion", () => {
    const state = endorsement(
      submitted,
      edited("second"),
      suggested("wish", "second"),
      approved("second", 6),
    );
    expect(state).toMatchObject({
      status: "approved",
      words: words("second", 6),
      draft: null,
      suggestion: null,
      shown: true,
    });
  });

  test("hides and shows an approved endorsement", () => {
    const hide: ContractEvent = { topic: "display-status", id: 1, shown: false, by: bob };
    expect(endorsement(submitted, approved("first"), hide)?.shown).toBe(false);
    expect(endorsement(submitted, approved("first"), hide, { ...hide, shown: true })?.shown).toBe(
      true,
    );
  });

  test("marks a burned endorsement as rejected", () => {
    const burn: ContractEvent = {
      topic: "burn-endorsement",
      id: 1,
      words: hash("first"),
      sender: alice,
      receiver: bob,
    };
    expect(endorsement(submitted, suggested("wish"), burn)).toMatchObject({
      status: "rejected",
      suggestion: null,
    });
  });

  test("keeps who withdrew an approved endorsement, why and in which block", () => {
    const state = endorsement(submitted, approved("first"), withdrawn(true, "A mistake"));
    expect(state).toMatchObject({
      status: "withdrawn",
      words: words("first"),
      withdrawal: { by: alice, reason: "A mistake", height: 9, at: time, txId },
    });
  });

  test("has no withdrawal to show of an endorsement that was withdrawn before a decision", () => {
    const state = endorsement(submitted, suggested("wish"), withdrawn(false));
    expect(state).toMatchObject({ status: "withdrawn", withdrawal: null, suggestion: null });
  });

  test("marks an approved or withdrawn endorsement as discarded", () => {
    const discard: ContractEvent = {
      topic: "discard-endorsement",
      id: 1,
      sender: alice,
      receiver: bob,
    };
    expect(endorsement(submitted, approved("first"), discard)?.status).toBe("discarded");
    const state = endorsement(submitted, approved("first"), withdrawn(true), discard);
    expect(state?.status).toBe("discarded");
  });

  /** What a series of edits by the author and suggestions by the receiver leaves. */
  function afterEdits(list: { byAuthor: boolean; text: string }[]) {
    const events: ContractEvent[] = [];
    let standing = "first";
    for (const { byAuthor, text } of list) {
      events.push(byAuthor ? edited(text) : suggested(text, standing));
      if (byAuthor) standing = text;
    }
    const state = endorsement(submitted, ...events);
    if (state === null) throw new Error("There is no endorsement");
    return { state, standing };
  }

  test("stands by nothing but the author's words after any edits and suggestions", () => {
    const edits = fc.array(
      fc.record({ byAuthor: fc.boolean(), text: fc.string({ minLength: 1, maxLength: 3 }) }),
    );
    fc.assert(
      fc.property(edits, (list) => {
        const { state, standing } = afterEdits(list);
        const last = list.at(-1) ?? { byAuthor: true, text: standing };
        const open = last.byAuthor || last.text === standing ? undefined : last.text;
        expect(state.words).toEqual(words("first"));
        expect(standingWords(state).title).toBe(standing);
        expect(state.wordsHash).toBe(hash(standing));
        expect(state.suggestion?.title).toBe(open);
      }),
    );
  });

  test("throws if the submission is missing", () => {
    expect(() => foldEndorsement(null, entry(edited("x")))).toThrow(FoldError);
  });
});

describe("foldPerson", () => {
  const registered: ContractEvent = {
    topic: "register-profile",
    principal: alice,
    bns: "btc",
    "bns-name": "alice",
    statement: null,
    image: "ipfs://a",
  };
  const suspended: ContractEvent = {
    topic: "watcher-remove-profile",
    principal: alice,
    watcher: bob,
  };

  const person = (...events: ContractEvent[]) =>
    events.reduce<PersonState>((state, event) => foldPerson(state, entry(event)), nobody);

  test("registers, changes and removes a profile", () => {
    const changed = [
      registered,
      { topic: "update-statement", principal: alice, statement: "Hi" },
      { topic: "update-profile-image-url", principal: alice, image: "ipfs://b" },
    ] as const satisfies ContractEvent[];
    expect(person(...changed).profile).toEqual({
      address: alice,
      bnsName: "alice",
      bns: "btc",
      statement: "Hi",
      image: "ipfs://b",
    });
    const moved: ContractEvent = {
      topic: "remove-profile",
      principal: alice,
      reason: "name-moved",
    };
    expect(person(...changed, moved)).toEqual(nobody);
  });

  test("removes the profile of a suspended principal, and does not bring it back", () => {
    expect(person(registered, suspended)).toEqual({ profile: null, suspended: true });
    const restored: ContractEvent = { ...suspended, topic: "watcher-restore-profile" };
    expect(person(registered, suspended, restored)).toEqual(nobody);
  });

  test("suspends a principal that has no profile", () => {
    expect(person(suspended)).toEqual({ profile: null, suspended: true });
  });

  test("throws if the registration is missing", () => {
    const event: ContractEvent = { topic: "update-statement", principal: alice, statement: "Hi" };
    expect(() => person(event)).toThrow(FoldError);
  });
});

describe("foldOrganization", () => {
  const admitted: ContractEvent = {
    topic: "watcher-new-organization",
    id: 1,
    admin: alice,
    name: "alice.btc",
    logo: "ipfs://l",
    description: "d",
    website: "w",
    invited: [bob],
    watcher: carol,
  };

  const organization = (...events: ContractEvent[]) =>
    events.reduce<OrganizationState | null>(
      (state, event) => foldOrganization(state, entry(event)),
      null,
    );

  test("is open at first, with its admin alone, and invites the others", () => {
    expect(organization(admitted)).toMatchObject({
      admin: alice,
      open: true,
      members: [],
      invited: [bob],
    });
  });

  test("makes a member of somebody who accepts", () => {
    const state = organization(
      admitted,
      { topic: "add-representative", id: 1, representative: carol, by: alice },
      { topic: "accept-representation", id: 1, representative: carol },
    );
    expect(state).toMatchObject({ members: [carol], invited: [bob] });
  });

  const declines = { topic: "decline-representation", id: 1, representative: bob } as const;
  const resigns = { ...declines, topic: "resign-representation" } as const;
  const isRemoved = { ...declines, topic: "remove-representative", by: alice } as const;

  test.each<ContractEvent>([declines, isRemoved])("takes an invitation back by $topic", (event) => {
    expect(organization(admitted, event)?.invited).toEqual([]);
  });

  test.each<ContractEvent>([resigns, isRemoved])("unseats a member by $topic", (event) => {
    const accepted = { ...declines, topic: "accept-representation" } as const;
    expect(organization(admitted, accepted, event)).toMatchObject({ members: [], invited: [] });
  });

  test("hands the admin's seat to the proposed admin who accepts", () => {
    const proposed = organization(
      admitted,
      { topic: "accept-representation", id: 1, representative: bob },
      { topic: "propose-admin", id: 1, admin: bob, by: alice },
    );
    expect(proposed).toMatchObject({ admin: alice, proposedAdmin: bob });
    const accept = entry({ topic: "accept-admin", id: 1, admin: bob, former: alice });
    expect(foldOrganization(proposed, accept)).toMatchObject({
      admin: bob,
      members: [],
      proposedAdmin: null,
    });
  });

  test("takes somebody who declines out of both proposals for the admin's seat", () => {
    const replacement = {
      topic: "watcher-replace-admin",
      id: 1,
      from: 2016,
      watcher: carol,
    } as const;
    const proposed = organization(
      admitted,
      { topic: "propose-admin", id: 1, admin: bob, by: alice },
      { ...replacement, admin: bob },
    );
    const decline = (admin: string) =>
      foldOrganization(proposed, entry({ topic: "decline-admin", id: 1, admin }));
    expect(decline(bob)).toMatchObject({ proposedAdmin: null, replacement: null });
    expect(decline(carol)).toMatchObject({ proposedAdmin: bob, replacement: { admin: bob } });
  });

  test("takes the admin's own proposal back when they propose themselves", () => {
    const state = organization(
      admitted,
      { topic: "propose-admin", id: 1, admin: bob, by: alice },
      { topic: "propose-admin", id: 1, admin: alice, by: alice },
    );
    expect(state?.proposedAdmin).toBeNull();
  });

  test("keeps a watcher's proposal until the admin refuses it", () => {
    const replace: ContractEvent = {
      topic: "watcher-replace-admin",
      id: 1,
      admin: bob,
      from: 2_020,
      watcher: carol,
    };
    expect(organization(admitted, replace)?.replacement).toEqual({ admin: bob, from: 2_020 });
    const refuse: ContractEvent = { topic: "refuse-replacement", id: 1, admin: bob, by: alice };
    expect(organization(admitted, replace, refuse)?.replacement).toBeNull();
    expect(organization(admitted, replace, { ...replace, admin: alice })?.replacement).toBeNull();
  });

  test("keeps a closed organization", () => {
    const closed = organization(admitted, { topic: "close-organization", id: 1, by: alice });
    expect(closed).toMatchObject({ open: false, admin: alice, invited: [bob] });
  });
});

describe("the other folds", () => {
  test("add and remove a watcher", () => {
    expect(foldWatcher(false, entry({ topic: "add-watcher", watcher: bob, by: alice }))).toBe(true);
    expect(foldWatcher(true, entry({ topic: "remove-watcher", watcher: bob, by: alice }))).toBe(
      false,
    );
  });

  test("block and unblock a sender or an organization", () => {
    const sender = { principal: bob, sender: alice };
    expect(foldBlocked(false, entry({ topic: "block-sender", ...sender }))).toBe(true);
    expect(foldBlocked(true, entry({ topic: "unblock-sender", ...sender }))).toBe(false);
    const organization = { principal: bob, id: 1 };
    expect(foldBlocked(false, entry({ topic: "block-organization", ...organization }))).toBe(true);
    expect(foldBlocked(true, entry({ topic: "unblock-organization", ...organization }))).toBe(
      false,
    );
  });

  test("say whose state an event changes", () => {
    expect(subjectOf({ topic: "remove-profile", principal: alice, reason: "owner" })).toEqual({
      kind: "people",
      key: alice,
    });
    expect(subjectOf(submitted)).toEqual({ kind: "endorsements", key: 1 });
    expect(subjectOf({ topic: "block-sender", principal: bob, sender: alice })).toEqual({
      kind: "blocked-senders",
      key: `${bob} ${alice}`,
    });
    expect(subjectOf({ topic: "block-organization", principal: bob, id: 3 })).toEqual({
      kind: "blocked-organizations",
      key: `${bob} 3`,
    });
  });
});
