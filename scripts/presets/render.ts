import sharp from "sharp";

/** Renders a drawing at twice its size and halves it, for even hairlines; PNG with a palette. */
export async function renderPng(
  svg: string,
  size: { width: number; height: number },
  colours: number,
): Promise<Uint8Array> {
  const { data, info } = await sharp(Buffer.from(svg), { density: 144, limitInputPixels: false })
    .resize(size.width, size.height, { kernel: "lanczos3", fit: "fill" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png({ palette: true, colours, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}
