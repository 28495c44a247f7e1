import { Cl } from "@stacks/transactions";
import { beforeEach, describe, expect, test } from "vitest";
import { edit, err, OK, OTHER_WORDS, print, WORDS, type Words, wordFields } from "./arguments.ts";
import { deployer } from "./chain.ts";
import { pendingBurn, pendingMint, startPair } from "./endorsement.ts";

const { chain, newPair, read, pendingOwner } = await startPair();

const THIRD_WORDS = { ...WORDS, title: "Third" };

let pair: ReturnType<typeof newPair>;
let alice: string;
let bob: string;
let id: number;
beforeEach(() => {
  pair = newPair();
  ({ alice, bob } = pair);
  id = chain.newEndorsement(alice, bob);
});

const change = (editor: string, words: Words, date?: number) =>
  chain.call(editor, "edit-endorsement", ...edit(id, words, date));

describe("edit-endorsement by the sender", () => {
  test("replaces the words that the sender stands by", () => {
    const words = pair.digest({ words: OTHER_WORDS, date: 2 });
    const outcome = change(alice, OTHER_WORDS, 2);
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("edit-endorsement", {
        id: Cl.uint(id),
        words: Cl.bufferFromHex(words),
        editor: Cl.principal(alice),
        ...wordFields(OTHER_WORDS),
        date: Cl.uint(2),
        suggested: Cl.bool(false),
      }),
    ]);
    expect(read(id)).toEqual(pair.expected(id, { words: OTHER_WORDS, date: 2 }));
  });

  test("burns the receiver's pending asset and mints one for the new words", () => {
    const [before, after] = [pair.digest(), pair.digest({ words: OTHER_WORDS, date: 2 })];
    expect(change(alice, OTHER_WORDS, 2).movements).toEqual([
      pendingBurn(id, before, bob),
      pendingMint(id, after, bob),
    ]);
    expect(pendingOwner(id, before)).toEqual(Cl.none());
    expect(pendingOwner(id, after)).toEqual(Cl.some(Cl.principal(bob)));
  });

  test("moves the asset also when the words stay the same", () => {
    const words = pair.digest();
    expect(change(alice, WORDS).movements).toEqual([
      pendingBurn(id, words, bob),
      pendingMint(id, words, bob),
    ]);
  });

  test("accepts a suggestion with the date of the sender's own call", () => {
    change(bob, OTHER_WORDS, 2);
    change(alice, OTHER_WORDS, 3);
    expect(read(id)).toEqual(pair.expected(id, { words: OTHER_WORDS, date: 3 }));
  });

  test("drops a suggestion when the words are others", () => {
    change(bob, OTHER_WORDS, 2);
    change(alice, THIRD_WORDS, 3);
    expect(read(id)).toEqual(pair.expected(id, { words: THIRD_WORDS, date: 3 }));
  });
});

describe("edit-endorsement by the receiver", () => {
  const suggested = (words: Words, date: number) => ({ suggestion: { words, date } });

  test("makes a suggestion, which moves no asset", () => {
    const outcome = change(bob, OTHER_WORDS, 2);
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("edit-endorsement", {
        id: Cl.uint(id),
        words: Cl.bufferFromHex(pair.digest()),
        editor: Cl.principal(bob),
        ...wordFields(OTHER_WORDS),
        date: Cl.uint(2),
        suggested: Cl.bool(true),
      }),
    ]);
    expect(outcome.movements).toEqual([]);
    expect(read(id)).toEqual(pair.expected(id, suggested(OTHER_WORDS, 2)));
    expect(pendingOwner(id, pair.digest())).toEqual(Cl.some(Cl.principal(bob)));
  });

  test("keeps the words that the sender wrote last", () => {
    change(alice, OTHER_WORDS, 2);
    change(bob, THIRD_WORDS, 3);
    const standing = { words: OTHER_WORDS, date: 2 };
    expect(read(id)).toEqual(pair.expected(id, { ...standing, ...suggested(THIRD_WORDS, 3) }));
  });

  test("replaces the receiver's earlier suggestion", () => {
    change(bob, OTHER_WORDS, 2);
    change(bob, THIRD_WORDS, 3);
    expect(read(id)).toEqual(pair.expected(id, suggested(THIRD_WORDS, 3)));
  });

  test("takes the suggestion back when the words are the standing ones, whatever their date", () => {
    change(bob, OTHER_WORDS, 2);
    const outcome = change(bob, WORDS, 3);
    expect(outcome.prints).toEqual([
      print("edit-endorsement", {
        id: Cl.uint(id),
        words: Cl.bufferFromHex(pair.digest()),
        editor: Cl.principal(bob),
        ...wordFields(WORDS),
        date: Cl.uint(3),
        suggested: Cl.bool(false),
      }),
    ]);
    expect(outcome.movements).toEqual([]);
    expect(read(id)).toEqual(pair.expected(id));
  });
});

describe("edit-endorsement", () => {
  test("refuses everybody but the sender and the receiver (1305)", () => {
    for (const caller of [deployer, chain.newWatcher(), chain.newMember()]) {
      expect(change(caller, OTHER_WORDS).result).toEqual(err(1305));
    }
  });

  test("refuses an endorsement that does not exist (1300)", () => {
    const outcome = chain.call(alice, "edit-endorsement", ...edit(99_999, WORDS));
    expect(outcome.result).toEqual(err(1300));
  });

  test.each(["approve-endorsement", "burn-endorsement"])("refuses after %s (1307)", (method) => {
    chain.call(bob, method, Cl.uint(id));
    expect(change(alice, OTHER_WORDS).result).toEqual(err(1307));
    expect(change(bob, OTHER_WORDS).result).toEqual(err(1307));
  });

  test("refuses after a withdrawal (1307)", () => {
    chain.call(alice, "withdraw-endorsement", Cl.uint(id), Cl.none());
    expect(change(alice, OTHER_WORDS).result).toEqual(err(1307));
  });

  test("accepts the height of its own block, not a later one (1304) or zero (1309)", () => {
    for (const editor of [alice, bob]) {
      expect(change(editor, WORDS, chain.nextHeight()).result).toEqual(OK);
      expect(change(editor, WORDS, chain.nextHeight() + 1).result).toEqual(err(1304));
      expect(change(editor, WORDS, 0).result).toEqual(err(1309));
    }
  });

  test("refuses an empty title (1400), description (1401) and image (1402)", () => {
    const blank = (part: Partial<Words>) => change(bob, { ...WORDS, ...part }).result;
    expect(blank({ title: "" })).toEqual(err(1400));
    expect(blank({ description: "" })).toEqual(err(1401));
    expect(blank({ image: "" })).toEqual(err(1402));
  });

  test("refuses a sender who no longer represents the organization (1203)", () => {
    const admin = chain.newStranger();
    const org = chain.newOrganization(admin, "stonemasons", [alice]);
    id = chain.newEndorsement(alice, bob, WORDS, "stonemasons");
    expect(change(alice, OTHER_WORDS).result).toEqual(OK);
    chain.call(admin, "remove-representative", Cl.uint(org), Cl.principal(alice));
    expect(change(alice, WORDS).result).toEqual(err(1203));
    expect(change(bob, WORDS).result).toEqual(OK);
  });

  test("refuses the sender's words for a closed organization (1206)", () => {
    const org = chain.newOrganization(alice, "closing");
    id = chain.newEndorsement(alice, bob, WORDS, "closing");
    chain.call(alice, "close-organization", Cl.uint(org));
    expect(change(alice, OTHER_WORDS).result).toEqual(err(1206));
  });
});
