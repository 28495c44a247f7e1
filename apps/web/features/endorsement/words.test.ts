import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { expect, test } from "vitest";
import { isBackdated, offerChanged, standingWordsChanged, suggestionChanged } from "./words.ts";

const person = {
  address: "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK",
  bns_name: "alice",
  bns: "btc",
  profileImageUrl: "",
};
const words = {
  title: "Kept the books",
  endorsement: "For three clubs.",
  milestoneURI: "ipfs://bafkreicymhbhfmvdzyz7kf645sbngynbbxpodn6ryxcvukfnkolj5fqpbi",
};
const suggested = { by: person.address, date: "2026-11-20T12:10:00.000Z" };
const suggestion = { ...words, ...suggested, endorsement: "For two clubs." };

const shown: Endorsement = {
  id: 1,
  approved: false,
  shown: true,
  ...words,
  category: "N/A",
  date: "2026-11-20T12:00:00.000Z",
  height: 1,
  signedHeight: 1,
  wordsDate: "2026-11-20T12:00:00.000Z",
  wordsHeight: 1,
  wordsHash: `0x${"0".repeat(64)}`,
  senderIssued: 1,
  txId: `0x${"0".repeat(64)}`,
  column_sender: person,
  column_receiver: person,
  suggestion,
};
const { suggestion: _, ...withoutSuggestion } = shown;

test.each([
  ["the words", { draft: { ...words, title: "Kept the books well" } }],
  ["their digest alone, as with another date or sender", { wordsHash: `0x${"1".repeat(64)}` }],
])("notices that the author stands by something else: %s", (_name, change) => {
  const latest = { ...shown, ...change };
  expect(standingWordsChanged(shown, latest)).toBe(true);
  expect(suggestionChanged(shown, latest)).toBe(false);
  expect(offerChanged(shown, latest)).toBe(true);
});

test.each([
  ["words", { endorsement: "For no club." }],
  ["image", { milestoneURI: "" }],
])("notices that the receiver swapped the suggestion's %s", (_name, change) => {
  const latest = { ...shown, suggestion: { ...suggestion, ...change } };
  expect(standingWordsChanged(shown, latest)).toBe(false);
  expect(suggestionChanged(shown, latest)).toBe(true);
  expect(offerChanged(shown, latest)).toBe(true);
});

test("counts words that are held back or shown again as unchanged", () => {
  const held: Endorsement = {
    ...shown,
    title: "",
    endorsement: "",
    milestoneURI: "",
    column_sender: { ...person, suspended: true },
  };
  expect(standingWordsChanged(shown, held)).toBe(false);
  expect(standingWordsChanged(held, shown)).toBe(false);
});

test("notices a suggestion that comes or goes", () => {
  expect(suggestionChanged(shown, withoutSuggestion)).toBe(true);
  expect(suggestionChanged(withoutSuggestion, shown)).toBe(true);
  expect(suggestionChanged(withoutSuggestion, withoutSuggestion)).toBe(false);
});

test("takes a date of more than 1,000 blocks before the words' own block for a claim", () => {
  const submitted = { ...shown, height: 5, wordsHeight: 1_005, signedHeight: 5 };
  expect(isBackdated(submitted)).toBe(false);
  expect(isBackdated({ ...submitted, wordsHeight: 1_006 })).toBe(true);
});

test("lets the same words pass when a fork records them in another block", () => {
  const date = "2026-11-20T12:20:00.000Z";
  const latest = { ...shown, approved: true, suggestion: { ...suggestion, date } };
  expect(offerChanged(shown, latest)).toBe(false);
});
