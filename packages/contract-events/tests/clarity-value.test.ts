import { principalSchema } from "@colonnade/domain/principal.ts";
import { Cl, type ClarityValue } from "@stacks/transactions";
import { c32address } from "c32check";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ClarityValueError, type PlainValue, readClarityValue } from "../clarity-value.ts";

/** A Clarity value and the same value as plain data. */
type Pair = readonly [ClarityValue, PlainValue];

const addresses = fc
  .tuple(fc.integer({ min: 0, max: 31 }), fc.uint8Array({ minLength: 20, maxLength: 20 }))
  .map(([version, hash]) => c32address(version, Buffer.from(hash).toString("hex")));
const contractNames = fc.oneof(
  fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_-]{0,127}$/),
  fc.constant("__transient"),
);
const texts = fc
  .tuple(fc.constantFrom("", "\uFEFF", "\uFEFF\uFEFF"), fc.string({ unit: "binary" }))
  .map((parts) => parts.join(""));
const names = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
const uints = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
const ints = fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n });
const asciis = fc.string({ unit: "binary-ascii" });

const { value: values } = fc.letrec<{ value: Pair }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    uints.map((value): Pair => [Cl.uint(value), value]),
    ints.map((value): Pair => [Cl.int(value), value]),
    fc.boolean().map((value): Pair => [Cl.bool(value), value]),
    fc.constant<Pair>([Cl.none(), null]),
    texts.map((value): Pair => [Cl.stringUtf8(value), value]),
    asciis.map((value): Pair => [Cl.stringAscii(value), value]),
    fc.uint8Array().map((value): Pair => [Cl.buffer(value), value]),
    addresses.map((value): Pair => [Cl.standardPrincipal(value), value]),
    fc
      .tuple(addresses, contractNames)
      .map(([address, name]): Pair => [Cl.contractPrincipal(address, name), `${address}.${name}`]),
    tie("value").map(([value, plain]): Pair => [Cl.some(value), plain]),
    tie("value").map(([value, plain]): Pair => [Cl.ok(value), plain]),
    tie("value").map(([value, plain]): Pair => [Cl.error(value), plain]),
    fc
      .array(tie("value"), { maxLength: 4 })
      .map((pairs): Pair => [Cl.list(pairs.map(([value]) => value)), pairs.map(([, p]) => p)]),
    fc
      .dictionary(names, tie("value"), { maxKeys: 4 })
      .map(
        (pairs): Pair => [
          Cl.tuple(
            Object.fromEntries(Object.entries(pairs).map(([name, [value]]) => [name, value])),
          ),
          Object.fromEntries(Object.entries(pairs).map(([name, [, plain]]) => [name, plain])),
        ],
      ),
  ),
}));

test("reads every Clarity value exactly", () => {
  fc.assert(
    fc.property(values, fc.boolean(), ([value, plain], isPrefixed) => {
      expect(readClarityValue(`${isPrefixed ? "0x" : ""}${Cl.serialize(value)}`)).toEqual(plain);
    }),
    { numRuns: 500 },
  );
});

test("rejects a value that is cut off or followed by more bytes", () => {
  fc.assert(
    fc.property(values, fc.nat(), fc.uint8Array({ minLength: 1 }), ([value], place, more) => {
      const hex = Cl.serialize(value);
      expect(() => readClarityValue(hex.slice(0, place % hex.length))).toThrow(ClarityValueError);
      const longer = hex + Buffer.from(more).toString("hex");
      expect(() => readClarityValue(longer)).toThrow(ClarityValueError);
    }),
  );
});

test("throws only ClarityValueError for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        readClarityValue(Buffer.from(bytes).toString("hex"));
      } catch (error) {
        expect(error).toBeInstanceOf(ClarityValueError);
      }
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ["nothing", ""],
  ["half a byte", "0"],
  ["a digit that is not hexadecimal", "0g"],
  ["an unknown type", "0f"],
  ["a text that is not UTF-8", "0e00000001ff"],
  ["a list that claims more items than there are bytes", "0bffffffff03"],
  ["a value nested more deeply than Clarity allows", `${"0a".repeat(10_000)}03`],
])("rejects %s", (_, hex) => {
  expect(() => readClarityValue(hex)).toThrow(ClarityValueError);
});

test("reads only principals that our schemas accept", () => {
  fc.assert(
    fc.property(addresses, contractNames, (address, name) => {
      expect(principalSchema.safeParse(address).success).toBe(true);
      expect(principalSchema.safeParse(`${address}.${name}`).success).toBe(true);
    }),
  );
});
