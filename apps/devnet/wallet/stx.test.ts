import fc from "fast-check";
import { expect, it } from "vitest";
import { formatStx, parseStx } from "./stx.ts";

it("formats micro-STX as STX", () => {
  expect(formatStx(0n)).toBe("0");
  expect(formatStx(1n)).toBe("0.000001");
  expect(formatStx(1_234_500_000n)).toBe("1,234.5");
});

it("reads back every amount it writes", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 17n), (amount) => {
      expect(parseStx(formatStx(amount))).toBe(amount);
    }),
  );
});

it("rejects text that is not an amount", () => {
  for (const text of ["", "-1", "1.", ".5", "1.0000001", "1e3", "abc", "1 2"]) {
    expect(parseStx(text)).toBeUndefined();
  }
});
