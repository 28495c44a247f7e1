import { expect, test } from "vitest";
import { readId, readPrincipal } from "./route-param.ts";

test("an id is a positive number in plain digits", () => {
  expect(readId("42")).toBe(42);
  for (const text of ["zzz", "", "0", "042", "-1", "1.5", "1e3", "0x10", " 7", "9".repeat(17)])
    expect(readId(text), text).toBeNull();
  expect(readId(undefined)).toBeNull();
});

test("a principal is an address with a correct checksum, or a contract", () => {
  const address = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
  expect(readPrincipal(address)).toBe(address);
  expect(readPrincipal(`${address}.vault`)).toBe(`${address}.vault`);
  for (const text of ["zzz", "", address.replace("ST1", "ST2"), `${address}.`])
    expect(readPrincipal(text), text).toBeNull();
  expect(readPrincipal(null)).toBeNull();
});
