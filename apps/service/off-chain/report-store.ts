import { createHash } from "node:crypto";
import type { Report, Reported, ReportSubject } from "@colonnade/domain/report.ts";
import { sql } from "kysely";
import type { Database, Trx } from "../db/database.ts";

/** A reported thing as it is now, and who is responsible for it. */
export interface ReportedSubject {
  reported: Reported;
  /** The people whom a watcher may suspend for what was reported. */
  responsible: string[];
}

/**
 * Stores a report. It joins the open one about the same thing, if that still looks the same: a thousand people make one
 * entry in the watchers' queue. No cached answer shows reports, so this makes no new revision.
 * @returns false if the same person's report is open already
 */
export function storeReport(
  { kysely }: Database,
  reporter: string,
  { subject, reason }: Report,
  found: ReportedSubject,
): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    const id = await findOrOpen(trx, subject, found);
    const at = Date.now();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("report_reasons")
      .values({ report_id: id, reporter, reason: JSON.stringify(reason), at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await trx
      .updateTable("reports")
      .set({ reporters: sql`reporters + 1`, last_at: at })
      .where("id", "=", id)
      .execute();
    return true;
  });
}

/** The id of the open report about this, which is new if there was none. */
async function findOrOpen(
  trx: Trx,
  subject: ReportSubject,
  { reported, responsible }: ReportedSubject,
): Promise<number> {
  const row = {
    subject: JSON.stringify(subject),
    reported: JSON.stringify(reported),
    responsible: JSON.stringify(responsible),
  };
  const content = JSON.stringify([row.subject, row.reported, row.responsible]);
  const fingerprint = createHash("sha256").update(content).digest("hex");
  // Two people who report the same thing at once must not open two reports.
  await sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`.execute(trx);
  const open = await trx
    .selectFrom("reports")
    .where("fingerprint", "=", fingerprint)
    .where("settled", "=", false)
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  if (open !== undefined) return open.id;
  const at = Date.now();
  const { id } = await trx
    .insertInto("reports")
    .values({ ...row, fingerprint, first_at: at, last_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
