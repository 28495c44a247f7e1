/// <reference path="../types/punycode.d.ts" />
import { decode, encode } from "punycode.js";
import { RevealedText } from "./revealed-text.tsx";

/** What a reader may take a name for. */
interface Reading {
  /** The name in its own letters: `🔥.btc`; null for a name without Punycode. */
  decoded: string | null;
  /** Whether it may be taken for another name: it has foreign letters, or a digit where a letter is expected. */
  isAlike: boolean;
}

/**
 * How a name reads; null if it reads as it is written. BNS holds `a` to `z`, digits, `-` and `_`. Other letters stand
 * in it as Punycode.
 * @param name `alice.btc`
 */
export function readName(name: string): Reading | null {
  const labels = name.split(".").map(decodeLabel);
  const text = labels.join(".");
  const decoded = text === name ? null : text;
  const isAlike = labels.some(isLikeAnother);
  return decoded === null && !isAlike ? null : { decoded, isAlike };
}

/** A 0 or a 1 that reads as an o or an l: before a letter, two between letters, or one after the last letter. */
const digitLikeLetter = /(?<!\d)[01](?=[a-z])|(?<=[a-z])[01]{2}(?=[a-z])|(?<=[a-z])[01]$/;
/** A whole emoji, as Unicode lists it: no part of one, no second spelling. */
const emoji = /\p{RGI_Emoji}/gv;
/** Emoji that read as letters, digits or signs, such as 🅰️, ℹ️, 1️⃣ and ⭕. Flags are two letters on some systems. */
const emojiLikeLetter = /[©®™ℹⓂ⭕❌❎✖✝❗❕💯🔟\u20E3\u{1F170}-\u{1F19A}\u{1F1E6}-\u{1F1FF}]/v;

function isLikeAnother(label: string): boolean {
  const isForeign = /\P{ASCII}/u.test(label.replace(emoji, ""));
  if (isForeign || digitLikeLetter.test(label)) return true;
  // An emoji with the sign of a digit, 1️⃣, holds that digit.
  return emojiLikeLetter.test(label) && /[a-z0-9]/.test(label.replace(/[0-9]\uFE0F\u20E3/g, ""));
}

function decodeLabel(label: string): string {
  if (!label.startsWith("xn--")) return label;
  const text = tryDecode(label.slice("xn--".length));
  // Two names must not read as one, so only the one true spelling is decoded.
  const isTrue = text !== null && /\P{ASCII}/u.test(text) && `xn--${encode(text)}` === label;
  return isTrue ? text : label;
}

/** Null for what is no Punycode: anybody may claim a name that only begins like it. */
function tryDecode(punycode: string): string | null {
  try {
    return decode(punycode);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A line under a name that reads differently than it is written, or like another one. */
export function NameReading({ name }: { name: string }) {
  const reading = readName(name);
  if (reading === null) return null;
  const { decoded, isAlike } = reading;
  return (
    <p className="measure text-sm text-muted">
      {decoded === null ? null : (
        <>
          Reads as{" "}
          <bdi className="font-semibold text-ink wrap-anywhere">
            <RevealedText>{decoded}</RevealedText>
          </bdi>
          .{" "}
        </>
      )}
      {isAlike ? (
        <span className="font-medium text-seal">
          {decoded === null
            ? "This name has a digit: it may look like another name."
            : "Its letters may look like those of another name."}
        </span>
      ) : null}
    </p>
  );
}
