import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeCid } from "../cid.ts";

/** The same CID as js-multiformats spells it in each encoding. */
const spellings = {
  base32: "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy",
  base32upper: "BAFKREIGH2AKISCAILDCQABSYG3DFR6CHU3FGPREGIYMSCK7E7AQA4S52ZY",
  base58btc: "zb2rhk6GMPQF3hfzwXTaNYFLKomMeC6UXdUt6jZKPpeVirLtV",
  base16: "f01551220c7d01489080858c500065836c658f847a6ca67c4864619212be4f8200e4bbace",
  base16upper: "F01551220C7D01489080858C500065836C658F847A6CA67C4864619212BE4F8200E4BBACE",
  base36: "k2cwuedmosc65hhh0bee97q5jx3fe55tiyqzep8vgds83agps9dof3da",
  base36upper: "K2CWUEDMOSC65HHH0BEE97Q5JX3FE55TIYQZEP8VGDS83AGPS9DOF3DA",
  base64url: "uAVUSIMfQFIkICFjFAAZYNsZY-EemymfEhkYZISvk-CAOS7rO",
};

describe("CIDs", () => {
  test.each(Object.entries(spellings))("in %s are read in our one spelling", (_, spelled) => {
    expect(normalizeCid(spelled)).toBe(spellings.base32);
  });

  test("of version 0 are read in version 1", () => {
    expect(normalizeCid("QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n")).toBe(
      "bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
    );
  });

  test.each([
    "",
    "b",
    "bafkreilogo00000000",
    spellings.base32.slice(0, -1),
    spellings.base58btc.slice(1),
    `B${spellings.base58btc.slice(1)}`,
    // A libp2p key, and a file with a BLAKE2b hash.
    "k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8",
    "bafk2bzacea3j5k3lgpzfyjzqgv3ozkm3nwnnr5gwp3sl2w2f6owtjfqhqovw4",
  ])("are refused if malformed, or not those of a file with a SHA-256 hash: %s", (text) => {
    expect(normalizeCid(text)).toBeNull();
  });

  test("keep their spelling once normalised, and any other text is no CID", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 140 }), (text) => {
        const cid = normalizeCid(text);
        expect(cid === null || normalizeCid(cid) === cid).toBe(true);
      }),
    );
  });
});
