import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";
import { escapeXml } from "../../markup.ts";
import { type Baked, bakedElements } from "./bake.ts";
import {
  type CertificateContent,
  IMAGE,
  QR,
  SEAL,
  type TextPlace,
  textsOf,
} from "./certificate-places.ts";
import { type AnyFont, allFonts, fallbackFonts } from "./fonts.ts";
import { type PlacedLine, placeLines } from "./placed-lines.ts";
import { pathOf, qrCodeOf } from "./qr-code.ts";
import { certificate, colors, seals } from "./shapes.ts";
import { svgOf } from "./svg.ts";
import { shownText } from "./text.ts";
import type { Run } from "./typesetting.ts";

/** A document, and the source of its inline style for a content security policy. */
interface SvgCertificate {
  svg: string;
  /** Such as `'sha256-…'`. */
  style: string;
}

/**
 * Draws an endorsement as a certificate in SVG. Its words are text, in fonts of its own.
 * @param image as WebP; its bytes are part of the document
 * @param baked what the document holds, so that it proves itself
 */
export async function drawSvgCertificate(
  content: CertificateContent,
  image: Uint8Array | null,
  baked: Baked,
): Promise<SvgCertificate> {
  const { width, height, paper, shapes } = certificate;
  const code = qrCodeOf(content.address);
  const texts = textsOf(content).map((text) => ({ ...placeLines(text), place: text.place }));
  const { css, families } = await embedFonts(
    texts.flatMap(({ lines }) => lines.flatMap((line) => line.runs)),
  );
  const description = `From ${content.from.name}${content.from.label} to ${content.to.name}${content.to.label}`;
  const { namespaces, elements } = bakedElements(baked);
  const style = `${css}text{white-space:pre}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${namespaces} viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">${elements}
<title id="title">${escapeXml(shownText(content.title, "heading"))}</title>
<desc id="description">${escapeXml(shownText(description, "text"))}</desc>
<style>${style}</style>
<rect width="${width}" height="${height}" fill="${paper}"/>
${svgOf([...shapes, ...seals[content.status](SEAL.left, SEAL.top, SEAL.size / 40)])}
${image === null ? "" : imageOf(image)}
<a href="${escapeXml(content.address)}"><rect x="${QR.left}" y="${QR.top}" width="${QR.size}" height="${QR.size}" fill="${colors.sheet}"/><path d="${pathOf(code)}" transform="translate(${QR.left} ${QR.top}) scale(${QR.size / code.side})" fill="${colors.ink}" shape-rendering="crispEdges"/></a>
${texts.map((text) => elementsOf(text, families)).join("\n")}
</svg>
`;
  return { svg, style: `'sha256-${createHash("sha256").update(style).digest("base64")}'` };
}

const imageOf = (image: Uint8Array) =>
  `<image x="${IMAGE.left}" y="${IMAGE.top}" width="${IMAGE.width}" height="${IMAGE.height}" preserveAspectRatio="xMidYMid slice" href="data:image/webp;base64,${Buffer.from(image).toString("base64")}"/>`;

interface SetText {
  place: TextPlace;
  size: number;
  lines: PlacedLine[];
}

function elementsOf({ place: { font, color }, size, lines }: SetText, families: string): string {
  const element = ({ text, isRtl, left, width, baseline }: PlacedLine) => {
    const x = isRtl ? left + width : left;
    return `<text x="${round(x)}" y="${round(baseline)}"${isRtl ? ' direction="rtl"' : ""}>${escapeXml(text)}</text>`;
  };
  return `<g font-family="${font}, ${families}" font-size="${size}" fill="${color}">${lines.map(element).join("")}</g>`;
}

const round = (length: number) => Math.round(length * 100) / 100;

/**
 * Embeds the fonts of some runs, cut down to the characters used.
 * @returns rules of CSS, and the family list of the fallback fonts
 */
async function embedFonts(runs: readonly Run[]): Promise<{ css: string; families: string }> {
  const used = new Map<AnyFont, string>();
  for (const { font, text } of runs) used.set(font, (used.get(font) ?? "") + text);
  const faces = await Promise.all(Array.from(used, ([name, text]) => faceOf(name, text)));
  const names = [...used.keys()].filter((name) => name in fallbackFonts);
  return { css: faces.join(""), families: [...names, "serif"].join(", ") };
}

async function faceOf(name: AnyFont, text: string): Promise<string> {
  const whole = await readFile(allFonts[name].file);
  // A browser sets some letters as their parts, such as the Thai am.
  const needed = text + text.normalize("NFKD");
  const font = await subsetFont(whole, needed, { targetFormat: "woff2" });
  return `@font-face{font-family:${name};src:url(data:font/woff2;base64,${font.toString("base64")})}`;
}
