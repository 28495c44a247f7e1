import { sql } from "kysely";
import type { Trx } from "../db/database.ts";

// Anybody may announce anything in anybody's name. So each who announces has so much room: for transactions that no
// node has seen, where they make more at the cost of their own oldest alone, and for such as had failed and are said
// to be sent again, where more are asked after when the first ones have had their time. A person who is signed in has
// room of their own; a visitor shares it with all who come from the same address.

/** Transactions of either kind that one announcer has asked after. */
const ROOM = 20;

/** Lets one announcement of an announcer's after the other make room: they drop each other's rows. */
export async function awaitTurn(trx: Trx, announcer: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${announcer}, 0))`.execute(trx);
}

/** Drops an announcer's oldest unseen transactions that are over its room, locked in the order of their keys. */
export async function makeRoom(trx: Trx, announcer: string): Promise<void> {
  await sql`
    with over as materialized (
      select tx_id, sender from pending_events where not verified and announcer = ${announcer}
      order by announced_at desc, tx_id offset ${ROOM}
    ), locked as materialized (
      select p.tx_id, p.sender from pending_events p
      join over using (tx_id, sender) where not p.verified and p.announcer = ${announcer}
      order by p.tx_id, p.sender for update of p
    )
    delete from pending_events p using locked where p.tx_id = locked.tx_id and p.sender = locked.sender`.execute(
    trx,
  );
}

/** Whether an announcer may have one more that had failed asked after. */
export async function hasRoomAgain(trx: Trx, announcer: string): Promise<boolean> {
  const { rows } = await sql`
    select from pending_events
    where verified and failure is not null and announcer is not null and announcer = ${announcer}
    limit ${ROOM}`.execute(trx);
  return rows.length < ROOM;
}
