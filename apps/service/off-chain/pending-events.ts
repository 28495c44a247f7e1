import { type EventType, eventTypeOfFunction } from "@colonnade/domain/event-type.ts";
import { times } from "@colonnade/domain/limits.ts";
import { type Selectable, sql } from "kysely";
import { aboutOf } from "../chain/contract-call.ts";
import {
  type ChainNode,
  LongAnswerError,
  NodeError,
  type TransactionReport,
} from "../chain/node.ts";
import { anyText } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";
import type { PendingEventsTable } from "../db/tables.ts";
import type { WarnOfTrouble } from "../monitoring/log.ts";
import { readReviewRecipients } from "./application-status.ts";
import { changeOffChain, type OffChainStores } from "./change.ts";

// An announced transaction is stored once the node has it. Its data come from the node, not from the announcement. It
// stays PENDING until a block has it or the node gives it up, and a fork that leaves its block out makes it PENDING
// again.

/** A transaction is not what it was announced as. */
export class AnnouncementError extends Error {
  override readonly name = "AnnouncementError";
}

interface PendingEventsOptions extends OffChainStores {
  node: ChainNode;
  protocolContract: string;
  warnOfTrouble: WarnOfTrouble;
}

/** Questions that announcements may cause in a minute. The node's rate limit must leave room for the indexer. */
const QUESTIONS_PER_MINUTE = 150;
/** Transactions asked about in one round. */
const ROUND = 100;
/** Milliseconds after which a round ends, so that the indexer can ask. */
const LONGEST_ROUND = 3_000;
const MINUTE = 60_000;
/** Milliseconds that a mined transaction is kept, in case of a fork, and an unseen one while the node is silent. */
const KEPT = 24 * 60 * MINUTE;

/** Failed transactions of one sender that are kept and shown among its events. */
export const KEPT_FAILURES = 100;

type Row = Selectable<PendingEventsTable>;

