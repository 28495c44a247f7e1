import sharp from "sharp";
import { reduce } from "./palette.ts";

/** Renders a drawing to a PNG with a palette of at most `colours`. */
export async function renderPng(svg: string, colours: number): Promise<Uint8Array> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  reduce(data, colours);
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png({ palette: true, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}
