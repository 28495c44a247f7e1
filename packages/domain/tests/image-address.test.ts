import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { imageSchema, normalizeImage } from "../image.ts";
import { imageAddressSchema, imageLink, ipfsAddress } from "../image-address.ts";

const cid = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";
const origin = "https://colonnade.example";

/** Whatever the contract takes. */
const anyAddress = fc
  .string({ unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)) })
  .map((text) => `https://${text}`);

describe("image addresses", () => {
  test.each([
    ipfsAddress(cid),
    `ipfs://ipfs/${cid}`,
    `ipfs://${cid}?x=1#y`,
    `https://gateway.example/ipfs/${cid}`,
    `https://gateway.example/ipfs/${cid}?x=1`,
    `https://gateway.example//ipfs/./${cid}`,
    `https://gateway.example/%69pfs/%62${cid.slice(1)}`,
    `https://gateway.example/ipfs%2F${cid}`,
    `https://gateway.example\\ipfs\\${cid}`,
    `https://proxy.example/some/ipfs/${cid}`,
    `https://${cid}.ipfs.gateway.example`,
    `HTTPS://${cid}.ipfs.gateway.example/`,
  ])("loads %s from our service", (address) => {
    expect(imageLink(address, origin)).toBe(`${origin}/ipfs/${cid}`);
    expect(normalizeImage(address)).toBe(ipfsAddress(cid));
  });

  test.each([`ipfs://${cid}/a%20b/1.png?x`, `https://${cid}.ipfs.gateway.example/a%20b/1.png`])(
    "keeps the path below the CID of %s",
    (address) => {
      expect(imageLink(address, origin)).toBe(`${origin}/ipfs/${cid}/a%20b/1.png`);
      expect(normalizeImage(address)).toBe(ipfsAddress(cid));
    },
  );

  test.each(["https://images.example/ipfs/a.png", 'https://images.example/a.png?b="c"&d#e'])(
    "loads %s, which is outside of IPFS, by way of our service",
    (address) => {
      const link = new URL(imageLink(address, origin) ?? "");
      expect(link.origin + link.pathname).toBe(`${origin}/image`);
      expect([...link.searchParams]).toEqual([["url", address]]);
    },
  );

  test.each([
    "https://images.example/a%20b.png?c",
    "https://IMAGES.example/a%20b.png?c",
    "https://images.example:443/a%20b.png?c",
    "https://images.example/a%20b.png?c#d",
    "https://%69mages.example/x/../a%20b.png?c",
    "https://images.example\\a%20b.png?c",
  ])("has one spelling for %s", (address) => {
    expect(imageSchema.parse(address)).toBe("https://images.example/a%20b.png?c");
  });

  test("keeps its spelling once normalised", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ validSchemes: ["https"] }), anyAddress), (address) => {
        const image = normalizeImage(address);
        expect(image === null || imageSchema.parse(image) === image).toBe(true);
      }),
    );
  });

  test("makes no link of any other address", () => {
    for (const address of [
      "javascript:alert(1)",
      "data:text/html,x",
      "http://plain.example/a.png",
      "https://user:password@images.example/a.png",
      "https://images.example:8443/a.png",
      "https://192.168.0.1/a.png",
      "https://2130706433/a.png",
      "https://[fd00::1]/a.png",
      "https://localhost/a.png",
      "https://nas.home.arpa/a.png",
      "https://router/a.png",
      "",
    ]) {
      expect(imageLink(address, origin)).toBeNull();
      expect(imageSchema.safeParse(address).success).toBe(false);
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        const link = imageLink(text, origin);
        expect(link === null || /^https:\/\//.test(link)).toBe(true);
      }),
    );
  });

  test("accepts only ipfs and https addresses within the contract's length for a transaction", () => {
    expect(imageAddressSchema.safeParse(ipfsAddress(cid)).success).toBe(true);
    expect(imageAddressSchema.safeParse("ftp://a/b").success).toBe(false);
    expect(imageAddressSchema.safeParse(`https://a.example/${"b".repeat(256)}`).success).toBe(
      false,
    );
    expect(imageAddressSchema.safeParse("https://a.example/ü.png").success).toBe(false);
  });
});
