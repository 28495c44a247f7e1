/** Escapes a text for XML, HTML and Pango's markup. Not for an attribute in single quotes. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** What XML 1.0 cannot hold, however it is escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** A text without what no XML can hold: control characters and unpaired surrogates. */
export const withoutForbidden = (text: string): string => text.replace(forbidden, "");

/** A text as content or as an attribute of an XML document. */
export const escapeXml = (text: string): string => escapeMarkup(text.replace(forbidden, "\uFFFD"));

/**
 * A text of JSON as CDATA. All brackets in it are escaped, as JSON may, so nothing in it ends the section or looks like
 * an element.
 */
export const cdataOfJson = (json: string): string =>
  `<![CDATA[${json.replace(forbidden, asEscapes).replace(/[<>]/g, asEscapes)}]]>`;

const asEscapes = (character: string) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
