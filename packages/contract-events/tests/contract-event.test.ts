import { Cl } from "@stacks/transactions";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ContractEventError, decodeContractEvent } from "../contract-event.ts";

const alice = "ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5";
const bob = "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG";

function submit(title: string, description: string, id: number | bigint = 7) {
  return Cl.serialize(
    Cl.tuple({
      topic: Cl.stringAscii("submit-endorsement"),
      id: Cl.uint(id),
      words: Cl.bufferFromHex("ab".repeat(32)),
      sender: Cl.principal(alice),
      receiver: Cl.principal(bob),
      title: Cl.stringUtf8(title),
      description: Cl.stringUtf8(description),
      image: Cl.stringAscii("ipfs://x"),
      "block-height": Cl.uint(12),
      org: Cl.some(Cl.tuple({ id: Cl.uint(2), name: Cl.stringUtf8("atelier") })),
    }),
  );
}

describe("decodeContractEvent", () => {
  test("decodes a whole submission", () => {
    expect(decodeContractEvent(`0x${submit("A title", "Words")}`)).toEqual({
      topic: "submit-endorsement",
      id: 7,
      words: `0x${"ab".repeat(32)}`,
      sender: alice,
      receiver: bob,
      title: "A title",
      description: "Words",
      image: "ipfs://x",
      "block-height": 12,
      org: { id: 2, name: "atelier" },
    });
  });

  test("decodes names from buffers and an absent statement from none", () => {
    const hex = Cl.serialize(
      Cl.tuple({
        topic: Cl.stringAscii("register-profile"),
        principal: Cl.principal(alice),
        bns: Cl.bufferFromAscii("btc"),
        "bns-name": Cl.bufferFromAscii("alice"),
        statement: Cl.none(),
        image: Cl.stringAscii("ipfs://x"),
      }),
    );
    expect(decodeContractEvent(hex)).toMatchObject({
      bns: "btc",
      "bns-name": "alice",
      statement: null,
    });
  });

  test("changes no character of the words", () => {
    const words = fc
      .tuple(fc.constantFrom("", "\uFEFF"), fc.string({ unit: "binary", maxLength: 200 }))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(words, words, (title, description) => {
        const event = decodeContractEvent(submit(title, description));
        expect(event).toMatchObject({ title, description });
      }),
    );
  });

  test("returns null for a print that is not ours", () => {
    expect(decodeContractEvent(Cl.serialize(Cl.uint(1)))).toBeNull();
    const notice = Cl.tuple({ notification: Cl.stringAscii("token-metadata-update") });
    expect(decodeContractEvent(Cl.serialize(notice))).toBeNull();
    const other = Cl.tuple({ topic: Cl.stringAscii("something-else") });
    expect(decodeContractEvent(Cl.serialize(other))).toBeNull();
  });

  test("throws if a print has our topic and other fields do not fit", () => {
    const broken = Cl.tuple({ topic: Cl.stringAscii("burn-endorsement"), id: Cl.uint(1) });
    expect(() => decodeContractEvent(Cl.serialize(broken))).toThrow(ContractEventError);
    expect(() => decodeContractEvent(submit("t", "d", 2n ** 60n))).toThrow(ContractEventError);
  });

  test("rejects any print that is cut off or followed by more bytes", () => {
    const notice = Cl.serialize(Cl.tuple({ notification: Cl.stringAscii("an owner's") }));
    const words = fc.string({ unit: "binary", maxLength: 60 });
    const whole = fc.oneof(
      fc.constant(notice),
      fc.tuple(words, words).map((pair) => submit(...pair)),
    );
    const rest = fc.string({
      unit: fc.constantFrom(..."0123456789abcdef"),
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(whole, fc.nat(), (hex, place) => {
        expect(() => decodeContractEvent(hex.slice(0, place % hex.length))).toThrow(
          ContractEventError,
        );
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(whole, rest, (hex, more) => {
        expect(() => decodeContractEvent(hex + more)).toThrow(ContractEventError);
      }),
    );
    for (const hex of [notice, submit("A title", "Words")]) {
      for (let length = 0; length < hex.length; length += 1) {
        expect(() => decodeContractEvent(`0x${hex.slice(0, length)}`)).toThrow(ContractEventError);
      }
    }
  });
});
