import { withoutNul } from "../../db/json.ts";

/** A place in a list that is sorted by name, and by a key among equal names. */
export interface NameCursor {
  name: string;
  key: string;
}

/** Reads `{key} {name}`; keys hold no space. */
export function parseNameCursor(cursor: string): NameCursor {
  const text = withoutNul(cursor);
  const space = text.indexOf(" ");
  return space < 0
    ? { name: text, key: "" }
    : { name: text.slice(space + 1), key: text.slice(0, space) };
}
