import { beforeEach, expect, it, vi } from "vitest";
import { restoreUnsent, sentEndorsement, unsentEndorsement } from "./unsent.ts";

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

it("puts the words back into the form when the transaction fails", () => {
  unsentEndorsement(sender).write(written);
  sentEndorsement(txId).write(written);
  unsentEndorsement(sender).remove();
  expect(unsentEndorsement(sender).read()).toBeNull();
  restoreUnsent(txId, sender);
  expect(unsentEndorsement(sender).read()).toEqual(written);
});

it("leaves the form alone when it holds other words", () => {
  const begun = { ...written, title: "Another", description: "" };
  sentEndorsement(txId).write(written);
  unsentEndorsement(sender).write(begun);
  restoreUnsent(txId, sender);
  expect(unsentEndorsement(sender).read()).toEqual(begun);
});
