import type { Selectable } from "kysely";
import { anyText } from "../db/array.ts";
import type { Database, Trx } from "../db/database.ts";
import type { PendingEventsTable } from "../db/tables.ts";
import type { OffChain } from "../http/off-chain.ts";
import { readReviewParties } from "./review-parties.ts";

/** Where announced transactions are kept, and those who are shown them told. */
export interface Announced {
  database: Database;
  offChain: OffChain;
}

type Row = Selectable<PendingEventsTable>;

/**
 * Tells those whose pages show the transaction: its sender's when a node has it, and the review of what it admits.
 * @param change answers whether anything that may be shown has changed
 */
export async function writeAnnounced(
  { database, offChain }: Announced,
  row: Pick<Row, "tx_id" | "sender" | "verified" | "announcer">,
  change: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  // What is a stranger's word alone is shown nowhere.
  if (!row.verified && row.announcer !== row.sender) {
    await database.kysely.transaction().execute(change);
    return;
  }
  await offChain.note(async (trx) => {
    if (!(await change(trx))) return [];
    const parties = await readReviewParties(trx, anyText([row.tx_id]), row.sender);
    return [...new Set([...parties, ...(row.verified ? [row.sender] : [])])];
  });
}

/** Changes nothing that is shown. */
export async function noteAnnounced(
  { database }: Announced,
  { tx_id, sender }: Row,
  change: Partial<Row>,
): Promise<void> {
  await database.kysely
    .updateTable("pending_events")
    .set(change)
    .where("tx_id", "=", tx_id)
    .where("sender", "=", sender)
    .execute();
}
