import { sql } from "kysely";
import type { Trx } from "../db/database.ts";

// Anybody may announce anything in anybody's name, as long as no node has seen the transaction. So each who
// announces has so much room, and makes more at the cost of their own oldest alone. A person who is signed in
// has room of their own; a visitor shares it with all who come from the same address.

/** Unseen transactions of one announcer that are kept. */
const ROOM = 20;

/** Lets one announcement of an announcer's after the other make room: they drop each other's rows. */
export async function awaitTurn(trx: Trx, announcer: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${announcer}, 0))`.execute(trx);
}

/** Drops an announcer's oldest unseen transactions that are over its room. */
export async function makeRoom(trx: Trx, announcer: string): Promise<void> {
  await sql`
    delete from pending_events where not verified and announcer = ${announcer} and (tx_id, sender) in (
      select tx_id, sender from pending_events where not verified and announcer = ${announcer}
      order by announced_at desc, tx_id offset ${ROOM}
    )`.execute(trx);
}
