import { drawPdfCertificate } from "./certificate-pdf.ts";
import { drawSvgCertificate } from "./certificate-svg.ts";
import type { DrawnSvg, PdfTask, SvgTask } from "./drawing-pool.ts";

/** Runs in the thread. */
export async function svg({ content, image, baked }: SvgTask): Promise<DrawnSvg> {
  const { svg: document, style } = await drawSvgCertificate(content, image, baked);
  return { bytes: Buffer.from(document), style };
}

/** Runs in the thread. */
export const pdf = ({ content, extras }: PdfTask): Promise<Uint8Array> =>
  drawPdfCertificate(content, extras);
