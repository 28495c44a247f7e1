import { describe, expect, it } from "vitest";
import { fitImage, pickImageFile } from "./image-file.ts";

const image = (bytes = 3, type = "image/png") => new File([new Uint8Array(bytes)], "a", { type });

describe("an image file to upload", () => {
  it("must be exactly one file", () => {
    expect(pickImageFile([image()])).toBeInstanceOf(File);
    expect(() => pickImageFile([])).toThrow("Please upload a single image file");
    expect(() => pickImageFile([image(), image()])).toThrow("Please upload a single image file");
  });

  it("must be an image", () => {
    expect(() => pickImageFile([image(3, "application/pdf")])).toThrow(
      "Please upload an image file",
    );
  });

  it("has at most 10,000,000 bytes", () => {
    expect(pickImageFile([image(10_000_000)]).size).toBe(10_000_000);
    expect(() => pickImageFile([image(10_000_001)])).toThrow(
      "Please upload an image smaller than 10MB",
    );
  });

  it("has less than 2500 pixels on each side", () => {
    const tooLarge = "Image is larger than 2500x2500 pixels wide";
    expect(() => fitImage({ width: 2500, height: 10 })).toThrow(tooLarge);
    expect(() => fitImage({ width: 10, height: 2500 })).toThrow(tooLarge);
    expect(fitImage({ width: 2499, height: 2499 })).toEqual({ width: 500, height: 500 });
  });

  it("shrinks to a height of 500 and never grows", () => {
    expect(fitImage({ width: 1500, height: 1000 })).toEqual({ width: 750, height: 500 });
    expect(fitImage({ width: 40, height: 30 })).toEqual({ width: 40, height: 30 });
    expect(fitImage({ width: 1, height: 2000 })).toEqual({ width: 1, height: 500 });
  });
});
