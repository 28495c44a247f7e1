import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countCodePoints, truncate } from "../text.ts";

describe("lengths count code points, as Clarity's string-utf8 does", () => {
  test("an astral character counts once", () => {
    expect(countCodePoints("💛".repeat(2048))).toBe(2048);
  });

  test("truncation never exceeds its length and never splits a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.integer({ min: 1, max: 40 }),
        (text, length) => {
          const cut = truncate(text, length);
          expect(countCodePoints(cut)).toBeLessThanOrEqual(length);
          expect(cut.isWellFormed()).toBe(text.isWellFormed() || cut.isWellFormed());
          if (countCodePoints(text) <= length) expect(cut).toBe(text);
        },
      ),
    );
  });
});
