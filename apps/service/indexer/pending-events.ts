import type { PendingEvent } from "@colonnade/domain/event.ts";
import { times } from "@colonnade/domain/limits.ts";
import type { Selectable } from "kysely";
import type { Logger } from "pino";
import { type ChainNode, NodeError, type TransactionReport } from "../chain/node.ts";
import { anyText } from "../db/array.ts";
import type { Database, Trx } from "../db/database.ts";
import type { PendingEventsTable } from "../db/tables.ts";
import type { OffChain } from "../http/off-chain.ts";
import { readReviewParties } from "./review-parties.ts";
import { seenAs } from "./seen.ts";
import { giveBack, isMined, readMined, takeTurns } from "./turns.ts";
import { awaitTurn, makeRoom } from "./unseen.ts";

/** A transaction that is not what it was announced as. */
export class AnnouncementError extends Error {
  override readonly name = "AnnouncementError";
}

/** Transactions that clients announced: hints, kept until the chain or the mempool has spoken. */
export interface PendingEvents {
  /**
   * Asks the node at once, for visitors so many times a minute: their questions must not use up what it answers us.
   * @param announcer the sender's own principal when signed in as it, else what tells one visitor from another
   * @throws AnnouncementError when the node knows the transaction as something else
   */
  announce(event: PendingEvent, announcer: string): Promise<void>;
  /** Asks the node about those that wait, the longest waiting first, until it has enough of it or time is up. */
  check(): Promise<void>;
}

type Row = Selectable<PendingEventsTable>;

export interface PendingEventsOptions {
  database: Database;
  offChain: OffChain;
  node: ChainNode;
  protocolContract: string;
  log: Logger;
}

/** How long an announcement is kept after its transaction was indexed, in case of a fork, or while the node cannot tell. */
const KEPT = 24 * 60 * 60 * 1000;
/** A round of questions is over then: it is the indexer's turn to ask. */
const LONGEST_ROUND = 3_000;
/** What a node knows on and on is noted so often. */
const NOTED_EVERY = 60_000;
/** Of visitors' announcements so many are asked after at once in each period; the others wait for their turn. */
const AT_ONCE = { questions: 30, period: 60_000 };

