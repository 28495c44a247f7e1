import fc from "fast-check";
import { expect, test } from "vitest";
import { readBakedProof } from "../../../packages/verify/baked-image.ts";
import { bake } from "../images/drawing/bake.ts";

/** A picture of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("reads from a badge what was baked into it, beside other texts", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (proof, other) => {
      const baked = { credential: JSON.stringify(other), proof: JSON.stringify(proof) };
      expect(readBakedProof(bake(pixel, baked))).toEqual(JSON.parse(JSON.stringify(proof)));
    }),
  );
});

test("reads nothing from any other file, and ends", () => {
  expect(readBakedProof(pixel)).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (bytes, cut) => {
      const whole = bake(pixel, { credential: "{}", proof: "{" });
      expect(readBakedProof(bytes)).toBeUndefined();
      expect(readBakedProof(Buffer.concat([pixel.subarray(0, 8), bytes]))).toBeUndefined();
      expect(readBakedProof(whole.subarray(0, cut % whole.length))).toBeUndefined();
    }),
  );
});
