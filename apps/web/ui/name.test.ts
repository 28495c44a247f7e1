import { expect, test } from "vitest";
import { truncateName } from "./name.tsx";

test("shortens a name before its domain", () => {
  expect(truncateName("clarityuniverse.btc", 10)).toBe("clarityun….btc");
  expect(truncateName("atelier.btc", 10)).toBe("atelier.btc");
});

test("shortens a name without a domain at its end", () => {
  expect(truncateName("somebodywithout", 10)).toBe("somebodyw…");
});
