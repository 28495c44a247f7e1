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
  test("accepts mainnet and testnet addresses with a valid checksum", () => {
    expect(isAddress(alice)).toBe(true);
    expect(isAddress("SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF")).toBe(true);
  });

  test("rejects an address with one changed character", () => {
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

  test("accepts one spelling only: upper case, without letters that look like digits", () => {
    expect(isAddress(alice.toLowerCase())).toBe(false);
    expect(isAddress(`s${alice.slice(1)}`)).toBe(false);
    expect(isAddress(alice.replace("1", "I"))).toBe(false);
    expect(isAddress(alice.replace("1", "L"))).toBe(false);
    expect(isAddress("SP000000000000000000002Q6VF78")).toBe(true);
    expect(isAddress("SPOOO00000000000000002Q6VF78")).toBe(false);
    expect(isAddress("SP0000000000000000000002Q6VF78")).toBe(false);
    expect(principalSchema.safeParse(`${alice.toLowerCase()}.a-contract`).success).toBe(false);
  });

  test("never throws for any text", () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isAddress(text) === "boolean"));
  });

  test("takes a contract identifier as a principal but not as an address", () => {
    const contract = `${alice}.colonnade-protocol-alpha`;
    expect(contractIdSchema.safeParse(contract).success).toBe(true);
    expect(principalSchema.safeParse(contract).success).toBe(true);
    expect(addressSchema.safeParse(contract).success).toBe(false);
    expect(contractIdSchema.safeParse(`${alice}.a.b`).success).toBe(false);
    expect(contractIdSchema.safeParse(`${alice}.1a`).success).toBe(false);
  });

  test("keeps both ends of a shortened principal", () => {
    expect(shortenPrincipal(alice)).toBe("ST1SJ…8YPD5");
  });
});
