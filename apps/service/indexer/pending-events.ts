import type { PendingEvent } from "@colonnade/domain/event.ts";
import { type EventType, eventTypeOfFunction } from "@colonnade/domain/event-type.ts";
import { times } from "@colonnade/domain/limits.ts";
import type { ProfileCard } from "@colonnade/domain/profile.ts";
import { Cl, ClarityType, type ClarityValue } from "@stacks/transactions";
import type { Selectable } from "kysely";
import type { Logger } from "pino";
import { type ChainNode, NodeError, type TransactionReport } from "../chain/node.ts";
import { anyText } from "../db/array.ts";
import type { Database, Trx } from "../db/database.ts";
import type { PendingEventsTable } from "../db/tables.ts";
import type { OffChain } from "../http/off-chain.ts";
import { readReviewParties } from "./review-parties.ts";
import { isMined, takeTurns } from "./turns.ts";
import { awaitTurn, makeRoom } from "./unseen.ts";

/** A transaction that is not what it was announced as. */
export class AnnouncementError extends Error {
  override readonly name = "AnnouncementError";
}

/** Transactions that clients announced: hints, kept until the chain or the mempool has spoken. */
export interface PendingEvents {
  /**
   * @param announcer the sender's own principal when signed in as it, else what tells one visitor from another
   * @throws AnnouncementError when the node knows the transaction as something else
   */
  announce(event: PendingEvent, announcer: string): Promise<void>;
  /** Asks the node about those that are open, those first that have waited longest for it. */
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

export function createPendingEvents(options: PendingEventsOptions): PendingEvents {
  const { database, offChain, node, protocolContract, log } = options;
  const db = database.kysely;

  async function announce(
    { txId, senderPrincipal, event }: PendingEvent,
    announcer: string,
  ): Promise<void> {
    const report = await reportOf(txId);
    if (report !== null) checkReport(report, senderPrincipal, protocolContract);
    const now = Date.now();
    const row = {
      tx_id: txId,
      sender: senderPrincipal,
      announced_at: now,
      checked_at: now,
      known_at: now,
      ...(report === null ? { event, ...unseen, announcer } : seenAs(report)),
    };
    await write(row, async (trx) => {
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
          // Whoever was first to name a transaction, its sender's own word for it is not theirs to crowd out.
          return announcer === senderPrincipal
            ? known
                .doUpdateSet({ announcer })
                .where("pending_events.verified", "=", false)
                .where("pending_events.announcer", "is distinct from", announcer)
            : known.doNothing();
        })
        .returning(isMined("pending_events.tx_id").as("mined"))
        .execute();
      if (!row.verified) await makeRoom(trx, announcer);
      return written.some(({ mined }) => !mined);
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
    for (const row of await takeTurns(database)) await ask(row);
    await forgetIndexed();
  }

  /** Nobody waits for a transaction that the node cannot tell of: anybody may have announced it. */
  async function ask(row: Row): Promise<void> {
    try {
      await settle(row, await node.transaction(row.tx_id));
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      log.debug({ err: error }, "the node cannot tell of an announced transaction");
      if (!row.verified && knownAt(row) < Date.now() - KEPT) await remove(row);
    }
  }

  async function settle(row: Row, report: TransactionReport | null): Promise<void> {
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

  /** Changes nothing that is shown. */
  async function noteKnown({ tx_id, sender }: Row): Promise<void> {
    await db
      .updateTable("pending_events")
      .set({ known_at: Date.now() })
      .where("tx_id", "=", tx_id)
      .where("sender", "=", sender)
      .execute();
  }

  async function update(row: Row, change: Partial<Row>): Promise<void> {
    await write({ ...row, ...change }, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("pending_events")
        .set(change)
        .where("tx_id", "=", row.tx_id)
        .where("sender", "=", row.sender)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
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

/** What a transaction itself says; of what its announcement claimed nothing is left. */
function seenAs(report: TransactionReport) {
  const event = typeOf(report.functionName);
  const values = report.functionArguments.map((hex) => Cl.deserialize(hex));
  return {
    event,
    metadata: JSON.stringify(metadataOf(event, values)),
    verified: true,
    announcer: null,
    failure: report.status.startsWith("dropped") ? report.status : null,
    registration: event === "REGISTER_PROFILE" ? registrationOf(report.sender, values) : null,
  };
}

function typeOf(functionName: string | null): EventType {
  const known = Object.entries(eventTypeOfFunction).find(([name]) => name === functionName);
  return known?.[1] ?? "UNKNOWN";
}

function metadataOf(event: EventType, [first]: ClarityValue[]): PendingEvent["metaData"] {
  if (first?.type !== ClarityType.UInt) return {};
  const id = Number(first.value);
  if (!Number.isSafeInteger(id) || id < 1) return {};
  switch (event) {
    case "EDIT_ENDORSEMENT":
    case "APPROVE_ENDORSEMENT":
    case "BURN_ENDORSEMENT":
    case "DISPLAY_STATUS":
      return { endorsementId: id };
    case "ADD_REPRESENTATIVE":
    case "REMOVE_REPRESENTATIVE":
      return { organizationId: id };
    default:
      return {};
  }
}

/** The profile that a registration asks for: `(bns) (bns-name) (statement) (image)`. */
function registrationOf(address: string, values: ClarityValue[]): string | null {
  const [bns, name, statement, image] = values;
  if (bns?.type !== ClarityType.Buffer || name?.type !== ClarityType.Buffer) return null;
  if (image?.type !== ClarityType.StringASCII) return null;
  const said = statement?.type === ClarityType.OptionalSome ? statement.value : null;
  const card: ProfileCard = {
    address,
    bns_name: Buffer.from(name.value, "hex").toString("utf8"),
    bns: Buffer.from(bns.value, "hex").toString("utf8"),
    profileImageUrl: image.value,
    statement: said?.type === ClarityType.StringUTF8 ? said.value : null,
    status: "PENDING",
    earned: 0,
    issued: 0,
  };
  return JSON.stringify(card);
}
