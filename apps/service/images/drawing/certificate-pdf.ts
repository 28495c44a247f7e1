import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import type { Baked } from "./bake.ts";
import {
  type CertificateContent,
  IMAGE,
  type PlacedText,
  QR,
  SEAL,
  textsOf,
} from "./certificate-places.ts";
import { allFonts } from "./fonts.ts";
import type { Paper } from "./paper.ts";
import { type PlacedLine, placeLines } from "./placed-lines.ts";
import { pathOf, qrCodeOf } from "./qr-code.ts";
import { certificate, colors, type Ink, type Shape, seals } from "./shapes.ts";
import { shownText } from "./text.ts";

export interface PdfExtras {
  paper: Paper;
  /** When the words were written. A document of the same content has the same bytes. */
  date: Date;
  /** As JPEG. */
  image: Uint8Array | null;
  /** What the document holds as files. */
  baked: Baked;
}

/** Draws an endorsement as a certificate to print. Its words are text, in fonts that the document holds. */
export async function drawPdfCertificate(
  content: CertificateContent,
  { paper, date, image, baked }: PdfExtras,
): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: paper.toUpperCase(), layout: "landscape", margin: 0 },
    ...{ pdfVersion: "1.7", tagged: true, lang: "en" },
    ...{ displayTitle: true, info: infoOf(content, date) },
  });
  const whole = buffer(doc);
  for (const [name, { file }] of Object.entries(allFonts)) {
    doc.registerFont(name, file);
  }
  for (const [name, json] of Object.entries(baked)) {
    doc.file(Buffer.from(json), {
      name: `${name}.json`,
      type: "application/json",
      creationDate: date,
      modifiedDate: date,
    });
  }
  fitToPage(doc);
  drawContent(doc, content, image);
  doc.end();
  return await whole;
}

const infoOf = ({ title, from }: CertificateContent, date: Date) => ({
  Title: shownText(title, "heading"),
  Author: shownText(from.name + from.label, "text"),
  Creator: "Colonnade",
  CreationDate: date,
});

type Doc = InstanceType<typeof PDFDocument>;

/** Scales the certificate to the page and centers it. */
function fitToPage(doc: Doc): void {
  const { width, height } = certificate;
  const scale = Math.min(doc.page.width / width, doc.page.height / height);
  doc.translate((doc.page.width - width * scale) / 2, (doc.page.height - height * scale) / 2);
  doc.scale(scale);
}

function drawContent(doc: Doc, content: CertificateContent, image: Uint8Array | null): void {
  const seal = seals[content.status](SEAL.left, SEAL.top, SEAL.size / 40);
  doc.markContent("Artifact", { type: "Layout" });
  for (const shape of [...certificate.shapes, ...seal]) drawShape(doc, shape);
  if (image !== null) {
    const { left, top, width, height } = IMAGE;
    doc.image(Buffer.from(image), left, top, { width, height });
  }
  doc.endMarkedContent();
  const texts = textsOf(content).map((text) => structureOf(doc, text));
  const alt = "A code that leads to the check";
  const code = doc.struct("Figure", { alt }, () => drawCode(doc, content.address));
  doc.addStructure(doc.struct("Document", {}, [...texts, code]));
}

/** A text with its tag: screen readers get it whole, in the order of its characters. */
function structureOf(doc: Doc, placed: PlacedText) {
  const { text, label, place } = placed;
  const { lines, size } = placeLines(placed);
  const tag = place.font === "heading" ? "H1" : "P";
  return doc.struct(tag, { actual: shownText(text, place.font) + label }, () => {
    doc.fontSize(size).fillColor(place.color);
    for (const line of lines) drawLine(doc, line);
  });
}

function drawLine(doc: Doc, { runs, left, baseline }: PlacedLine): void {
  let x = left;
  for (const { text, font, width } of runs) {
    // With a list of features, pdfkit lays out a run as a whole. Without it, pdfkit would lay out each word by itself.
    doc
      .font(font)
      .text(text, x, baseline, { lineBreak: false, features: [], baseline: "alphabetic" });
    x += width;
  }
}

function drawCode(doc: Doc, address: string): void {
  const { left, top, size } = QR;
  const code = qrCodeOf(address);
  doc
    .save()
    .translate(left, top)
    .scale(size / code.side);
  doc.path(pathOf(code)).fill(colors.ink).restore();
  doc.link(left, top, size, size, address);
}

function drawShape(doc: Doc, shape: Shape): void {
  doc.save();
  const { ink } = shape;
  applyInk(doc, ink);
  switch (shape.kind) {
    case "rect":
      paint(doc.rect(shape.x, shape.y, shape.width, shape.height), ink);
      break;
    case "path":
      paint(doc.translate(shape.x, shape.y).scale(shape.scale).path(shape.d), ink);
      break;
    case "rosette":
      doc.translate(shape.x, shape.y);
      for (let turn = 0; turn < shape.turns; turn += 1) {
        paint(doc.path(shape.d), ink);
        doc.rotate(shape.degrees);
      }
      break;
  }
  doc.restore();
}

function applyInk(doc: Doc, { width = 1, opacity = 1, dash, square }: Ink): void {
  doc.lineWidth(width).opacity(opacity);
  if (dash !== undefined) doc.dash(dash[0], { space: dash[1] });
  if (square === true) doc.lineCap("square");
}

function paint(doc: Doc, { fill, stroke }: Ink): void {
  if (fill !== undefined && stroke !== undefined) doc.fillAndStroke(fill, stroke);
  else if (fill !== undefined) doc.fill(fill);
  else if (stroke !== undefined) doc.stroke(stroke);
}
