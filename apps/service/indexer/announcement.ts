import type { PendingEvent } from "@colonnade/domain/event.ts";
import type { TransactionReport } from "../chain/node.ts";
import type { Trx } from "../db/database.ts";
import { awaitTurn, hasRoomAgain, makeRoom } from "./room.ts";
import { seenAs } from "./seen.ts";
import { readMined } from "./turns.ts";

/** A transaction that is not what it was announced as. */
export class AnnouncementError extends Error {
  override readonly name = "AnnouncementError";
}

/** @throws AnnouncementError unless the transaction is the sender's and calls the protocol */
export function checkReport(
  report: TransactionReport,
  sender: string,
  protocolContract: string,
): void {
  if (report.sender !== sender) {
    throw new AnnouncementError(`The transaction was sent by ${report.sender}`);
  }
  if (report.contractId !== protocolContract) {
    throw new AnnouncementError("The transaction does not call Colonnade");
  }
}

/** What is known of an announced transaction: what it says itself, or while no node has it, who announced it. */
export type Announcement = ReturnType<typeof announcementOf>;

/** @param report what the node says of the transaction; null where it knows none or was not asked */
export function announcementOf(
  { txId, senderPrincipal, event }: PendingEvent,
  announcer: string,
  report: TransactionReport | null,
) {
  const now = Date.now();
  return {
    tx_id: txId,
    sender: senderPrincipal,
    announced_at: now,
    checked_at: now,
    known_at: now,
    ...(report === null ? { event, ...unseen, announcer } : seenAs(report)),
  };
}

const unseen = { metadata: "{}", verified: false, failure: null };

/**
 * Keeps an announcement beside what was known.
 * @returns whether anything that may be shown has changed
 */
export async function keepAnnouncement(
  trx: Trx,
  announcement: Announcement,
  announcer: string,
): Promise<boolean> {
  await awaitTurn(trx, announcer);
  const mined = await readMined(trx, announcement.tx_id);
  const row = mined ? { ...announcement, failure: null } : announcement;
  const isNew = await insert(trx, row);
  const isNews = isNew || (await replace(trx, row)) || (await correct(trx, row));
  if (!row.verified) await makeRoom(trx, announcer);
  if (!isNew) await askAgain(trx, row, announcer);
  return isNews && !mined;
}

/** Anybody may claim a transaction that nobody has seen, so claims of several stand side by side. */
async function insert(trx: Trx, row: Announcement): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("pending_events")
    .values(row)
    .onConflict((conflict) => conflict.columns(["tx_id", "sender"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** What the node says outdoes what anybody said before, and its sender's own word that of visitors. */
async function replace(trx: Trx, row: Announcement): Promise<boolean> {
  if (!row.verified && row.announcer !== row.sender) return false;
  const { numUpdatedRows } = await trx
    .updateTable("pending_events")
    .set(row.verified ? row : { announcer: row.announcer, known_at: row.known_at })
    .where("tx_id", "=", row.tx_id)
    .where("sender", "=", row.sender)
    .where((known) => {
      const isUnseen = known("verified", "=", false);
      if (!row.verified)
        return known.and([isUnseen, known("announcer", "is distinct from", row.announcer)]);
      // One that was dropped may be sent again as it was: then the mempool has it once more.
      return row.failure === null
        ? known.or([isUnseen, known("failure", "is not", null)])
        : isUnseen;
    })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** One that was sent again may have been dropped again, for another reason. */
async function correct(trx: Trx, { tx_id, sender, failure }: Announcement): Promise<boolean> {
  if (failure === null) return false;
  const { numUpdatedRows } = await trx
    .updateTable("pending_events")
    .set({ failure })
    .where("tx_id", "=", tx_id)
    .where("sender", "=", sender)
    .where("verified", "=", true)
    .where("failure", "<>", failure)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Of one that had failed the node is asked again for a while, whoever says that it was sent again: among its sender's
 * own by the sender's word, and else among visitors'.
 */
async function askAgain(trx: Trx, { tx_id, sender, known_at }: Announcement, announcer: string) {
  if (!(await hasRoomAgain(trx, announcer))) return;
  await trx
    .updateTable("pending_events")
    .set((known) => ({
      announcer:
        announcer === sender ? announcer : known.fn.coalesce("announcer", known.val(announcer)),
      // Its wait begins, however long ago it failed.
      checked_at: known
        .case()
        .when("announcer", "is", null)
        .then(known_at)
        .else(known.ref("checked_at"))
        .end(),
      known_at,
    }))
    .where("tx_id", "=", tx_id)
    .where("sender", "=", sender)
    .where("verified", "=", true)
    .where("failure", "is not", null)
    .execute();
}
