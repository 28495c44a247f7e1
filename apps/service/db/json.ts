/** JSON that is known to be an object, without its closing brace, for more members to follow in SQL. */
export function openObject(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

/** A text as PostgreSQL can keep it, for sorting and searching only: Clarity allows U+0000 in texts. */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "");
}

/** What of a name is searched. Line breaks part the names in a search text, so none is left within one. */
export function searchable(text: string): string {
  return withoutNul(text)
    .replace(/[\r\n]+/g, " ")
    .toLowerCase();
}
