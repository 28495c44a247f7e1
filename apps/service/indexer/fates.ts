import { times } from "@colonnade/domain/limits.ts";
import type { Selectable } from "kysely";
import type { TransactionReport } from "../chain/node.ts";
import type { PendingEventsTable } from "../db/tables.ts";
import { type Announced, noteAnnounced, writeAnnounced } from "./announced.ts";
import { AnnouncementError, checkReport } from "./announcement.ts";
import { seenAs } from "./seen.ts";
import { readMined } from "./turns.ts";

type Row = Selectable<PendingEventsTable>;

/** What a node knows on and on is noted so often. */
const NOTED_EVERY = 60_000;

/** Makes of an announced transaction what the node says became of it: null where the node knows none. */
export async function settleFate(
  stores: Announced,
  protocolContract: string,
  row: Row,
  report: TransactionReport | null,
): Promise<void> {
  if (row.failure !== null) return settleAgain(stores, row, report);
  if (report === null) return settleUnknown(stores, row);
  if (row.verified) {
    if (report.status.startsWith("dropped")) await update(stores, row, { failure: report.status });
    else if (knownAt(row) <= Date.now() - NOTED_EVERY) await noteKnown(stores, row);
    return;
  }
  try {
    checkReport(report, row.sender, protocolContract);
    await update(stores, row, { ...seenAs(report), known_at: Date.now() });
  } catch (error) {
    if (!(error instanceof AnnouncementError)) throw error;
    await forget(stores, row);
  }
}

/** One that had failed and was announced once more is no failure if the node has it again within the time. */
async function settleAgain(
  stores: Announced,
  row: Row,
  report: TransactionReport | null,
): Promise<void> {
  if (report !== null && !report.status.startsWith("dropped")) {
    await update(stores, row, { failure: null, announcer: null, known_at: Date.now() });
  } else if (report !== null && report.status !== row.failure) {
    // It was sent again, and dropped again for another reason.
    await update(stores, row, { failure: report.status });
  } else if (Date.now() - knownAt(row) >= times.pendingEvent) {
    await noteAnnounced(stores, row, { announcer: null });
  }
}

async function settleUnknown(stores: Announced, row: Row): Promise<void> {
  if (Date.now() - knownAt(row) < times.pendingEvent) return;
  if (row.verified) await update(stores, row, { failure: "expired" });
  else await forget(stores, row);
}

function noteKnown(stores: Announced, row: Row): Promise<void> {
  return noteAnnounced(stores, row, { known_at: Date.now() });
}

async function update(stores: Announced, row: Row, change: Partial<Row>): Promise<void> {
  await writeAnnounced(stores, { ...row, ...change }, async (trx) => {
    // What a block has got since the node was asked has not failed.
    const mined = await readMined(trx, row.tx_id);
    const { numUpdatedRows } = await trx
      .updateTable("pending_events")
      .set(mined ? { ...change, failure: null } : change)
      .where("tx_id", "=", row.tx_id)
      .where("sender", "=", row.sender)
      .executeTakeFirst();
    return numUpdatedRows > 0n && !mined;
  });
}

/** Takes out what was announced, and has come to nothing. */
export async function forget(stores: Announced, row: Row): Promise<void> {
  await writeAnnounced(stores, row, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("pending_events")
      .where("tx_id", "=", row.tx_id)
      .where("sender", "=", row.sender)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

/** When a transaction was last known to be somewhere. An older process that still runs says only when it was announced. */
export function knownAt({ known_at, announced_at }: Row): number {
  return Math.max(known_at, announced_at);
}
