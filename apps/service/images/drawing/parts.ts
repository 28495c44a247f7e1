import { readFile } from "node:fs/promises";
import sharp, { type OverlayOptions } from "sharp";
import { colors } from "./shapes.ts";

/** A name, and a label that follows it and is never cut. */
export interface Party {
  name: string;
  label: string;
}

/** What every picture shows of an endorsement. */
export interface PictureContent {
  title: string;
  words: string;
  from: Party;
  to: Party;
  status: "approved" | "withdrawn";
  /** The bytes of its image; null where there is none to show. */
  image: Uint8Array | null;
}

/** A part that is the same on all pictures (draw-sheet.ts). */
export const readPart = (name: string): Promise<Buffer> =>
  readFile(new URL(`${name}.png`, import.meta.url));

/** Pixels of a side of an image in a document, which may be enlarged. */
const SIDE = 720;

const square = (image: Uint8Array) => sharp(image).resize(SIDE, SIDE, { fit: "cover" });

/** An image for a document in SVG, as WebP. */
export const imageForScreen = (image: Uint8Array | null): Promise<Uint8Array | null> =>
  image === null ? Promise.resolve(null) : square(image).webp({ quality: 80 }).toBuffer();

/** An image for a PDF, which takes JPEG. */
export const imageForPrint = (image: Uint8Array | null): Promise<Uint8Array | null> =>
  image === null
    ? Promise.resolve(null)
    : square(image)
        .flatten({ background: colors.sunk })
        .jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
        .toBuffer();

/** An image that fills its place. */
export async function placeImage(
  image: Uint8Array,
  { left, top, width, height }: Record<"left" | "top" | "width" | "height", number>,
): Promise<OverlayOptions> {
  const input = await sharp(image).resize(width, height, { fit: "cover" }).png().toBuffer();
  return { input, left, top };
}
