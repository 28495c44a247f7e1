import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import sharp from "sharp";
import { inTurn } from "./turns.ts";

/** An image that is not taken, in the words that its owner is shown. */
export class ImageError extends Error {
  override readonly name = "ImageError";
}

export interface PreparedImage {
  bytes: Uint8Array;
  contentType: "image/webp";
}

// Only raster formats of the web have a loader at all: no SVG, no PDF, whatever a file claims to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});

const QUALITY = limits.imageResizeQuality * 100;

/**
 * Decodes an uploaded image and encodes it anew: upright, at most 500 pixels high, without metadata. Whatever
 * else was in the file is gone.
 * @throws ImageError
 */
export function prepareImage(file: Uint8Array): Promise<PreparedImage> {
  return inTurn(() => prepare(file));
}

async function prepare(file: Uint8Array): Promise<PreparedImage> {
  const { width, height } = await readSize(file);
  if (width >= limits.imagePixels || height >= limits.imagePixels) {
    throw new ImageError(messages.imageTooLarge);
  }
  try {
    const bytes = await open(file)
      .autoOrient()
      .resize({ height: limits.imageResizeHeight, withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
    return { bytes, contentType: "image/webp" };
  } catch {
    throw new ImageError(messages.imageFile);
  }
}

/** By the file's own header, before a pixel is decoded. */
async function readSize(file: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    const { width, height } = await open(file, Number.MAX_SAFE_INTEGER).metadata();
    return { width, height };
  } catch {
    throw new ImageError(messages.imageFile);
  }
}

function open(file: Uint8Array, limitInputPixels = limits.imagePixels ** 2) {
  return sharp(file, { limitInputPixels, failOn: "error", pages: 1 });
}