export function createPendingEvents(options: PendingEventsOptions): PendingEvents {
  const { database, offChain, node, protocolContract, log } = options;
  const db = database.kysely;
  let visitors = { left: 0, until: 0 };

  function mayAskAtOnce(isOwn: boolean): boolean {
    if (isOwn) return true;
    const now = Date.now();
    if (now >= visitors.until) visitors = { left: AT_ONCE.questions, until: now + AT_ONCE.period };
    visitors.left -= 1;
    return visitors.left >= 0;
  }

  async function announce(
    { txId, senderPrincipal, event }: PendingEvent,
    announcer: string,
  ): Promise<void> {
    const report = mayAskAtOnce(announcer === senderPrincipal) ? await reportOf(txId) : null;
    if (report !== null) checkReport(report, senderPrincipal, protocolContract);
    const now = Date.now();
    const said = {
      tx_id: txId,
      sender: senderPrincipal,
      announced_at: now,
      checked_at: now,
      known_at: now,
      ...(report === null ? { event, ...unseen, announcer } : seenAs(report)),
    };
    await write(said, async (trx) => {
      const mined = await readMined(trx, txId);
      const row = mined ? { ...said, failure: null } : said;
      if (!row.verified) await awaitTurn(trx, announcer);
      // Anybody may claim a transaction that nobody has seen, so claims of several stand side by side.
      const written = await trx
        .insertInto("pending_events")
        .values(row)
        .onConflict((conflict) => {
          const known = conflict.columns(["tx_id", "sender"]);
          // One that was dropped may be sent again as it was: then the mempool has it once more.
          if (row.verified && row.failure === null) {
            return known
              .doUpdateSet(row)
              .where((each) =>
                each.or([
                  each("pending_events.failure", "is not", null),
                  each("pending_events.verified", "=", false),
                ]),
              );
          }
          // Whoever was first to name a transaction, its sender's own word for it is not theirs to crowd out. And of one
          // that had failed the node is asked again, whoever says that it was sent again.
          return known
            .doUpdateSet({ announcer, known_at: now })
            .where((each) =>
              each.or([
                each.and([
                  each("pending_events.verified", "=", true),
                  each("pending_events.failure", "is not", null),
                ]),
                each.and([
                  each("pending_events.verified", "=", false),
                  each("pending_events.announcer", "is distinct from", announcer),
                  each.val(announcer === senderPrincipal),
                ]),
              ]),
            );
        })
        .returning(["verified", "announcer"])
        .execute();
      if (!row.verified) await makeRoom(trx, announcer);
      // That a failed one is asked after again shows nowhere.
      return !mined && written.some((each) => !each.verified || each.announcer === null);
    });
  }

  /** A node that does not answer is no reason to lose the hint. */
  async function reportOf(txId: string): Promise<TransactionReport | null> {
    try {
      return await node.transaction(txId);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      log.warn({ err: error }, "an announced transaction could not be looked up");
      return null;
    }
  }

  async function check(): Promise<void> {
    const end = performance.now() + LONGEST_ROUND;
    const due = await takeTurns(database);
    let asked = 0;
    for (const row of due) {
      asked += 1;
      if (!(await ask(row)) || performance.now() > end) break;
    }
    await giveBack(database, due.slice(asked));
    await forgetIndexed();
  }

  /**
   * Of a transaction that the node cannot tell of, anybody may have announced it: it has had its turn.
   * @returns whether the node could tell
   */
  async function ask(row: Row): Promise<boolean> {
    try {
      await settle(row, await node.transaction(row.tx_id));
      return true;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      log.debug({ err: error }, "the node cannot tell of an announced transaction");
      if (!row.verified && knownAt(row) < Date.now() - KEPT) await remove(row);
      return false;
    }
  }

  async function settle(row: Row, report: TransactionReport | null): Promise<void> {
    if (row.failure !== null) return settleAgain(row, report);
    if (report === null) {
      if (Date.now() - knownAt(row) < times.pendingEvent) return;
      if (row.verified) await update(row, { failure: "expired" });
      else await remove(row);
      return;
    }
    if (row.verified) {
      if (report.status.startsWith("dropped")) await update(row, { failure: report.status });
      else await noteKnown(row);
      return;
    }
    try {
      checkReport(report, row.sender, protocolContract);
      await update(row, { ...seenAs(report), known_at: Date.now() });
    } catch (error) {
      if (!(error instanceof AnnouncementError)) throw error;
      await remove(row);
    }
  }

  /** One that had failed and was announced once more is no failure if the node has it again within the time. */
  async function settleAgain(row: Row, report: TransactionReport | null): Promise<void> {
    if (report !== null && !report.status.startsWith("dropped")) {
      await update(row, { failure: null, announcer: null, known_at: Date.now() });
    } else if (Date.now() - knownAt(row) >= times.pendingEvent) {
      await note(row, { announcer: null });
    }
  }

  async function noteKnown(row: Row): Promise<void> {
    if (knownAt(row) > Date.now() - NOTED_EVERY) return;
    await note(row, { known_at: Date.now() });
  }

  /** Changes nothing that is shown. */
  async function note(row: Row, change: Partial<Row>): Promise<void> {
    await db
      .updateTable("pending_events")
      .set(change)
      .where("tx_id", "=", row.tx_id)
      .where("sender", "=", row.sender)
      .execute();
  }

  async function update(row: Row, change: Partial<Row>): Promise<void> {
    await write({ ...row, ...change }, async (trx) => {
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

  async function remove(row: Row): Promise<void> {
    await write(row, async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom("pending_events")
        .where("tx_id", "=", row.tx_id)
        .where("sender", "=", row.sender)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }

  /**
   * Tells those whose pages show the transaction: its sender's when a node has it, and the review of what it admits.
   * @param change answers whether anything that may be shown has changed
   */
  async function write(
    row: Pick<Row, "tx_id" | "sender" | "verified" | "announcer">,
    change: (trx: Trx) => Promise<boolean>,
  ): Promise<void> {
    // What is a stranger's word alone is shown nowhere.
    if (!row.verified && row.announcer !== row.sender) {
      await db.transaction().execute(change);
      return;
    }
    await offChain.note(async (trx) => {
      if (!(await change(trx))) return [];
      const parties = await readReviewParties(trx, anyText([row.tx_id]), row.sender);
      return [...new Set([...parties, ...(row.verified ? [row.sender] : [])])];
    });
  }

  async function forgetIndexed(): Promise<void> {
    await db
      .deleteFrom("pending_events as p")
      .where("p.known_at", "<", Date.now() - KEPT)
      .where("p.verified", "=", true)
      .where("p.failure", "is", null)
      .where("p.mined", "=", true)
      .where(isMined("p.tx_id"))
      .execute();
  }

  return { announce, check };
}

/** An older process that still runs says only when it was announced. */
function knownAt({ known_at, announced_at }: Row): number {
  return Math.max(known_at, announced_at);
}

const unseen = { metadata: "{}", verified: false, failure: null, registration: null };

/** @throws AnnouncementError unless the transaction is the sender's and calls the protocol */
function checkReport(report: TransactionReport, sender: string, protocolContract: string): void {
  if (report.sender !== sender) {
    throw new AnnouncementError(`The transaction was sent by ${report.sender}`);
  }
  if (report.contractId !== protocolContract) {
    throw new AnnouncementError("The transaction does not call Colonnade");
  }
}
