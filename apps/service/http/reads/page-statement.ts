import type { Statement } from "../../db/database.ts";

/**
 * A page's statement. Prepared once for each set of filters, except where a text is sought: how common it
 * is decides whether to walk the newest rows or to ask the trigram index, so it is planned for its text.
 */
export function pageStatement(kind: string, given: readonly string[], text: string): Statement {
  return given.includes("search") ? { text } : { name: [kind, ...given].join(":"), text };
}
