import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffPart, diffWords, splitSpace } from "./word-diff.ts";

const side = (parts: DiffPart[], without: DiffPart["kind"]) =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("");

describe("diffWords", () => {
  it("marks words that were removed and added", () => {
    expect(diffWords("She read it twice.", "She read it three times.")).toEqual([
      { kind: "same", text: "She read it " },
      { kind: "removed", text: "twice." },
      { kind: "added", text: "three times." },
    ]);
  });

  it("finds no difference in equal texts", () => {
    expect(diffWords("as it was", "as it was")).toEqual([{ kind: "same", text: "as it was" }]);
    expect(diffWords("", "")).toEqual([]);
  });

  it("marks no word that only ends one text and goes on in the other", () => {
    expect(diffWords("Gave the commission away", "Shared the commission")).toEqual([
      { kind: "removed", text: "Gave " },
      { kind: "added", text: "Shared " },
      { kind: "same", text: "the commission" },
      { kind: "removed", text: " away" },
    ]);
  });

  it("splits off the space around words, but not where a part is only space", () => {
    expect(splitSpace("three times ")).toEqual(["", "three times", " "]);
    expect(splitSpace(" twice.")).toEqual([" ", "twice.", ""]);
    expect(splitSpace(" \n")).toEqual(["", " \n", ""]);
  });

  it("keeps every word of both texts", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", " ", "\n", "word"), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffWords(before.join(""), after.join(""));
        expect(side(parts, "added")).toBe(before.join(""));
        expect(side(parts, "removed")).toBe(after.join(""));
      }),
    );
  });
});
