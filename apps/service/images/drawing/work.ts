import { drawPdfCertificate } from "./certificate-pdf.ts";
import { drawSvgCertificate } from "./certificate-svg.ts";
import type { PdfTask, SvgTask } from "./thread.ts";

/** Runs in the thread. */
export const svg = async ({ content, image, baked }: SvgTask): Promise<Uint8Array> =>
  Buffer.from(await drawSvgCertificate(content, image, baked));

/** Runs in the thread. */
export const pdf = ({ content, extras }: PdfTask): Promise<Uint8Array> =>
  drawPdfCertificate(content, extras);
