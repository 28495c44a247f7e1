/** The JSON of an object without its closing brace, so that SQL can append more members. */
export function openObject(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

/** A text for sorting and searching. Clarity allows U+0000 in texts, PostgreSQL does not. */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "");
}

/** A name as it is searched. Line breaks separate the names in a search text, so a name keeps none. */
export function searchable(text: string): string {
  return withoutNul(text)
    .replace(/[\r\n]+/g, " ")
    .toLowerCase();
}
