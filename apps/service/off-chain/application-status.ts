import { type RawBuilder, sql } from "kysely";
import { anyNumber, anyText } from "../db/bulk.ts";
import type { Executor, Trx } from "../db/database.ts";

// An application's status is derived from the canonical chain and the decisions on it, so that a fork needs no undoing.
// It is `accepted` when a decision's transaction is canonical and did what was decided: the deciding watcher sent it,
// it called `watcher-new-organization` itself, and made the applicant the organization's admin. The admin may have
// changed since. The words may differ, since a watcher may have corrected them. A transaction counts only for the
// application that named it first. The chain outranks any later decision. Otherwise the latest decision counts:
// `declined`, or `admitting` for as long as its transaction may be mined. Everything else is `waiting`.

/**
 * Applications with their status and the decision that it follows from.
 * @param applications a query of rows of that table; to read only a few, choose them there
 */
export const withStatus = (applications: RawBuilder<unknown>) => sql`
  select a.id, a.applicant, a.settled, a.document, a.at, d.watcher, d.at as decided_at, d.reason, d.tx_id,
    admitted.organization_id,
    case
      when admitted.organization_id is not null then 'accepted'
      when d.reason is not null then 'declined'
      when (
        select true from pending_events p
        where p.tx_id = d.tx_id and p.sender = d.watcher and p.event = 'WATCHER_NEW_ORGANIZATION'
          and p.failure is null and not p.mined
      ) then 'admitting'
      else 'waiting'
    end as status
  from (${applications}) a
    left join lateral (
      select d.id as decision_id, o.id as organization_id
      from application_decisions d
        join transactions t on t.tx_id = d.tx_id and t.sender = d.watcher
          and t.function_name = 'watcher-new-organization' and t.status = 'success'
        join blocks b on b.index_block_hash = t.index_block_hash and b.canonical
        join contract_events e on e.index_block_hash = t.index_block_hash
          and e.tx_index = t.tx_index and e.topic = 'watcher-new-organization'
        join organizations o on o.id = split_part(e.subject, ':', 2)::bigint
          and e.recipient = a.applicant
      where d.application_id = a.id and not exists (
        select from application_decisions earlier
        where earlier.tx_id = d.tx_id and earlier.application_id <> a.id and earlier.id < d.id
      )
      order by d.id desc limit 1
    ) admitted on true
    left join lateral (
      select id from application_decisions where application_id = a.id order by id desc limit 1
    ) latest on true
    left join application_decisions d on d.id = coalesce(admitted.decision_id, latest.id)`;

// Lists are filtered by `settled`, which is indexed. It is derived again whenever a decision or a block may have
// changed it. Decisions on applications that are not settled are `open`, so that the few being admitted are found among
// them.

/** Updates the stored status of an application that was just decided on. */
export async function settleApplication(trx: Trx, application: number): Promise<void> {
  await settle(trx, anyNumber([application]));
}

/**
 * Updates the stored status of applications by the transactions of their decisions, whose blocks were applied or
 * orphaned.
 */
export async function settleApplicationsDecidedBy(
  trx: Trx,
  txIds: readonly string[],
): Promise<void> {
  await settle(
    trx,
    sql`any(array(
      select application_id from application_decisions where tx_id = ${anyText(txIds)}
    ))`,
  );
}

/** Updates the stored status of all applications with a decision to admit, when the whole chain may have changed. */
export async function settleAdmissions(trx: Trx): Promise<void> {
  await settle(
    trx,
    sql`any(array(select application_id from application_decisions where tx_id is not null))`,
  );
}

async function settle(trx: Trx, ids: RawBuilder<number>): Promise<void> {
  const decided = sql`select * from applications where id = ${ids}`;
  await sql`
    with current as (
      select id, case when status in ('accepted', 'declined') then status end as settled
      from (${withStatus(decided)}) r
    ), opened as (
      update application_decisions d set open = s.settled is null
      from current s where s.id = d.application_id and d.open <> (s.settled is null)
    )
    update applications a set settled = s.settled from current s where s.id = a.id`.execute(trx);
}

/** The principals who review applications and reports. */
export async function readWatchers(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom("watchers").select("principal").execute();
  return rows.map(({ principal }) => principal);
}

/**
 * The watchers, if some transactions were to decide applications or reports; else nobody. The stream of changes is
 * public, so it never names an applicant. An applicant's page asks again whenever it names anybody.
 * @param txIds what a transaction's id is compared with, as `any(…)`
 * @param watcher only decisions of this watcher; of any if absent
 */
export async function readReviewRecipients(
  db: Executor,
  txIds: RawBuilder<string>,
  watcher?: string,
): Promise<string[]> {
  for (const table of ["application_decisions", "report_decisions"] as const) {
    const decision = await db
      .selectFrom(table)
      .where("tx_id", "=", txIds)
      .$if(watcher !== undefined, (query) => query.where("watcher", "=", watcher ?? ""))
      .select("id")
      .limit(1)
      .executeTakeFirst();
    if (decision !== undefined) return readWatchers(db);
  }
  return [];
}
