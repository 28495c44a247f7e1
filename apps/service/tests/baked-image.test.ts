import fc from "fast-check";
import { expect, test } from "vitest";
import { readBakedProof } from "../../../packages/verify/baked-image.ts";
import { bake } from "../images/drawing/bake.ts";

/** A picture of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("reads from a badge what was baked into it, beside other texts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string({ unit: "binary" }), async (proof, other) => {
      const baked = { credential: JSON.stringify(other), proof: JSON.stringify(proof) };
      expect(await readBakedProof(bake(pixel, baked))).toEqual(JSON.parse(JSON.stringify(proof)));
    }),
  );
});

test("reads nothing from any other file, and ends", async () => {
  expect(await readBakedProof(pixel)).toBeUndefined();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat(), async (bytes, cut) => {
      const whole = bake(pixel, { credential: "{}", proof: "{" });
      expect(await readBakedProof(bytes)).toBeUndefined();
      for (const begin of [
        "<svg",
        "%PDF",
        "%PDF\n1 0 obj\n/Length 9\nstream\n/F (proof.json)\n/EF <<\n/F 1 0 R",
      ])
        expect(await readBakedProof(Buffer.concat([Buffer.from(begin), bytes]))).toBeUndefined();
      expect(await readBakedProof(Buffer.concat([pixel.subarray(0, 8), bytes]))).toBeUndefined();
      expect(await readBakedProof(whole.subarray(0, cut % whole.length))).toBeUndefined();
    }),
  );
});
