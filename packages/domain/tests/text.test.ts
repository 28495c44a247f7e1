import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contactSchema } from "../contact.ts";
import { calls } from "../http/contract.ts";
import { limits } from "../limits.ts";
import { countCodePoints, truncate, truncateName } from "../text.ts";

describe("lengths count code points, as Clarity's string-utf8 does", () => {
  test("an astral character counts once", () => {
    expect(countCodePoints("💛".repeat(2048))).toBe(2048);
  });

  test("what is sought or written counts so too", () => {
    const { search } = calls.pageProfiles.query.shape;
    expect(search.safeParse("💛".repeat(limits.searchCodePoints)).success).toBe(true);
    expect(search.safeParse("💛".repeat(limits.searchCodePoints + 1)).success).toBe(false);
    const { message } = contactSchema.shape;
    expect(message.safeParse("💛".repeat(limits.contactMessageCodePoints)).success).toBe(true);
    expect(message.safeParse("💛".repeat(limits.contactMessageCodePoints + 1)).success).toBe(false);
  });

  test("a name is cut before its domain", () => {
    expect(truncateName("clarityuniverse.btc", 10)).toBe("clarityun….btc");
    expect(truncateName("atelier.btc", 10)).toBe("atelier.btc");
    expect(truncateName("somebodywithout", 10)).toBe("somebodyw…");
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
