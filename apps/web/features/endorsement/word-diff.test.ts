import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffPart, diffWords, splitSpace } from "./word-diff.ts";

const side = (parts: DiffPart[], without: DiffPart["kind"]) =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("");

describe("the difference between two texts", () => {
  it("keeps what both have and names what one has", () => {
    expect(diffWords("She read it twice.", "She read it three times.")).toEqual([
      { kind: "same", text: "She read it " },
      { kind: "removed", text: "twice." },
      { kind: "added", text: "three times." },
    ]);
  });

  it("is nothing for the same text", () => {
    expect(diffWords("as it was", "as it was")).toEqual([{ kind: "same", text: "as it was" }]);
    expect(diffWords("", "")).toEqual([]);
  });

  it("is marked without the space after its words, and is the space where nothing else differs", () => {
    expect(splitSpace("three times ")).toEqual(["three times", " "]);
    expect(splitSpace("twice.")).toEqual(["twice.", ""]);
    expect(splitSpace(" \n")).toEqual([" \n", ""]);
  });

  it("loses no word of either", () => {
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
