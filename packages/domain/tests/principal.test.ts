import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addressSchema,
  contractIdSchema,
  isAddress,
  principalSchema,
  shortenPrincipal,
} from "../principal.ts";

const alice = "ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5";

describe("principals", () => {
  test("mainnet and testnet addresses with a right checksum are addresses", () => {
    expect(isAddress(alice)).toBe(true);
    expect(isAddress("SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF")).toBe(true);
  });

  test("one changed character is never an address", () => {
    const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: alice.length - 1 }),
        fc.constantFrom(...alphabet),
        (place, character) => {
          fc.pre(alice[place] !== character);
          const changed = alice.slice(0, place) + character + alice.slice(place + 1);
          expect(isAddress(changed)).toBe(false);
        },
      ),
    );
  });

  test("an address is spelt in one way: in upper case, without letters that look like digits", () => {
    expect(isAddress(alice.toLowerCase())).toBe(false);
    expect(isAddress(`s${alice.slice(1)}`)).toBe(false);
    expect(isAddress(alice.replace("1", "I"))).toBe(false);
    expect(isAddress(alice.replace("1", "L"))).toBe(false);
    expect(isAddress("SP000000000000000000002Q6VF78")).toBe(true);
    expect(isAddress("SPOOO00000000000000002Q6VF78")).toBe(false);
    expect(isAddress("SP0000000000000000000002Q6VF78")).toBe(false);
    expect(principalSchema.safeParse(`${alice.toLowerCase()}.a-contract`).success).toBe(false);
  });

  test("no text makes the check throw", () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isAddress(text) === "boolean"));
  });

  test("a contract identifier is a principal but not an address", () => {
    const contract = `${alice}.colonnade-protocol-alpha`;
    expect(contractIdSchema.safeParse(contract).success).toBe(true);
    expect(principalSchema.safeParse(contract).success).toBe(true);
    expect(addressSchema.safeParse(contract).success).toBe(false);
    expect(contractIdSchema.safeParse(`${alice}.a.b`).success).toBe(false);
    expect(contractIdSchema.safeParse(`${alice}.1a`).success).toBe(false);
  });

  test("a shortened principal keeps both ends", () => {
    expect(shortenPrincipal(alice)).toBe("ST1SJ…8YPD5");
  });
});