/** Announced transactions, kept until the chain or the mempool says what became of them. */
export function createPendingEvents(options: PendingEventsOptions) {
  const { database, node, protocolContract, warnOfTrouble } = options;
  const { kysely } = database;
  let questions = 0;
  let minuteEnd = 0;

  function countQuestion(): void {
    const left = minuteEnd - Date.now();
    // A new minute also begins when the clock has been set back.
    if (left <= 0 || left > MINUTE) {
      questions = 0;
      minuteEnd = Date.now() + MINUTE;
    }
    questions += 1;
    if (questions > QUESTIONS_PER_MINUTE) throw new NodeError("Too many announcements this minute");
  }

  /**
   * Asks the node for a transaction and keeps it if the node has it.
   * @returns whether the node has seen it
   * @throws AnnouncementError when it is not the sender's call of the protocol
   * @throws NodeError when the node cannot be asked now
   */
  async function announce(txId: string, sender: string): Promise<boolean> {
    const known = await kysely
      .selectFrom("pending_events")
      .where("tx_id", "=", txId)
      .where("seen", "=", true)
      .where("failure", "is", null)
      .select("sender")
      .executeTakeFirst();
    if (known !== undefined) {
      if (known.sender !== sender) throw new AnnouncementError(sentBy(known.sender));
      return true;
    }
    countQuestion();
    const report = await node.transaction(txId).catch((error: unknown) => {
      if (error instanceof LongAnswerError) throw new AnnouncementError(notOurs);
      throw error;
    });
    if (report === null) return false;
    const fault = findFault(report, sender, protocolContract);
    if (fault !== null) throw new AnnouncementError(fault);
    await changeOffChain(options, (trx) => keepReport(trx, txId, report));
    return true;
  }

  /** Asks the node what became of the transactions that are PENDING. */
  async function settle(): Promise<void> {
    const end = performance.now() + LONGEST_ROUND;
    const due = await kysely
      .selectFrom("pending_events")
      .where("failure", "is", null)
      .where("mined", "=", false)
      .orderBy("checked_at")
      .limit(ROUND)
      .selectAll()
      .execute();
    for (const row of due) {
      if (!(await settleOne(row)) || performance.now() > end) break;
    }
    await forgetLongMined();
  }

  /** @returns whether the node answered */
  async function settleOne(row: Row): Promise<boolean> {
    try {
      await applyReport(row, await node.transaction(row.tx_id));
      return true;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      warnOfTrouble({ err: error }, "the node did not answer about a pending transaction");
      if (!row.seen && row.known_at < Date.now() - KEPT) await giveUp(row);
      // The row goes to the end of the queue all the same, so that it never holds up the others.
      else await updateRow(row, { checked_at: Date.now() });
      return false;
    }
  }

  async function applyReport(row: Row, report: TransactionReport | null): Promise<void> {
    const now = Date.now();
    if (report === null) {
      if (now - row.known_at >= times.pendingEvent) await giveUp(row);
      else await updateRow(row, { checked_at: now });
    } else if (row.seen && !isDropped(report)) {
      await updateRow(row, { checked_at: now, known_at: now });
    } else if (findFault(report, row.sender, protocolContract) === null) {
      await changeOffChain(options, (trx) => keepReport(trx, row.tx_id, report));
    } else {
      await giveUp(row);
    }
  }

  async function updateRow({ tx_id }: Row, change: Partial<Row>): Promise<void> {
    await kysely.updateTable("pending_events").set(change).where("tx_id", "=", tx_id).execute();
  }

  /** Lets a transaction expire, unless a block or an announcement has come since the node was asked. */
  async function giveUp({ tx_id, sender, seen }: Row): Promise<void> {
    await changeOffChain(options, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("pending_events")
        .set({ failure: "expired" })
        .where("tx_id", "=", tx_id)
        .where("seen", "=", seen)
        .where("mined", "=", false)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return [];
      await forgetOldFailures(trx, sender);
      return readViewers(trx, { tx_id, sender, seen });
    });
  }

  async function forgetLongMined(): Promise<void> {
    await kysely
      .deleteFrom("pending_events")
      .where("mined", "=", true)
      .where("known_at", "<", Date.now() - KEPT)
      .execute();
  }

  return { announce, settle };
}

export type PendingEvents = ReturnType<typeof createPendingEvents>;

const notOurs = "The transaction does not call Colonnade";
const sentBy = (sender: string) => `The transaction was sent by ${sender}`;
const isDropped = ({ status }: TransactionReport) => status.startsWith("dropped");

/** Why a transaction is not the sender's call of the protocol; null where it is. */
export function findFault(
  report: TransactionReport,
  sender: string,
  protocolContract: string,
): string | null {
  if (report.sender !== sender) return sentBy(report.sender);
  if (report.contractId !== protocolContract) return notOurs;
  return null;
}

/**
 * Keeps what the node says of a transaction.
 * @returns the principals whose pages look different afterwards
 */
async function keepReport(trx: Trx, txId: string, report: TransactionReport): Promise<string[]> {
  const { sender, functionName, firstArgument } = report;
  const mined = await isMined(trx, txId);
  const now = Date.now();
  const row = {
    sender,
    event: eventTypeOf(functionName),
    metadata: JSON.stringify(aboutOf(functionName, firstArgument)),
    seen: true,
    failure: isDropped(report) && !mined ? report.status : null,
    mined,
    checked_at: now,
    known_at: now,
  };
  const before = await trx
    .selectFrom("pending_events")
    .where("tx_id", "=", txId)
    .select(["seen", "failure"])
    .executeTakeFirst();
  await trx
    .insertInto("pending_events")
    .values({ tx_id: txId, announced_at: now, ...row })
    .onConflict((conflict) => conflict.column("tx_id").doUpdateSet(row))
    .execute();
  if (row.failure !== null) await forgetOldFailures(trx, sender);
  const isSame = before?.seen === true && before.failure === row.failure;
  return mined || isSame ? [] : readViewers(trx, { tx_id: txId, ...row });
}

