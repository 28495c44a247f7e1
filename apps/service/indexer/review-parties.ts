import type { RawBuilder } from "kysely";
import type { Executor } from "../db/database.ts";

/** Everybody who has the review before them. */
export async function readWatchers(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom("watchers").select("principal").execute();
  return rows.map(({ principal }) => principal);
}

/**
 * Whose pages show the applications that some transactions were to admit: their applicants', and the watchers'.
 * @param txIds what a transaction's id is compared with, as `any(…)`
 * @param watcher who must have decided so; anybody if absent
 */
export async function readReviewParties(
  db: Executor,
  txIds: RawBuilder<string>,
  watcher?: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("application_decisions as d")
    .innerJoin("applications as a", "a.id", "d.application_id")
    .where("d.tx_id", "=", txIds)
    .$if(watcher !== undefined, (query) => query.where("d.watcher", "=", watcher ?? ""))
    .select("a.applicant")
    .distinct()
    .execute();
  if (rows.length === 0) return [];
  return [...rows.map(({ applicant }) => applicant), ...(await readWatchers(db))];
}
