import { beforeEach, expect, it, vi } from "vitest";
import { dropUnsent, keepSent, keepUnsent, readUnsent, takeBackSent } from "./unsent.ts";

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

it("has the words of a failed sending back in the form, though the page was left meanwhile", () => {
  keepUnsent(sender, written);
  keepSent(txId, written);
  dropUnsent(sender);
  expect(readUnsent(sender)).toBeNull();
  takeBackSent(txId, sender);
  expect(readUnsent(sender)).toEqual(written);
});

it("leaves the form alone where other words have been begun", () => {
  const begun = { ...written, title: "Another", description: "" };
  keepSent(txId, written);
  keepUnsent(sender, begun);
  takeBackSent(txId, sender);
  expect(readUnsent(sender)).toEqual(begun);
});
