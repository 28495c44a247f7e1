import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cidOf, imageAddressSchema, imageLink, ipfsAddress } from "../image-address.ts";

const cid = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";
const gateway = "http://127.0.0.1:4100";

describe("image addresses", () => {
  test("an ipfs image is shown through the gateway, whatever gateway it was written with", () => {
    expect(imageLink(ipfsAddress(cid), gateway)).toBe(`${gateway}/ipfs/${cid}`);
    expect(imageLink(`https://elsewhere.example/ipfs/${cid}?x=1`, gateway)).toBe(
      `${gateway}/ipfs/${cid}`,
    );
    expect(cidOf(`ipfs://ipfs/${cid}`)).toBe(cid);
  });

  test("an https image is shown as it is", () => {
    expect(imageLink("https://images.example/a.png", gateway)).toBe("https://images.example/a.png");
  });

  test("nothing else ever becomes a link", () => {
    for (const address of [
      "javascript:alert(1)",
      "data:text/html,x",
      "http://plain.example/a.png",
      "",
    ]) {
      expect(imageLink(address, gateway)).toBeNull();
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        const link = imageLink(text, gateway);
        expect(link === null || /^https?:\/\//.test(link)).toBe(true);
      }),
    );
  });

  test("a transaction carries only ipfs and https addresses within the contract's length", () => {
    expect(imageAddressSchema.safeParse(ipfsAddress(cid)).success).toBe(true);
    expect(imageAddressSchema.safeParse("ftp://a/b").success).toBe(false);
    expect(imageAddressSchema.safeParse(`https://a.example/${"b".repeat(256)}`).success).toBe(
      false,
    );
    expect(imageAddressSchema.safeParse("https://a.example/ü.png").success).toBe(false);
  });
});
