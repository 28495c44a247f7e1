import fc from "fast-check";
import { encode } from "punycode.js";
import { describe, expect, it } from "vitest";
import { readName } from "./name-reading.tsx";

const punycode = (label: string) => `xn--${encode(label)}.btc`;

describe("readName", () => {
  it("reads an ordinary name as it is written", () => {
    for (const name of ["alice.btc", "bob_7.stx", "year-2024.id", "alice10.btc", "100x.btc", ""]) {
      expect(readName(name), name).toBeNull();
    }
  });

  it("decodes emoji, which look like no letters", () => {
    expect(readName("xn--4v8h.btc")).toEqual({ decoded: "🔥.btc", isAlike: false });
    for (const label of ["👩‍🚀", "fire🔥", "🇺🇸", "🅰️", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"]) {
      expect(readName(punycode(label)), label).toEqual({ decoded: `${label}.btc`, isAlike: false });
    }
  });

  it.each([
    ["an invisible joiner", "alice\u200d"],
    ["an invisible joiner between emoji", "🔥\u200d🔥"],
    ["an invisible tag", "alice\u{E0061}"],
    ["a mark of emoji without one", "alice\ufe0f"],
    ["the other spelling of an emoji", "❤"],
    ["half a flag", "🇦lice"],
    ["a letter in a square, as text", "🅰lice"],
    ["a letter in a square, as emoji", "🅰️lice"],
    ["a letter as a sign", "alℹce"],
    ["a letter as a sign, as emoji", "alℹ️ce"],
    ["a digit in a square", "he1️⃣lo"],
    ["a circle", "b⭕b"],
    ["a flag, which some systems show as two letters", "🇺🇸er"],
  ])("warns of %s", (_what, label) => {
    expect(readName(punycode(label))).toEqual({ decoded: `${label}.btc`, isAlike: true });
  });

  it("warns of every sign that is no whole emoji", () => {
    const sign = fc
      .oneof(
        fc.integer({ min: 0x80, max: 0x10ffff }),
        // Tags, and halves of flags.
        fc.integer({ min: 0xe0020, max: 0xe007f }),
        fc.integer({ min: 0x1f1e6, max: 0x1f1ff }),
      )
      .map((point) => String.fromCodePoint(point))
      .filter((text) => !/[\p{RGI_Emoji}\p{Surrogate}]/v.test(text));
    fc.assert(
      fc.property(sign, (text) => {
        const name = punycode(`alice${text}`);
        if (readName(name)?.decoded) expect(readName(name)?.isAlike).toBe(true);
      }),
    );
  });

  it("warns of letters that are not a to z", () => {
    expect(readName(`xn--${encode("аlice")}.btc`)).toEqual({ decoded: "аlice.btc", isAlike: true });
    expect(readName(`xn--${encode("ｂob")}.stx`)?.isAlike).toBe(true);
  });

  it("warns of a digit that may be taken for a letter", () => {
    for (const name of [
      "a1ice.btc",
      "b0b.btc",
      "0livia.stx",
      "hell0.btc",
      "emi1.id",
      "he11o.btc",
    ]) {
      expect(readName(name), name).toEqual({ decoded: null, isAlike: true });
    }
    expect(readName(punycode("a1ice🔥"))?.isAlike).toBe(true);
  });

  it("leaves a name as it is that only begins like Punycode", () => {
    for (const name of ["xn--.btc", "xn--_.btc", "xn--alice-.btc", "xn--999999999.btc"]) {
      expect(readName(name)?.decoded ?? null, name).toBeNull();
    }
  });

  it("never reads two names as one", () => {
    const label = fc.stringMatching(/^[a-z0-9_-]{1,20}$/).map((text) => `xn--${text}`);
    fc.assert(
      fc.property(label, (name) => {
        const decoded = readName(name)?.decoded;
        if (decoded) expect(`xn--${encode(decoded)}`).toBe(name);
      }),
    );
  });
});
