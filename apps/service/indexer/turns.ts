import { sql } from "kysely";
import { anyText } from "../db/array.ts";
import type { Database, Trx } from "../db/database.ts";
import { lockTip } from "./tip.ts";

/** So many of each kind are asked after in one round. */
const ASKED_AT_ONCE = { open: 100, own: 50, visitors: 50 };

/** Whether a transaction is in a canonical block. Looked up for each: as `exists` it may be hashed for all there are. */
export const isMined = (txId: string) => sql<boolean>`coalesce((
  select true from transactions t join blocks b on b.index_block_hash = t.index_block_hash
  where t.tx_id = ${sql.ref(txId)} and b.canonical limit 1
), false)`;

/**
 * The announced transactions to ask after next, each in its turn, however many there are: those that a node has seen,
 * people's own word for those that none has, and visitors'.
 */
export async function takeTurns({ kysely }: Database) {
  return kysely.transaction().execute(async (trx) => {
    // A block that comes meanwhile says itself what is in it, afterwards.
    await lockTip(trx);
    const open = await take(trx, "verified and failure is null and not mined", ASKED_AT_ONCE.open);
    const own = await take(trx, unseen("true"), ASKED_AT_ONCE.own);
    const visitors = await take(trx, unseen("false"), ASKED_AT_ONCE.visitors);
    return [...open, ...own, ...visitors];
  });
}

const unseen = (isOwn: string) =>
  `not verified and (announcer is not distinct from sender) = ${isOwn}`;

async function take(trx: Trx, condition: string, count: number) {
  const taken = await trx
    .updateTable("pending_events as p")
    .set({ checked_at: Date.now(), mined: sql`p.verified and ${isMined("p.tx_id")}` })
    .where(
      sql<boolean>`(p.tx_id, p.sender) in (
        select tx_id, sender from pending_events where ${sql.raw(condition)}
        order by checked_at limit ${count} for update skip locked
      )`,
    )
    .returningAll("p")
    .execute();
  return taken.filter(({ mined }) => !mined);
}

/** Notes what some blocks, which came or went, have made of what was announced. */
export async function noteMined(trx: Trx, blocks: string[]): Promise<void> {
  await trx
    .updateTable("pending_events as p")
    .set({ known_at: Date.now(), mined: isMined("p.tx_id") })
    .where("p.verified", "=", true)
    .where(
      sql<boolean>`p.tx_id in (
        select tx_id from transactions where index_block_hash = ${anyText(blocks)}
      )`,
    )
    .execute();
}
