import { type Selectable, sql } from "kysely";
import { anyText } from "../db/array.ts";
import type { Database, Trx } from "../db/database.ts";
import { inBlockSql } from "../db/in-block.ts";
import type { PendingEventsTable } from "../db/tables.ts";
import { lockTip } from "./tip.ts";

/** An announced transaction whose turn has come, and since when it had waited for it. */
export type Due = Selectable<PendingEventsTable> & { turn: number };

// The words of the indexes, which PostgreSQL uses for none but these.
const kinds = {
  open: { condition: "verified and failure is null and not mined", count: 100 },
  againOwn: { condition: "verified and failure is not null and announcer = sender", count: 10 },
  own: { condition: "not verified and announcer = sender", count: 50 },
  visitors: { condition: "not verified and announcer is distinct from sender", count: 10 },
  againVisitors: {
    condition: "verified and failure is not null and announcer <> sender",
    count: 5,
  },
} as const;

/** Whether the transaction of a column is in a canonical block. */
const isMined = (column: string) => sql<boolean>`${sql.raw(inBlockSql(column))}`;

/** Whether a transaction is in a canonical block. */
export async function readMined(trx: Trx, txId: string): Promise<boolean> {
  const { mined } = await trx
    .selectFrom(sql<{ tx_id: string }>`(select ${txId}::text as tx_id)`.as("wanted"))
    .select(isMined("wanted.tx_id").as("mined"))
    .executeTakeFirstOrThrow();
  return mined;
}

/**
 * The announced transactions to ask after next, so many of each kind and each kind's longest waiting first: those that
 * a node has seen; by their senders' word those that had failed and were sent again, and those that none has seen; and
 * both kinds by visitors' word. None of the kinds waits for another, and each place's visitors come last.
 */
export async function takeTurns({ kysely }: Database): Promise<Due[]> {
  return kysely.transaction().execute(async (trx) => {
    // A block that comes meanwhile says itself what is in it, afterwards.
    await lockTip(trx);
    const taken: Due[][] = [];
    for (const kind of Object.values(kinds)) taken.push(await take(trx, kind));
    const longest = Math.max(...taken.map(({ length }) => length));
    return Array.from({ length: longest }, (_, place) =>
      taken.map((due) => due[place]).filter((due) => due !== undefined),
    ).flat();
  });
}

async function take(
  trx: Trx,
  { condition, count }: (typeof kinds)[keyof typeof kinds],
): Promise<Due[]> {
  const taken = await trx
    // Put aside, and so read once: PostgreSQL may read a table's part again for each row that it is joined with, and
    // skips what it has locked meanwhile, so that a limit lets through more than it says.
    .with(
      (due) => due("due").materialized(),
      (db) =>
        db
          .selectFrom("pending_events")
          .where(sql<boolean>`${sql.raw(condition)}`)
          .orderBy("checked_at")
          .limit(count)
          .forUpdate()
          .skipLocked()
          .select(["tx_id", "sender", "checked_at as turn"]),
    )
    .updateTable("pending_events as p")
    .from("due")
    .set({ checked_at: Date.now(), mined: sql`p.verified and ${isMined("p.tx_id")}` })
    .whereRef("p.tx_id", "=", "due.tx_id")
    .whereRef("p.sender", "=", "due.sender")
    .returningAll("p")
    .returning("due.turn")
    .execute();
  return taken.filter(({ mined }) => !mined).sort((a, b) => a.turn - b.turn);
}

/** Gives back turns that were not used: those transactions wait on from where they were. */
export async function giveBack({ kysely }: Database, unused: readonly Due[]): Promise<void> {
  if (unused.length === 0) return;
  // Locked in the order of their keys, as where an announcer's room is made: neither waits for the other in a circle.
  await sql`
    with due as materialized (
      select p.tx_id, p.sender, d.turn from pending_events p
      join unnest(
        ${unused.map(({ tx_id }) => tx_id)}::text[],
        ${unused.map(({ sender }) => sender)}::text[],
        ${unused.map(({ turn }) => turn)}::bigint[]
      ) as d (tx_id, sender, turn) on p.tx_id = d.tx_id and p.sender = d.sender
      order by p.tx_id, p.sender for update of p
    )
    update pending_events p set checked_at = due.turn
    from due where p.tx_id = due.tx_id and p.sender = due.sender`.execute(kysely);
}

/** Notes what some blocks, which came or went, have made of what was announced: in a block, nothing was dropped. */
export async function noteMined(trx: Trx, blocks: string[]): Promise<void> {
  await trx
    .updateTable("pending_events as p")
    .set({
      known_at: Date.now(),
      mined: isMined("p.tx_id"),
      announcer: null,
      failure: sql`case when not ${isMined("p.tx_id")} then p.failure end`,
    })
    .where("p.verified", "=", true)
    .where(
      sql<boolean>`p.tx_id in (
        select tx_id from transactions where index_block_hash = ${anyText(blocks)}
      )`,
    )
    .execute();
}

/** Notes that nothing is in a block any more, since the chain was started over. */
export async function noteNoneMined(trx: Trx): Promise<void> {
  await trx
    .updateTable("pending_events")
    .set({ known_at: Date.now(), mined: false })
    .where("mined", "=", true)
    .execute();
}

/** Forgets those that have long been in a block: what was last known to be somewhere before a time. */
export async function forgetMined({ kysely }: Database, before: number): Promise<void> {
  await kysely
    .deleteFrom("pending_events as p")
    .where("p.known_at", "<", before)
    .where("p.verified", "=", true)
    .where("p.failure", "is", null)
    .where("p.mined", "=", true)
    .where(isMined("p.tx_id"))
    .execute();
}

/** So many of a kind are forgotten at once. */
const FORGOTTEN = 1_000;

/** Forgets those that no node has seen and whose turn has not come since a time: so strangers fill no table. */
export async function forgetUnasked({ kysely }: Database, since: number): Promise<void> {
  for (const { condition } of [kinds.own, kinds.visitors]) {
    await sql`
      delete from pending_events where ctid = any(array(
        select ctid from pending_events where ${sql.raw(condition)} and checked_at < ${since}
        order by checked_at limit ${sql.lit(FORGOTTEN)}
      ))`.execute(kysely);
  }
}
