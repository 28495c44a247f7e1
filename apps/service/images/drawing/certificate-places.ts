import { messages } from "@colonnade/domain/messages.ts";
import type { FontName } from "./fonts.ts";
import type { PictureContent } from "./parts.ts";
import { colors } from "./shapes.ts";

/** What a certificate shows, beside its image. */
export interface CertificateContent extends Omit<PictureContent, "image"> {
  /** Number, date and contract, in small print. */
  print: string;
  /** Where it can be checked. */
  address: string;
}

/** Changes with the drawing, so that no cache keeps an older one. */
export const CERTIFICATE_VERSION = 3;

const LEFT = 84;
const RIGHT = 1116;
/** Beside the image. */
const BESIDE = 364;

export interface TextPlace {
  font: FontName;
  color: string;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Font sizes. The text gets the largest at which all of it fits. */
  sizes: readonly number[];
  /** Whether the text is aligned to the end of its place. */
  atEnd?: true;
}

const { ink, muted } = colors;

/** Where a certificate's texts stand, in pixels of 1200 × 850. */
const places = {
  note: {
    font: "text",
    color: muted,
    left: 556,
    top: 88,
    width: 560,
    height: 44,
    sizes: [24],
    atEnd: true,
  },
  title: {
    font: "heading",
    color: ink,
    left: BESIDE,
    top: 140,
    width: RIGHT - BESIDE,
    height: 180,
    sizes: [46, 40, 34, 28, 22],
  },
  words: {
    font: "voice",
    color: ink,
    left: LEFT,
    top: 352,
    width: RIGHT - LEFT,
    height: 268,
    sizes: [34, 30, 26, 22, 18, 15, 12, 10, 9],
  },
  from: { font: "text", color: ink, left: LEFT, top: 656, width: 560, height: 44, sizes: [28] },
  to: { font: "text", color: muted, left: LEFT, top: 698, width: 560, height: 44, sizes: [28] },
  print: { font: "text", color: muted, left: LEFT, top: 750, width: 690, height: 48, sizes: [15] },
} as const satisfies Record<string, TextPlace>;

export const IMAGE = { left: LEFT, top: 84, width: 240, height: 240 };
export const SEAL = { left: 800, top: 650, size: 120 };
export const QR = { left: RIGHT - 156, top: 632, size: 156 };

/** A text and its place. The label follows the text, and is never cut. */
export interface PlacedText {
  text: string;
  label: string;
  place: TextPlace;
}

/** The texts of a certificate, in the order in which they are read. */
export function textsOf({
  title,
  words,
  from,
  to,
  print,
  status,
}: CertificateContent): PlacedText[] {
  const note =
    status === "withdrawn" ? [{ text: messages.withdrawnByAuthor, place: places.note }] : [];
  return [
    ...note,
    { text: title, place: places.title },
    { text: words, place: places.words },
    { text: `From ${from.name}`, label: from.label, place: places.from },
    { text: `to ${to.name}`, label: to.label, place: places.to },
    { text: print, place: places.print },
  ].map((one) => ({ label: "", ...one }));
}
