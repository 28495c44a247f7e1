import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ContractEvent } from "../contract-event.ts";
import { FoldError, touchedBy } from "../fold/chain-entry.ts";
import { type EndorsementState, foldEndorsement } from "../fold/endorsement.ts";
import { foldOrganization, type OrganizationState } from "../fold/organization.ts";
import { foldProfile, type ProfileState } from "../fold/profile.ts";
import { foldWatcher } from "../fold/watcher.ts";

const alice = "ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5";
const bob = "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG";

const entry = (event: ContractEvent) => ({
  blockTime: 1_700_000_000,
  txId: `0x${"ab".repeat(32)}`,
  event,
});

const words = (text: string) => ({ title: text, description: text, image: `ipfs://${text}` });

const submitted: ContractEvent = {
  topic: "submit-endorsement",
  id: 1,
  revision: 1,
  sender: alice,
  receiver: bob,
  ...words("first"),
  "block-height": 5,
  org: null,
};

const edited = (
  revision: number,
  editor: string,
  text: string,
  accepted: boolean,
): ContractEvent => ({
  topic: "edit-endorsement",
  id: 1,
  revision,
  editor,
  ...words(text),
  date: 5,
  accepted,
});

function endorsement(...events: ContractEvent[]): EndorsementState | null {
  return events.reduce<EndorsementState | null>(
    (state, event) => foldEndorsement(state, entry(event)),
    null,
  );
}

describe("an endorsement's drafts", () => {
  test("the sender's edit is an accepted draft; the settled words stay until the next", () => {
    const state = endorsement(submitted, edited(2, alice, "second", true));
    expect(state).toMatchObject({ words: words("first"), revision: 2 });
    expect(state?.draft).toEqual({ ...words("second"), accepted: true, editor: alice });
    const next = endorsement(
      submitted,
      edited(2, alice, "second", true),
      edited(3, alice, "third", true),
    );
    expect(next).toMatchObject({ words: words("second"), draft: words("third") });
  });

  test("the receiver's suggestion never becomes the settled words by being replaced", () => {
    const state = endorsement(
      submitted,
      edited(2, bob, "wish", false),
      edited(3, alice, "answer", true),
    );
    expect(state).toMatchObject({ words: words("first"), draft: words("answer") });
  });

  test("approval leaves the approved words and no draft", () => {
    const state = endorsement(submitted, edited(2, alice, "second", true), {
      topic: "approve-endorsement",
      id: 1,
      revision: 2,
      sender: alice,
      receiver: bob,
      ...words("second"),
    });
    expect(state).toMatchObject({
      status: "approved",
      draft: null,
      words: words("second"),
      shown: true,
    });
    if (state === null) throw new Error("gone");
    expect(
      foldEndorsement(state, entry({ topic: "display-status", id: 1, shown: false }))?.shown,
    ).toBe(false);
  });

  test("rejection is final in the row", () => {
    const burn: ContractEvent = {
      topic: "burn-endorsement",
      id: 1,
      revision: 1,
      sender: alice,
      receiver: bob,
    };
    expect(endorsement(submitted, burn)?.status).toBe("rejected");
  });

  test("whatever the edits, the settled words are words their author settled on", () => {
    const edits = fc.array(
      fc.record({ bySender: fc.boolean(), text: fc.string({ minLength: 1, maxLength: 3 }) }),
    );
    fc.assert(
      fc.property(edits, (list) => {
        const events = list.map(({ bySender, text }, index) =>
          edited(index + 2, bySender ? alice : bob, text, bySender),
        );
        const settled = ["first", ...list.filter((edit) => edit.bySender).map((edit) => edit.text)];
        const state = endorsement(submitted, ...events);
        expect(settled).toContain(state?.words.title);
        expect(state?.revision).toBe(list.length + 1);
        expect(state?.draft?.title).toBe(list.at(-1)?.text);
      }),
    );
  });

  test("a history with a hole is an error, not a guess", () => {
    expect(() => foldEndorsement(null, entry(edited(2, alice, "x", true)))).toThrow(FoldError);
  });
});

describe("the other nouns", () => {
  const registered: ContractEvent = {
    topic: "register-profile",
    principal: alice,
    bns: "btc",
    "bns-name": "alice",
    statement: null,
    image: "ipfs://a",
  };

  test("a profile is registered, changed and removed", () => {
    let state: ProfileState | null = foldProfile(null, entry(registered));
    expect(state).toMatchObject({ address: alice, bnsName: "alice", bns: "btc" });
    state = foldProfile(
      state,
      entry({ topic: "update-statement", principal: alice, statement: "Hi" }),
    );
    state = foldProfile(
      state,
      entry({ topic: "update-profile-image-url", principal: alice, image: "ipfs://b" }),
    );
    expect(state).toMatchObject({ statement: "Hi", image: "ipfs://b" });
    expect(
      foldProfile(
        state,
        entry({ topic: "remove-profile", principal: alice, reason: "name-moved" }),
      ),
    ).toBeNull();
  });

  test("an organization gains and loses representatives", () => {
    let state: OrganizationState | null = foldOrganization(
      null,
      entry({
        topic: "watcher-new-organization",
        id: 1,
        admin: alice,
        name: "atelier",
        logo: "ipfs://l",
        description: "d",
        website: "w",
        representatives: [alice],
        watcher: bob,
      }),
    );
    state = foldOrganization(
      state,
      entry({ topic: "add-representative", id: 1, representative: bob }),
    );
    expect(state?.representatives).toEqual([alice, bob]);
    state = foldOrganization(
      state,
      entry({ topic: "remove-representative", id: 1, representative: alice }),
    );
    expect(state?.representatives).toEqual([bob]);
  });

  test("a watcher comes and goes", () => {
    expect(foldWatcher(false, entry({ topic: "add-watcher", watcher: bob }))).toBe(true);
    expect(foldWatcher(true, entry({ topic: "remove-watcher", watcher: bob }))).toBe(false);
  });

  test("every event names exactly the nouns it touches", () => {
    expect(touchedBy(registered)).toEqual({
      profiles: [alice],
      watchers: [],
      organizations: [],
      endorsements: [],
    });
    expect(touchedBy(submitted).endorsements).toEqual([1]);
  });
});
