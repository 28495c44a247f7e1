import { type RawBuilder, sql } from "kysely";
import { anyNumber, anyText } from "../db/array.ts";
import type { Database, Trx } from "../db/database.ts";
import { inBlockSql } from "../db/in-block.ts";
import { lockTip } from "./tip.ts";

// Where an application stands is read from the canonical chain each time, so that a fork needs no undoing.
// It is accepted when a decision's transaction is canonical and did what was decided: the deciding watcher
// sent it, it called `watcher-new-organization` itself, and the organization's admin is the applicant. The
// words may differ: a watcher may have corrected them. It counts for the application it was named for first.
// What the chain has outranks any later decision. Otherwise the latest decision counts, an admission for as long
// as its transaction may still be mined; while no node has seen it, by the watcher's own word.

/**
 * Applications as they stand, with what was decided on them.
 * @param applications a query of that table's rows: whoever wants few chooses them there
 */
export const standingsOf = (applications: RawBuilder<unknown>) => sql`
  select a.id, a.applicant, a.settled, a.document, a.at, d.watcher, d.at as decided_at, d.reason, d.tx_id,
    admitted.organization_id,
    case
      when admitted.organization_id is not null then 'accepted'
      when d.reason is not null then 'declined'
      when (
        select true from pending_events p
        where p.tx_id = d.tx_id and p.sender = d.watcher and p.failure is null
          and (p.announcer = p.sender or p.verified and p.event = 'WATCHER_NEW_ORGANIZATION')
        limit 1
      ) and not ${sql.raw(inBlockSql("d.tx_id"))} then 'admitting'
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
          and o.admin = a.applicant
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

// Lists ask by `settled`, which indexes have: it is read anew whenever a decision or a block may have changed it. The
// decisions on what is not settled are open: among these few is all that is being admitted.

/** Notes how an application that somebody has just decided on stands now. */
export async function settleDecided(trx: Trx, application: number): Promise<void> {
  await settle(trx, anyNumber([application]));
}

/** Notes what some blocks, which came or went, have made of applications. */
export async function settleByBlocks(trx: Trx, blocks: string[]): Promise<void> {
  await settle(
    trx,
    sql`any(array(
      select application_id from application_decisions where tx_id in (
        select tx_id from transactions where index_block_hash = ${anyText(blocks)}
      )))`,
  );
}

/** Notes that nothing is admitted any more by a chain that was started over. */
export async function settleAnew(trx: Trx): Promise<void> {
  await settle(trx, sql`any(array(select id from applications where settled = 'accepted'))`);
}

/** Notes how those stand on which a process of an older release may have decided, which noted nothing. */
export async function settleUnsettled({ kysely }: Database): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await lockTip(trx);
    await settle(trx, sql`any(array(select application_id from application_decisions where open))`);
  });
}

async function settle(trx: Trx, ids: RawBuilder<number>): Promise<void> {
  const decided = sql`select * from applications where id = ${ids}`;
  await sql`
    with standing as (
      select id, case when status in ('accepted', 'declined') then status end as settled
      from (${standingsOf(decided)}) r
    ), noted as (
      update application_decisions d set open = s.settled is null
      from standing s where s.id = d.application_id and d.open <> (s.settled is null)
    )
    update applications a set settled = s.settled from standing s where s.id = a.id`.execute(trx);
}
