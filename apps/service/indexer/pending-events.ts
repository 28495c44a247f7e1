import type { PendingEvent } from "@colonnade/domain/event.ts";
import type { Logger } from "pino";
import { type ChainNode, NodeError, type TransactionReport } from "../chain/node.ts";
import { type Announced, writeAnnounced } from "./announced.ts";
import { announcementOf, checkReport, keepAnnouncement } from "./announcement.ts";
import { forget, knownAt, settleFate } from "./fates.ts";
import { type Due, forgetMined, forgetUnasked, giveBack, takeTurns } from "./turns.ts";

/** Transactions that clients announced: hints, kept until the chain or the mempool has spoken. */
export interface PendingEvents {
  /**
   * Asks the node at once, so many times a minute: strangers' questions must not use up what it answers us.
   * @param announcer the sender's own principal when signed in as it, else what tells one visitor from another
   * @throws AnnouncementError when the node knows the transaction as something else
   */
  announce(event: PendingEvent, announcer: string): Promise<void>;
  /** Asks the node about those that wait, the longest waiting first, until it has enough of it or time is up. */
  check(): Promise<void>;
}

export interface PendingEventsOptions extends Announced {
  node: ChainNode;
  protocolContract: string;
  log: Logger;
}

/**
 * How long an announcement is kept after its transaction was indexed, in case of a fork, while the node cannot tell, or
 * until its turn comes.
 */
const KEPT = 24 * 60 * 60 * 1000;
/** A round of questions is over then: it is the indexer's turn to ask. */
const LONGEST_ROUND = 3_000;
/** So many announcements are asked after at once in a minute; the others wait for their turn. Anybody can sign in. */
const AT_ONCE = { visitors: 30, own: 120 };
const MINUTE = 60_000;

export function createPendingEvents(options: PendingEventsOptions): PendingEvents {
  const { database, node, protocolContract, log } = options;
  const ofVisitors = createAllowance(AT_ONCE.visitors);
  const ofSenders = createAllowance(AT_ONCE.own);

  async function announce(event: PendingEvent, announcer: string): Promise<void> {
    const { txId, senderPrincipal } = event;
    const mayAskAtOnce = announcer === senderPrincipal ? ofSenders : ofVisitors;
    const report = mayAskAtOnce() ? await reportOf(txId) : null;
    if (report !== null) checkReport(report, senderPrincipal, protocolContract);
    const announcement = announcementOf(event, announcer, report);
    await writeAnnounced(options, announcement, (trx) =>
      keepAnnouncement(trx, announcement, announcer),
    );
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
    const since = Date.now() - KEPT;
    await forgetMined(database, since);
    await forgetUnasked(database, since);
  }

  /**
   * Of a transaction that the node cannot tell of, anybody may have announced it: it has had its turn.
   * @returns whether the node could tell
   */
  async function ask(row: Due): Promise<boolean> {
    try {
      await settleFate(options, protocolContract, row, await node.transaction(row.tx_id));
      return true;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      log.debug({ err: error }, "the node cannot tell of an announced transaction");
      if (!row.verified && knownAt(row) < Date.now() - KEPT) await forget(options, row);
      return false;
    }
  }

  return { announce, check };
}

/** @returns whether one more fits into this minute */
function createAllowance(aMinute: number): () => boolean {
  let left = 0;
  let until = 0;
  return () => {
    if (Date.now() >= until) {
      left = aMinute;
      until = Date.now() + MINUTE;
    }
    left -= 1;
    return left >= 0;
  };
}
