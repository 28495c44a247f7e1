import { readFile } from "node:fs/promises";
import sharp, { type OverlayOptions } from "sharp";

/** A name, and what is said of it, which stands after it and is never cut. */
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

export const INK = "#1b1a17";
export const MUTED = "#5f594d";

/** A part that is the same on all pictures (draw-sheet.ts). */
export const readPart = (name: string): Promise<Buffer> =>
  readFile(new URL(`${name}.png`, import.meta.url));

/** An image that fills its place. */
export async function placeImage(
  image: Uint8Array,
  { left, top, width, height }: Record<"left" | "top" | "width" | "height", number>,
): Promise<OverlayOptions> {
  const input = await sharp(image).resize(width, height, { fit: "cover" }).png().toBuffer();
  return { input, left, top };
}
