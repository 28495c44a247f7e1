import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contactSchema } from "../contact.ts";
import { isBlank, splitHidden } from "../hidden-text.ts";
import { calls } from "../http/contract.ts";
import { limits } from "../limits.ts";
import { countCodePoints, truncate } from "../text.ts";
import { textSchema } from "../text-schema.ts";

describe("text", () => {
  test("counts a character outside the basic plane once, as Clarity does", () => {
    expect(countCodePoints("💛".repeat(2048))).toBe(2048);
  });

  test("limits searches and messages by code points", () => {
    const { search } = calls.pageProfiles.query.shape;
    expect(search.safeParse("💛".repeat(limits.searchCodePoints)).success).toBe(true);
    expect(search.safeParse("💛".repeat(limits.searchCodePoints + 1)).success).toBe(false);
    const { message } = contactSchema.shape;
    expect(message.safeParse("💛".repeat(limits.contactMessageCodePoints)).success).toBe(true);
    expect(message.safeParse("💛".repeat(limits.contactMessageCodePoints + 1)).success).toBe(false);
  });

  test("is truncated to the given length without splitting a character", () => {
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

  test("is blank when nothing of it can be seen", () => {
    for (const text of ["", "  \n", "\u200b\u200d", "\u3164", "\u2800 \u2800", "\u00ad\u202e"]) {
      expect(isBlank(text), JSON.stringify(text)).toBe(true);
      expect(textSchema(10).safeParse(text).success).toBe(false);
    }
    for (const text of ["a", " 💛 ", "\u200bא"]) expect(isBlank(text), text).toBe(false);
  });

  test("is split at hidden characters", () => {
    expect(splitHidden("owes \u202e000,01")).toEqual([
      { kind: "plain", text: "owes " },
      { kind: "hidden", text: "\u202e" },
      { kind: "plain", text: "000,01" },
    ]);
    expect(splitHidden("a\u200bb").map(({ kind }) => kind)).toEqual(["plain", "hidden", "plain"]);
  });

  test("keeps line breaks and emoji of several parts whole", () => {
    for (const text of [
      "one\ntwo\tthree",
      "👩🏽\u200d🚀",
      "❤\ufe0f",
      "👨\u200d👩\u200d👧",
      "1\ufe0f\u20e3",
    ]) {
      expect(splitHidden(text)).toEqual([{ kind: "plain", text }]);
    }
  });

  test("loses nothing when it is split", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(
          splitHidden(text)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});
