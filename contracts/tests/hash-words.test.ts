import { Cl } from "@stacks/transactions";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashWords, type SignedWords } from "../pending-endorsement.ts";
import { startChain } from "./chain.ts";

const chain = await startChain();
const sender = chain.newStranger();

/** The digest by the contract. */
function hashOnChain({ org, title, date, description, image, ...words }: SignedWords) {
  return chain.read(
    "hash-words",
    Cl.tuple({
      sender: Cl.principal(words.sender),
      org: org === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(org)),
      title: Cl.stringUtf8(title),
      date: Cl.uint(date),
      description: Cl.stringUtf8(description),
      image: Cl.stringAscii(image),
    }),
  );
}

describe("the digest of words", () => {
  const text = (maxLength: number) => fc.string({ unit: "binary", maxLength });
  const words = fc.record({
    sender: fc.constantFrom(sender, `${sender}.wallet`),
    org: fc.option(text(64), { nil: undefined }),
    title: text(128),
    date: fc.nat(),
    description: text(2048),
    image: fc.string({ unit: "grapheme-ascii", maxLength: 256 }),
  });

  test("is the same on chain and in JavaScript", () => {
    fc.assert(
      fc.property(words, ({ org, ...rest }) => {
        const signed = { ...rest, ...(org !== undefined && { org }) };
        expect(hashOnChain(signed)).toEqual(Cl.bufferFromHex(hashWords(signed)));
      }),
    );
  });

  test("changes with each part of the words", () => {
    const signed = { sender, title: "Title", date: 1, description: "Words", image: "ipfs://1" };
    const others: SignedWords[] = [
      { ...signed, sender: chain.newStranger() },
      { ...signed, org: "guild.btc" },
      { ...signed, org: "" },
      { ...signed, title: "Title " },
      { ...signed, date: 2 },
      { ...signed, description: "Word" },
      { ...signed, image: "ipfs://2" },
    ];
    const digests = [signed, ...others].map(hashWords);
    expect(new Set(digests).size).toBe(digests.length);
  });
});
