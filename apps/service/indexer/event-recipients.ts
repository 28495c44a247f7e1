import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import { subjectOf } from "@colonnade/contract-events/fold/chain-entry.ts";
import type { EndorsementState } from "@colonnade/contract-events/fold/endorsement.ts";
import type { Selectable } from "kysely";
import type { Block, BlockEvent } from "../chain/block.ts";
import { anyNumber, insertRows } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import { eventPosition } from "./history.ts";

/** The two people of an endorsement. */
type People = Pick<EndorsementState, "id" | "sender" | "receiver">;

type Recipient = Selectable<Tables["event_recipients"]>;

/**
 * Writes in whose event lists each event appears: its sender, the principals it names, its endorsement's sender and
 * receiver, and its organization's admin. Fold the blocks first.
 * @param endorsements those that the events change, as they were folded
 */
export async function writeRecipients(
  trx: Trx,
  blocks: readonly Block[],
  endorsements: readonly People[],
): Promise<Recipient[]> {
  const events = blocks.flatMap((block) => block.events);
  const people = new Map(endorsements.map((endorsement) => [endorsement.id, endorsement]));
  const admins = adminsOf(events, await readAdmins(trx, organizationsIn(events)));
  const rows = blocks.flatMap((block) => rowsOf(block, people, admins));
  await insertRows(trx, "event_recipients", rows);
  return rows;
}

function rowsOf(
  block: Block,
  people: ReadonlyMap<number, People>,
  admins: Map<BlockEvent, string | undefined>,
) {
  const senders = new Map(block.transactions.map(({ txId, sender }) => [txId, sender]));
  return block.events.flatMap((blockEvent) => {
    const { txIndex, eventIndex, txId, event } = blockEvent;
    const { kind, key } = subjectOf(event);
    const endorsementId = kind === "endorsements" ? key : null;
    const endorsement = people.get(endorsementId ?? 0);
    const recipients = new Set([
      ...principalsIn(event),
      endorsement?.sender,
      endorsement?.receiver,
      admins.get(blockEvent),
      isHiddenFromSender(event) ? undefined : senders.get(txId),
    ]);
    return [...recipients]
      .filter((principal) => principal !== undefined)
      .map((principal) => ({
        principal,
        index_block_hash: block.indexBlockHash,
        tx_index: txIndex,
        event_index: eventIndex,
        at: block.time * 1000,
        position: eventPosition(block.height, txIndex, eventIndex),
        endorsement_id: endorsementId,
        organization_id: organizationOf(event),
      }));
  });
}

/** The organization that an event changes, or that somebody blocks; null if there is none. */
function organizationOf(event: ContractEvent): number | null {
  if (event.topic === "block-organization" || event.topic === "unblock-organization")
    return event.id;
  const { kind, key } = subjectOf(event);
  return kind === "organizations" ? key : null;
}

/**
 * The admin of each event's organization, right after the event.
 * @param current the admins after the last event
 */
function adminsOf(
  events: readonly BlockEvent[],
  current: ReadonlyMap<number, string>,
): Map<BlockEvent, string | undefined> {
  const later = new Map(current);
  const admins = new Map<BlockEvent, string | undefined>();
  for (const blockEvent of events.toReversed()) {
    const { event } = blockEvent;
    const { kind, key } = subjectOf(event);
    if (kind !== "organizations") continue;
    admins.set(blockEvent, later.get(key));
    if (event.topic === "accept-admin") later.set(key, event.former);
  }
  return admins;
}

const principalFields = new Set([
  "principal",
  "watcher",
  "owner",
  "admin",
  "former",
  "representative",
  "invited",
  "by",
  "editor",
  "sender",
  "receiver",
]);

/** The principals that an event itself names. Leaves out a blocked sender, who is not told. */
function principalsIn(event: ContractEvent): string[] {
  if (event.topic === "block-sender" || event.topic === "unblock-sender") return [event.principal];
  return Object.entries(event).flatMap(([field, value]) =>
    principalFields.has(field) && (typeof value === "string" || Array.isArray(value)) ? value : [],
  );
}

/** Who caused an event; null if a profile was removed because its name moved: then it is the transaction's sender. */
export function actorOf(event: ContractEvent): string | null {
  if ("by" in event) return event.by;
  switch (event.topic) {
    case "register-profile":
    case "update-statement":
    case "update-profile-image-url":
    case "block-sender":
    case "unblock-sender":
    case "block-organization":
    case "unblock-organization":
      return event.principal;
    case "remove-profile":
      return event.reason === "owner" ? event.principal : null;
    case "watcher-remove-profile":
    case "watcher-restore-profile":
    case "watcher-new-organization":
    case "watcher-replace-admin":
      return event.watcher;
    case "accept-representation":
    case "decline-representation":
    case "resign-representation":
      return event.representative;
    case "accept-admin":
    case "decline-admin":
      return event.admin;
    case "accept-owner":
      return event.owner;
    case "submit-endorsement":
      return event.sender;
    case "edit-endorsement":
      return event.editor;
    case "approve-endorsement":
    case "burn-endorsement":
    case "discard-endorsement":
      return event.receiver;
  }
}

/** To whom it was done; null if to nobody, or to one of an endorsement's two people. */
export function recipientOf(event: ContractEvent): string | null {
  switch (event.topic) {
    case "remove-profile":
      return event.reason === "owner" ? null : event.principal;
    case "watcher-remove-profile":
    case "watcher-restore-profile":
      return event.principal;
    case "add-watcher":
    case "remove-watcher":
      return event.watcher;
    case "propose-owner":
      return event.owner;
    case "add-representative":
    case "remove-representative":
      return event.representative;
    case "watcher-new-organization":
    case "propose-admin":
    case "watcher-replace-admin":
    case "refuse-replacement":
      return event.admin;
    case "block-sender":
    case "unblock-sender":
      return event.sender;
    default:
      return null;
  }
}

/**
 * Whether the event is not listed for its sender: a removal because a name moved is listed for the former owner only.
 */
function isHiddenFromSender(event: ContractEvent): boolean {
  return event.topic === "remove-profile" && event.reason === "name-moved";
}

/** The ids of the organizations that some events change. */
function organizationsIn(events: BlockEvent[]): number[] {
  const subjects = events.map(({ event }) => subjectOf(event));
  return subjects.flatMap((subject) => (subject.kind === "organizations" ? [subject.key] : []));
}

async function readAdmins(trx: Trx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("organizations")
    .where("id", "=", anyNumber(ids))
    .select(["id", "admin"])
    .execute();
  return new Map(rows.map(({ id, admin }) => [id, admin]));
}
