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
import { awaitTurn, makeRoom, takeUnseen } from "./unseen.ts";

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
  /** Asks the node about those that are open: the newest, and some that it has not seen. */
  check(): Promise<void>;
}

export interface PendingEventsOptions {
  database: Database;
  offChain: OffChain;
  node: ChainNode;
  protocolContract: string;
  log: Logger;
}

const CHECKED_AT_ONCE = 100;
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
      ...(report === null ? { event, ...unseen, announcer } : seenAs(report)),
    };
    await write(row, async (trx) => {
      if (!row.verified) await awaitTurn(trx, announcer);
      // Anybody may claim a transaction that nobody has seen, so claims of several stand side by side.
      await trx
        .insertInto("pending_events")
        .values(row)
        .onConflict((conflict) => {
          const known = conflict.columns(["tx_id", "sender"]);
          // One that was dropped may be sent again as it was: then the mempool has it once more.
          if (row.verified && row.failure === null) {
            return known.doUpdateSet(row).where("pending_events.failure", "is not", null);
          }
          // Whoever was first to name a transaction, its sender's own word for it is not theirs to crowd out.
          return announcer === senderPrincipal
            ? known.doUpdateSet({ announcer }).where("pending_events.verified", "=", false)
            : known.doNothing();
        })
        .execute();
      if (!row.verified) await makeRoom(trx, announcer);
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
    const open = await db
      .selectFrom("pending_events as p")
      .where("p.verified", "=", true)
      .where("p.failure", "is", null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("transactions as t")
              .innerJoin("blocks as b", "b.index_block_hash", "t.index_block_hash")
              .whereRef("t.tx_id", "=", "p.tx_id")
              .where("b.canonical", "=", true)
              .select("t.tx_id"),
          ),
        ),
      )
      .orderBy("p.announced_at", "desc")
      .limit(CHECKED_AT_ONCE)
      .selectAll("p")
      .execute();
    for (const row of [...open, ...(await takeUnseen(database))]) {
      await ask(row);
    }
    await forgetIndexed();
  }

  /** Nobody waits for a transaction that the node cannot tell of: anybody may have announced it. */
  async function ask(row: Selectable<PendingEventsTable>): Promise<void> {
    try {
      await settle(row, await node.transaction(row.tx_id));
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      log.debug({ err: error }, "the node cannot tell of an announced transaction");
      if (!row.verified && row.announced_at < Date.now() - KEPT) await remove(row);
    }
  }

  async function settle(
    row: Selectable<PendingEventsTable>,
    report: TransactionReport | null,
  ): Promise<void> {
    if (report === null) {
      if (Date.now() - row.announced_at < times.pendingEvent) return;
      if (row.verified) await update(row, { failure: "expired" });
      else await remove(row);
      return;
    }
    if (row.verified) {
      if (report.status.startsWith("dropped")) await update(row, { failure: report.status });
      return;
    }
    try {
      checkReport(report, row.sender, protocolContract);
      await update(row, seenAs(report));
    } catch (error) {
      if (!(error instanceof AnnouncementError)) throw error;
      await remove(row);
    }
  }

  async function update(
    row: Selectable<PendingEventsTable>,
    change: Partial<ReturnType<typeof seenAs>>,
  ): Promise<void> {
    await write({ ...row, ...change }, (trx) =>
      trx
        .updateTable("pending_events")
        .set(change)
        .where("tx_id", "=", row.tx_id)
        .where("sender", "=", row.sender)
        .execute(),
    );
  }

  async function remove(row: Selectable<PendingEventsTable>): Promise<void> {
    await write(row, (trx) =>
      trx
        .deleteFrom("pending_events")
        .where("tx_id", "=", row.tx_id)
        .where("sender", "=", row.sender)
        .execute(),
    );
  }

  /** Tells those whose pages show the transaction: its sender's when a node has it, and the review of what it admits. */
  async function write(
    { tx_id, sender, verified }: { tx_id: string; sender: string; verified: boolean },
    change: (trx: Trx) => Promise<unknown>,
  ): Promise<void> {
    const parties = new Set(await readReviewParties(db, anyText([tx_id])));
    if (verified) parties.add(sender);
    if (parties.size > 0) await offChain.write([...parties], change);
    else await db.transaction().execute(change);
  }

  async function forgetIndexed(): Promise<void> {
    await db
      .deleteFrom("pending_events as p")
      .where("p.announced_at", "<", Date.now() - KEPT)
      .where("p.verified", "=", true)
      .where("p.failure", "is", null)
      .where("p.tx_id", "in", (query) =>
        query
          .selectFrom("transactions as t")
          .innerJoin("blocks as b", "b.index_block_hash", "t.index_block_hash")
          .where("b.canonical", "=", true)
          .whereRef("t.tx_id", "=", "p.tx_id")
          .select("t.tx_id"),
      )
      .execute();
  }

  return { announce, check };
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
