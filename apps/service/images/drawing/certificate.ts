import { messages } from "@colonnade/domain/messages.ts";
import qrCode from "qrcode-generator";
import sharp, { type OverlayOptions } from "sharp";
import { INK, MUTED, type PictureContent, placeImage, readPart } from "./parts.ts";
import { type DrawnText, drawText, type TextStyle } from "./text.ts";

/** What a certificate shows. */
export interface CertificateContent extends PictureContent {
  /** Number, date and contract, in small print. */
  print: string;
  /** Where it can be checked. */
  address: string;
}

/** Changes with the drawing, so that no cache keeps an older one. */
export const CERTIFICATE_VERSION = 1;

const LEFT = 84;
const RIGHT = 1116;
/** Beside the image. */
const BESIDE = 364;
const QR_SIZE = 156;
const IMAGE = { left: LEFT, top: 84, width: 240, height: 240 };

const title: Place = { font: "heading", color: INK, width: RIGHT - BESIDE, height: 180 };
const name: TextStyle = { font: "text", size: 28, color: INK, width: 560, height: 44 };
const small: TextStyle = { font: "text", size: 15, color: MUTED, width: 690, height: 48 };
const words: Place = { font: "voice", color: INK, width: RIGHT - LEFT, height: 268 };
/** The largest size at which all of a text fits is taken. */
const TITLE_SIZES = [46, 40, 34, 28, 22];
const WORD_SIZES = [34, 30, 26, 22, 18, 15, 12, 10, 9];

type Place = Omit<TextStyle, "size">;

/**
 * Draws an endorsement as a certificate of 1200 × 850 pixels. Only words of very many lines do not fit, and end with an
 * ellipsis. @returns a PNG
 */
export async function drawCertificate(content: CertificateContent): Promise<Buffer> {
  const withdrawn = content.status === "withdrawn";
  const [sheet, seal, drawnTitle, drawnWords, from, to, print, note, image, qr] = await Promise.all(
    [
      readPart("certificate"),
      readPart(content.status),
      drawWhole(content.title, title, TITLE_SIZES),
      drawWhole(content.words, words, WORD_SIZES),
      drawText(`From ${content.from.name}`, name, content.from.label),
      drawText(`to ${content.to.name}`, { ...name, color: MUTED }, content.to.label),
      drawText(content.print, small),
      withdrawn ? drawText(messages.withdrawnByAuthor, { ...name, size: 24, color: MUTED }) : null,
      content.image && placeImage(content.image, IMAGE),
      drawQrCode(content.address),
    ],
  );
  const layers: (OverlayOptions | null)[] = [
    image,
    at(note, RIGHT - (note?.width ?? 0), 88),
    at(drawnTitle, BESIDE, 140),
    at(drawnWords, LEFT, 352),
    at(from, LEFT, 656),
    at(to, LEFT, 698),
    at(print, LEFT, 750),
    { input: seal, left: 800, top: 650 },
    { input: qr, left: RIGHT - QR_SIZE, top: 632 },
  ];
  return sharp(sheet)
    .composite(layers.filter((layer) => layer !== null))
    .png()
    .toBuffer();
}

const at = (text: DrawnText | null, left: number, top: number): OverlayOptions | null =>
  text && { input: text.png, left, top };

async function drawWhole(text: string, place: Place, sizes: number[]): Promise<DrawnText | null> {
  let drawn: DrawnText | null = null;
  for (const size of sizes) {
    drawn = await drawText(text, { ...place, size });
    if (drawn === null || drawn.isWhole) break;
  }
  return drawn;
}

/** A code that leads to an address. Its quiet zone is four modules wide. */
function drawQrCode(address: string): Promise<Buffer> {
  const code = qrCode(0, "M");
  code.addData(address);
  code.make();
  const count = code.getModuleCount();
  const side = count + 8;
  const pixels = Buffer.alloc(side * side, 252);
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (code.isDark(row, column)) pixels[(row + 4) * side + column + 4] = 0;
    }
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(QR_SIZE, QR_SIZE, { kernel: "nearest" })
    .png()
    .toBuffer();
}
