import { limits } from "@colonnade/domain/limits.ts";

/**
 * The name under which the statement of a page is prepared. The limit is part of each such statement, since one that
 * is planned for all values would be planned for a tenth of its list; so only pages of the usual size are prepared,
 * or every connection would have to keep a plan for each size that somebody asks for.
 */
export function pageName(kind: string, limit: number): string | null {
  return limit === limits.defaultPageItems ? `${kind}-page` : null;
}
