/**
 * Characters that show nothing or change the direction of the text beside them: controls (not tab and line break),
 * format characters, fillers and the blank Braille pattern. Characters that join several emoji into one are not among
 * them.
 */
const HIDDEN = new RegExp(
  [
    // A joiner that follows no emoji.
    "(?<!\\p{Extended_Pictographic}[\\uFE0F\\u{1F3FB}-\\u{1F3FF}]*)\\u200D",
    // A variation selector or a tag that follows no emoji.
    "(?<!\\p{Emoji})[\\uFE0F\\u{E0020}-\\u{E007F}]",
    "(?![\\t\\n\\r]|\\u200D|[\\uFE0F\\u{E0020}-\\u{E007F}])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{DI}\\u2800]",
  ].join("|"),
  "gu",
);

/** A part of a text: characters that a reader sees, or one that they do not see. */
interface TextPart {
  kind: "plain" | "hidden";
  text: string;
}

/** Splits a text at characters that show nothing or change the direction of the text. */
export function splitHidden(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    if (index > start) parts.push({ kind: "plain", text: text.slice(start, index) });
    parts.push({ kind: "hidden", text: found });
    start = index + found.length;
  }
  if (start < text.length) parts.push({ kind: "plain", text: text.slice(start) });
  return parts;
}

/** A text in which hidden characters, and returns, are codes such as U+001B. For terminals, which some of them steer. */
export function withHiddenAsCodes(text: string): string {
  return splitHidden(text)
    .map((part) => (part.kind === "plain" ? part.text.replaceAll("\r", codeOf) : codeOf(part.text)))
    .join("");
}

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** A text without hidden characters. For titles and other places where they would reorder the words beside them. */
export function withoutHidden(text: string): string {
  return splitHidden(text)
    .map((part) => (part.kind === "plain" ? part.text : ""))
    .join("");
}

/**
 * Words as readers see them: without characters that override or embed a direction, by which "evil" may read as "live".
 * Joiners stay, because Persian and Sinhala are spelled with them.
 */
export function withoutBidiOverrides(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "");
}

/** Whether a text shows nothing: it is empty, or has only blanks and characters that cannot be seen. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Zs}\p{DI}\u2800]/u.test(text);
}
