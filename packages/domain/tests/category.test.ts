import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { importBytes } from "ipfs-unixfs-importer";
import { describe, expect, it } from "vitest";
import { categories, categoryNameSchema, categoryOf, unknownCategory } from "../category.ts";
import { contrast } from "./contrast.ts";

describe("categories", () => {
  it("are the specification's ten, in its order, and N/A", () => {
    expect(categoryNameSchema.options).toEqual([
      "Art and Culture",
      "Character and Ethics",
      "Education and Training",
      "Finance",
      "Identity",
      "Legal",
      "Membership and Organizations",
      "Professional and Business",
      "Recreation and Fitness",
      "Science and Technology",
      "N/A",
    ]);
    expect(categories.map(({ name }) => name)).toEqual(categoryNameSchema.options.slice(0, 10));
  });

  it.each(categories)("addresses $name by the CID of its preset image", async (category) => {
    const png = await readFile(new URL(`../presets/${category.slug}.png`, import.meta.url));
    const { cid } = await importBytes(
      new Uint8Array(png),
      { put: (address) => address },
      { rawLeaves: true, cidVersion: 1 },
    );
    expect(category.cid).toBe(cid.toString());
    expect(category.imageAddress).toBe(`ipfs://${cid.toString()}`);
    expect(png.byteLength).toBeLessThan(300_000);
  });

  it.each([...categories, unknownCategory])(
    "gives $name inks with enough contrast for small text in both themes",
    ({ ink }) => {
      for (const card of ["#FDFCF9", "#F7F4EE"]) {
        expect(contrast(ink.light, card)).toBeGreaterThanOrEqual(4.5);
      }
      for (const card of ["#1C1A16", "#14130F"]) {
        expect(contrast(ink.dark, card)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(categories)(
    "gives $name an ink with enough contrast on its own paper",
    ({ ink, tint }) => {
      expect(contrast(ink.light, tint)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

describe("categoryOf", () => {
  it.each(categories)("recognizes $name by every form of its image address", (category) => {
    const { cid, imageAddress } = category;
    for (const address of [
      imageAddress,
      `ipfs://${cid}/`,
      `https://ipfs.io/ipfs/${cid}`,
      `https://gateway.example:8443/ipfs/${cid}?filename=a.png`,
      `http://127.0.0.1:4100/ipfs/${cid}`,
      `https://${cid}.ipfs.dweb.link/`,
      `/ipfs/${cid}`,
    ]) {
      expect(categoryOf(address)).toBe(category);
    }
  });

  it("gives N/A for any other image", () => {
    const [{ cid }] = categories;
    for (const address of [
      "",
      "N/A",
      cid,
      `ipfs://${cid}x`,
      `ipfs://${cid}/other.png`,
      `https://example.com/${cid}`,
      `https://example.com/?image=/ipfs/${cid}`,
      "ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy",
      "https://example.com/image.png",
    ]) {
      expect(categoryOf(address)).toBe(unknownCategory);
    }
    fc.assert(fc.property(fc.string(), (text) => categoryOf(text) === unknownCategory));
    fc.assert(fc.property(fc.webUrl(), (text) => categoryOf(text) === unknownCategory));
  });
});
