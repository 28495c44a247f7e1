import { Cl } from "@stacks/transactions";
import { describe, expect, test } from "vitest";
import { edit, err, OTHER_WORDS, print, WORDS, type Words, wordFields } from "./arguments.ts";
import { deployer } from "./chain.ts";
import { startPair } from "./pair.ts";
import { draft, pendingBurn, pendingMint } from "./standing.ts";

const { chain, alice, bob, stands, read, pendingOwner } = await startPair();

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
    expect(read(id)).toEqual(stands(id, { revision: 2, draft: draft(OTHER_WORDS, 2, true) }));
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
    expect(read(id)).toEqual(stands(id, { revision: 2, draft: draft(OTHER_WORDS, 2, false) }));
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
      stands(id, { revision: 3, words: OTHER_WORDS, date: 2, draft: draft(third, 3, false) }),
    );
  });

  test("forgets a suggestion that the sender answers with other words", () => {
    const id = chain.newEndorsement(alice, bob);
    const third = { ...WORDS, title: "Third" };
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    chain.call(alice, "edit-endorsement", ...edit(id, third, 3));
    expect(read(id)).toEqual(stands(id, { revision: 3, draft: draft(third, 3, true) }));
  });

  test("forgets a suggestion that the receiver replaces by another", () => {
    const id = chain.newEndorsement(alice, bob);
    const third = { ...WORDS, title: "Third" };
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    chain.call(bob, "edit-endorsement", ...edit(id, third, 3));
    expect(read(id)).toEqual(stands(id, { revision: 3, draft: draft(third, 3, false) }));
  });

  test("dates a suggestion anew when the receiver repeats it", () => {
    const id = chain.newEndorsement(alice, bob);
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 3));
    expect(read(id)).toEqual(stands(id, { revision: 3, draft: draft(OTHER_WORDS, 3, false) }));
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
    expect(read(id)).toEqual(stands(id, { revision: 3, draft: draft(OTHER_WORDS, 2, true) }));
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

  test("in an organization's name is refused to who no longer represents it (1203)", () => {
    const admin = chain.newStranger();
    const org = chain.newOrganization(admin, "stonemasons", [alice]);
    const id = chain.newEndorsement(alice, bob, WORDS, "stonemasons");
    const change = (editor: string) =>
      chain.call(editor, "edit-endorsement", ...edit(id, OTHER_WORDS)).result.type;
    expect(change(alice)).toBe("ok");
    chain.call(admin, "remove-representative", Cl.uint(org), Cl.principal(alice));
    const outcome = chain.call(alice, "edit-endorsement", ...edit(id, WORDS));
    expect(outcome.result).toEqual(err(1203));
    expect(change(bob)).toBe("ok");
  });
});
