import { beforeEach, expect, it, vi } from "vitest";
import {
  forgetSentEndorsement,
  isBegun,
  keepSent,
  sentEndorsements,
  takeUpSent,
  unsentEndorsement,
  updateSentWords,
} from "./unsent.ts";

const sender = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
const txId = `0x${"ab".repeat(32)}`;
const written = {
  image: null,
  recipient: null,
  organization: null,
  title: "Words for the tired",
  description: "Whoever reads at midnight thanks you.",
};

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const sent = {
  transaction: {
    txId,
    address: sender,
    event: "SUBMIT_ENDORSEMENT" as const,
    metaData: {},
    sentAt: 1,
    announced: false,
  },
  words: written,
};

it("keeps the words of each endorsement that failed, whatever the form holds meanwhile", () => {
  const other = { ...sent.transaction, txId: `0x${"cd".repeat(32)}` };
  keepSent(sent);
  keepSent({ transaction: other, words: { ...written, title: "Another" } });
  unsentEndorsement(sender).write({ ...written, title: "A third" });
  updateSentWords({ ...sent.transaction, other: "Your wallet sent something else." });
  forgetSentEndorsement(other);
  expect(sentEndorsements(sender).read()).toEqual([
    { ...sent, transaction: { ...sent.transaction, other: "Your wallet sent something else." } },
  ]);
});

it("moves words that failed into the form when they are written again", () => {
  keepSent(sent);
  takeUpSent(sent);
  expect(unsentEndorsement(sender).read()).toEqual(written);
  expect(sentEndorsements(sender).read()).toEqual([]);
});

it("tells begun words from a form in which nothing is written", () => {
  expect(isBegun(sender)).toBe(false);
  unsentEndorsement(sender).write({ ...written, title: " ", description: "" });
  expect(isBegun(sender)).toBe(false);
  unsentEndorsement(sender).write({ ...written, title: "" });
  expect(isBegun(sender)).toBe(true);
});

it("keeps a draft whose text is far too long", () => {
  const tooLong = { ...written, description: "x".repeat(50_000) };
  unsentEndorsement(sender).write(tooLong);
  expect(unsentEndorsement(sender).read()).toEqual(tooLong);
});
