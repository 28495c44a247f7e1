import { type RawBuilder, sql } from "kysely";
import { anyNumber, anyText } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";

// A report's status is derived from its latest decision. A dismissal and a hidden image decide it at once. A suspension
// decides it when its transaction is canonical: the deciding watcher sent it, it called `watcher-remove-profile`
// itself, and it suspended somebody whom the report is about. Until then the report is `suspending`, for as long as
// that transaction may be mined, or `open`.

/**
 * Reports with their status and latest decision.
 * @param reports a query of rows of that table; to read only a few, choose them there
 */
export const withReportStatus = (reports: RawBuilder<unknown>) => sql`
  select r.id, r.subject, r.reported, r.responsible, r.reporters, r.first_at, r.last_at,
    d.decision, d.watcher, d.at as decided_at, d.tx_id, d.image,
    case
      when d.id is null then 'open'
      when d.tx_id is null then 'decided'
      when (
        select true from transactions t join blocks b on b.index_block_hash = t.index_block_hash
          join contract_events e on e.index_block_hash = t.index_block_hash and e.tx_index = t.tx_index
        where t.tx_id = d.tx_id and t.sender = d.watcher and b.canonical
          and t.function_name = 'watcher-remove-profile' and t.status = 'success'
          and e.topic = 'watcher-remove-profile'
          and jsonb_exists(r.responsible::jsonb, e.recipient) limit 1
      ) then 'decided'
      when (
        select true from pending_events p
        where p.tx_id = d.tx_id and p.sender = d.watcher and p.event = 'WATCHER_REMOVE_PROFILE'
          and p.failure is null and not p.mined
      ) then 'suspending'
      else 'open'
    end as status
  from (${reports}) r
    left join lateral (
      select * from report_decisions where report_id = r.id order by id desc limit 1
    ) d on true`;

// Lists are filtered by `settled`, which is indexed. It is derived again whenever a decision or a block may have
// changed it.

/** Updates whether a report that was just decided on is settled. */
export async function settleReport(trx: Trx, report: number): Promise<void> {
  await settle(trx, anyNumber([report]));
}

/**
 * Updates the stored status of reports by the transactions of their decisions, whose blocks were applied or orphaned.
 */
export async function settleReportsDecidedBy(trx: Trx, txIds: readonly string[]): Promise<void> {
  await settle(
    trx,
    sql`any(array(
      select report_id from report_decisions where tx_id = ${anyText(txIds)}
    ))`,
  );
}

/** Updates the stored status of all reports with a decision to suspend, when the whole chain may have changed. */
export async function settleSuspensions(trx: Trx): Promise<void> {
  await settle(
    trx,
    sql`any(array(select report_id from report_decisions where tx_id is not null))`,
  );
}

async function settle(trx: Trx, ids: RawBuilder<number>): Promise<void> {
  const decided = sql`select * from reports where id = ${ids}`;
  await sql`
    update reports r set settled = s.status = 'decided'
    from (${withReportStatus(decided)}) s
    where s.id = r.id and r.settled <> (s.status = 'decided')`.execute(trx);
}
