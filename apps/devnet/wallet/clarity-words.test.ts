import { Cl } from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import { alice, bob, grace } from "../accounts.ts";
import { nameOf } from "./account-memory.ts";
import { describeType, describeValue } from "./clarity-words.ts";

const words = (value: Parameters<typeof describeValue>[0]) => describeValue(value, nameOf);

describe("a Clarity value in plain words", () => {
  it("shows texts as texts, never as bytes", () => {
    expect(words(Cl.stringUtf8("Thank you 🏛️\nAlice"))).toBe("Thank you 🏛️\nAlice");
    expect(words(Cl.stringAscii("ipfs://bafk"))).toBe("ipfs://bafk");
    expect(words(Cl.stringUtf8(""))).toBe("(an empty text)");
  });

  it("shows a buffer as what it spells, and as bytes where it spells nothing", () => {
    expect(words(Cl.bufferFromUtf8("alice"))).toBe("alice");
    expect(words(Cl.bufferFromHex("00ff"))).toBe("0x00ff");
    expect(words(Cl.bufferFromHex("0a"))).toBe("0x0a");
    expect(words(Cl.bufferFromHex(""))).toBe("(no bytes)");
  });

  it("calls principals by their BNS name, and by the account's name where there is none", () => {
    expect(words(Cl.principal(alice.address))).toBe(`alice.btc (${alice.address})`);
    expect(words(Cl.principal(grace.address))).toBe(`grace (${grace.address})`);
    const stranger = "ST000000000000000000002AMW42H";
    expect(words(Cl.principal(stranger))).toBe(stranger);
    expect(words(Cl.principal(`${bob.address}.shop`))).toBe(`${bob.address}.shop`);
  });

  it("opens optionals, lists, tuples and responses", () => {
    expect(words(Cl.none())).toBe("none");
    expect(words(Cl.some(Cl.uint(7)))).toBe("7");
    expect(words(Cl.list([Cl.int(-1), Cl.bool(true)]))).toBe("-1, true");
    expect(words(Cl.list([]))).toBe("(an empty list)");
    expect(words(Cl.tuple({ id: Cl.uint(3), revision: Cl.uint(1) }))).toBe("{id: 3, revision: 1}");
    expect(words(Cl.error(Cl.uint(1001)))).toBe("error 1001");
    expect(words(Cl.ok(Cl.bool(false)))).toBe("ok false");
  });
});

describe("a Clarity type", () => {
  it("reads as in the contract's source", () => {
    expect(describeType("uint128")).toBe("uint");
    expect(describeType("trait_reference")).toBe("trait");
    expect(describeType({ optional: { "string-utf8": { length: 64 } } })).toBe(
      "(optional (string-utf8 64))",
    );
    expect(describeType({ list: { type: "principal", length: 10 } })).toBe("(list 10 principal)");
    expect(describeType({ buffer: { length: 20 } })).toBe("(buff 20)");
    expect(describeType({ tuple: [{ name: "id", type: "uint128" }] })).toBe("(tuple (id uint))");
  });
});
