import { beforeEach, expect, it, vi } from "vitest";
import { unsentEdit } from "./unsent-edit.ts";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const words = (title: string) => ({ title, description: "She did.", image: "ipfs://soup" });
const edit = unsentEdit("edit 7");
const better = { begunOn: words("Good"), words: words("Better") };

it("keeps what is written when the author stands by other words", () => {
  edit.write(better);
  expect(edit.read(words("Good"))).toEqual(better);
  expect(edit.read(words("Great"))).toEqual(better);
  expect(unsentEdit("edit 8").read(words("Good"))).toBeNull();
});

it("drops what was sent once the author stands by other words", () => {
  edit.write(better);
  edit.markSent(better.words, "0x01");
  edit.write(better);
  expect(edit.read(words("Good"))).toEqual(better);
  expect(edit.read(words("Great"))).toBeNull();
});

it("keeps what is written beside other words that were sent, or after them", () => {
  edit.write(better);
  edit.markSent(words("Best"), "0x01");
  expect(edit.read(words("Great"))).toEqual(better);
  edit.markSent(better.words, "0x01");
  edit.write({ ...better, words: words("Best") });
  expect(edit.read(words("Great"))).toEqual({ ...better, words: words("Best") });
});

it("keeps what was sent and failed when the author stands by other words", () => {
  edit.write(better);
  edit.markSent(better.words, "0x01");
  edit.markFailed("0x02");
  expect(edit.read(words("Great"))).toBeNull();
  edit.markFailed("0x01");
  expect(edit.read(words("Great"))).toEqual(better);
});
