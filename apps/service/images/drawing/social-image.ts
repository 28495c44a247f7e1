import { messages } from "@colonnade/domain/messages.ts";
import sharp, { type OverlayOptions } from "sharp";
import { type PictureContent, placeImage, readPart } from "./parts.ts";
import { colors } from "./shapes.ts";
import { drawText, type TextStyle } from "./text.ts";

/** Changes with the drawing, so that no cache keeps an older one. */
export const SOCIAL_VERSION = 2;

/** The place of the image, up to the perforation. */
const STUB = { left: 40, top: 40, width: 408, height: 550 };
/** Where the words begin. */
const LEFT = 492;
const WIDTH = 626;
const TOP = 132;
const NAMES = 482;

const styles = {
  title: { font: "heading", size: 46, color: colors.ink, width: WIDTH, height: 122 },
  words: { font: "voice", size: 30, color: colors.ink, width: WIDTH },
  name: { font: "text", size: 26, color: colors.ink, width: 440, height: 44 },
} as const satisfies Record<string, Omit<TextStyle, "height"> & Partial<TextStyle>>;

/**
 * Draws an endorsement as a picture of 1200 × 630 pixels for link previews: its image, title, first words, both
 * names and its seal. @returns a JPEG
 */
export async function drawSocialImage(content: PictureContent): Promise<Buffer> {
  const [sheet, seal, title, from, to, brand, withdrawn] = await Promise.all([
    readPart("sheet"),
    readPart(content.status),
    drawText(content.title, styles.title),
    drawText(content.from.name, styles.name, content.from.label),
    drawText(`to ${content.to.name}`, { ...styles.name, color: colors.muted }, content.to.label),
    drawText("Colonnade", { ...styles.name, font: "heading" }),
    content.status === "withdrawn"
      ? drawText(messages.withdrawnByAuthor, { ...styles.name, color: colors.muted })
      : null,
  ]);
  const top = title === null ? TOP : TOP + title.height + 24;
  const words = await drawText(content.words, { ...styles.words, height: NAMES - 24 - top });
  const stub = content.image === null ? [] : [await placeImage(content.image, STUB)];
  const layers: (OverlayOptions | null)[] = [
    ...stub,
    brand && { input: brand.png, left: LEFT + 50, top: 78 },
    withdrawn && { input: withdrawn.png, left: LEFT + WIDTH - withdrawn.width, top: 78 },
    title && { input: title.png, left: LEFT, top: TOP },
    words && { input: words.png, left: LEFT, top },
    from && { input: from.png, left: LEFT, top: NAMES },
    to && { input: to.png, left: LEFT, top: NAMES + 40 },
    { input: seal, left: 1000, top: NAMES - 28 },
  ];
  return sharp(sheet)
    .composite(layers.filter((layer) => layer !== null))
    .flatten({ background: colors.paper })
    .jpeg({ quality: 86, chromaSubsampling: "4:4:4" })
    .toBuffer();
}