/** Keeps a sender's newest failures only. It costs nothing to replace one transaction by another for ever. */
async function forgetOldFailures(trx: Trx, sender: string): Promise<void> {
  await sql`delete from pending_events where tx_id = any(array(
    select tx_id from pending_events where sender = ${sender} and failure is not null
    order by announced_at desc offset ${KEPT_FAILURES}
  ))`.execute(trx);
}

function eventTypeOf(functionName: string | null) {
  const known = Object.entries(eventTypeOfFunction).find(([name]) => name === functionName);
  return known?.[1] ?? "UNKNOWN";
}

/**
 * Keeps the transaction of a watcher's decision, even before the node has it. Until then only the review shows it.
 * @param event what it does
 * @param report what the node says of it; null where it has not seen it or does not answer
 */
export async function keepDecision(
  trx: Trx,
  { txId, watcher, event }: { txId: string; watcher: string; event: EventType },
  report: TransactionReport | null,
): Promise<void> {
  if (report !== null) {
    await keepReport(trx, txId, report);
    return;
  }
  const now = Date.now();
  // A failed transaction may have been sent again, so the node is asked about it again.
  const waiting = { failure: null, checked_at: now, known_at: now };
  await trx
    .insertInto("pending_events")
    .values({
      tx_id: txId,
      sender: watcher,
      event,
      metadata: "{}",
      announced_at: now,
      seen: false,
      mined: await isMined(trx, txId),
      ...waiting,
    })
    .onConflict((conflict) =>
      conflict.column("tx_id").doUpdateSet(waiting).where("pending_events.sender", "=", watcher),
    )
    .execute();
}

/** The principals whose pages show a transaction: its sender, and the watchers if it was to decide something. */
async function readViewers(
  trx: Trx,
  { tx_id, sender, seen }: Pick<Row, "tx_id" | "sender" | "seen">,
): Promise<string[]> {
  const reviewers = await readReviewRecipients(trx, anyText([tx_id]), sender);
  return [...new Set(seen ? [sender, ...reviewers] : reviewers)];
}

/**
 * SQL that says whether the transaction of a column is in a canonical block. For an `exists`, PostgreSQL might hash all
 * transactions.
 */
const minedSql = (column: string) => sql<boolean>`coalesce((
  select true from transactions t join blocks b on b.index_block_hash = t.index_block_hash
  where t.tx_id = ${sql.ref(column)} and b.canonical limit 1
), false)`;

async function isMined(trx: Trx, txId: string): Promise<boolean> {
  const { mined } = await trx
    .selectFrom(sql<{ tx_id: string }>`(select ${txId}::text as tx_id)`.as("wanted"))
    .select(minedSql("wanted.tx_id").as("mined"))
    .executeTakeFirstOrThrow();
  return mined;
}

/**
 * Marks pending events by their transactions, whose blocks were applied or orphaned. Clears their failures,
 * because a transaction that reached a block was not dropped for good.
 */
export async function markMined(trx: Trx, txIds: readonly string[]): Promise<void> {
  await trx
    .updateTable("pending_events as p")
    .set({ known_at: Date.now(), mined: minedSql("p.tx_id"), failure: null })
    .where("p.tx_id", "=", anyText(txIds))
    .execute();
}

/** Marks all pending events again, when the whole chain may have changed. */
export async function markAllMined(trx: Trx): Promise<void> {
  const mined = minedSql("p.tx_id");
  await trx
    .updateTable("pending_events as p")
    .set({
      known_at: Date.now(),
      mined,
      failure: sql`case when p.mined then p.failure end`,
    })
    .where(({ eb, ref }) => eb(ref("p.mined"), "<>", mined))
    .execute();
}
