import sharp, { type OverlayOptions } from "sharp";
import {
  type CertificateContent,
  IMAGE,
  type PlacedText,
  QR,
  SEAL,
  textsOf,
} from "./certificate-places.ts";
import { placeImage, readPart } from "./parts.ts";
import { type QrCode, qrCodeOf } from "./qr-code.ts";
import { type DrawnText, drawText } from "./text.ts";

/**
 * Draws an endorsement as a certificate of 1200 × 850 pixels. Only words of very many lines do not fit, and end with an
 * ellipsis. @returns a PNG
 */
export async function drawCertificate(
  content: CertificateContent & { image: Uint8Array | null },
): Promise<Buffer> {
  const [sheet, seal, qr, image, ...texts] = await Promise.all([
    readPart("certificate"),
    readPart(content.status),
    drawQrCode(qrCodeOf(content.address)),
    content.image && placeImage(content.image, IMAGE),
    ...textsOf(content).map(drawWhole),
  ]);
  const layers: (OverlayOptions | null)[] = [
    image,
    ...texts,
    { input: seal, left: SEAL.left, top: SEAL.top },
    { input: qr, left: QR.left, top: QR.top },
  ];
  return sharp(sheet)
    .composite(layers.filter((layer) => layer !== null))
    .png()
    .toBuffer();
}

async function drawWhole({ text, label, place }: PlacedText): Promise<OverlayOptions | null> {
  let drawn: DrawnText | null = null;
  for (const size of place.sizes) {
    drawn = await drawText(text, { ...place, size }, label);
    if (drawn === null || drawn.isWhole) break;
  }
  const indent = place.atEnd === true && drawn !== null ? place.width - drawn.width : 0;
  return drawn && { input: drawn.png, left: place.left + indent, top: place.top };
}

function drawQrCode({ side, isDark }: QrCode): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from({ length: side * side }, (_, at) =>
      isDark(Math.floor(at / side), at % side) ? 0 : 252,
    ),
  );
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(QR.size, QR.size, { kernel: "nearest" })
    .png()
    .toBuffer();
}
