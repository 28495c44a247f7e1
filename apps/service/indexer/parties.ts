import type { ContractEvent } from "@colonnade/domain/contract-event.ts";
import type { Block, BlockEvent } from "../chain/block.ts";
import { anyNumber } from "../db/array.ts";
import type { Trx } from "../db/database.ts";
import { insertRows } from "../db/insert-rows.ts";
import { eventPosition } from "./position.ts";

/** Notes whom each event of some blocks concerns: who sent it, and whom it is about. They are folded by then. */
export async function writeParties(trx: Trx, blocks: readonly Block[]): Promise<void> {
  const events = blocks.flatMap((block) => block.events);
  const endorsements = await readEndorsementParties(trx, events);
  const admins = await readAdmins(trx, events);
  const rows = blocks.flatMap((block) => partyRowsOf(block, endorsements, admins));
  await insertRows(trx, "event_parties", partyColumns, rows);
}

function partyRowsOf(
  block: Block,
  endorsements: Map<number, string[]>,
  admins: Map<number, string[]>,
) {
  const senders = new Map(block.transactions.map(({ txId, sender }) => [txId, sender]));
  return block.events.flatMap(({ txIndex, eventIndex, txId, event }) => {
    const endorsementId = endorsementOf(event);
    const organizationId = organizationOf(event);
    const parties = new Set([
      ...named(event),
      ...(endorsementId === null ? [] : (endorsements.get(endorsementId) ?? [])),
      ...(organizationId === null ? [] : (admins.get(organizationId) ?? [])),
    ]);
    const sender = senders.get(txId);
    if (sender !== undefined && !isAboutAnother(event)) parties.add(sender);
    return [...parties].map((principal) => ({
      principal,
      index_block_hash: block.indexBlockHash,
      tx_index: txIndex,
      event_index: eventIndex,
      at: block.time * 1000,
      position: eventPosition(block.height, txIndex, eventIndex),
      endorsement_id: endorsementId,
      organization_id: organizationId,
    }));
  });
}

const partyColumns = {
  principal: "text",
  index_block_hash: "text",
  tx_index: "integer",
  event_index: "integer",
  at: "bigint",
  position: "text",
  endorsement_id: "bigint",
  organization_id: "bigint",
} as const;

/** The endorsement an event is about. */
function endorsementOf(event: ContractEvent): number | null {
  switch (event.topic) {
    case "submit-endorsement":
    case "edit-endorsement":
    case "approve-endorsement":
    case "burn-endorsement":
    case "display-status":
      return event.id;
    default:
      return null;
  }
}

/** The organization an event is about. */
function organizationOf(event: ContractEvent): number | null {
  switch (event.topic) {
    case "watcher-new-organization":
    case "add-representative":
    case "remove-representative":
      return event.id;
    default:
      return null;
  }
}

/** The principals that an event itself names. */
function named(event: ContractEvent): string[] {
  switch (event.topic) {
    case "register-profile":
    case "remove-profile":
    case "update-statement":
    case "update-profile-image-url":
      return [event.principal];
    case "watcher-remove-profile":
      return [event.principal, event.watcher];
    case "add-watcher":
    case "remove-watcher":
      return [event.watcher];
    case "watcher-new-organization":
      return [event.admin, event.watcher, ...event.representatives];
    case "add-representative":
    case "remove-representative":
      return [event.representative];
    case "edit-endorsement":
      return [event.editor];
    case "submit-endorsement":
    case "approve-endorsement":
    case "burn-endorsement":
      return [event.sender, event.receiver];
    case "display-status":
      return [];
  }
}

/** A profile removed because its name moved is news for its owner, not for whoever took the name. */
function isAboutAnother(event: ContractEvent): boolean {
  return event.topic === "remove-profile" && event.reason === "name-moved";
}

async function readEndorsementParties(
  trx: Trx,
  events: BlockEvent[],
): Promise<Map<number, string[]>> {
  const ids = present(events.map(({ event }) => endorsementOf(event)));
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("endorsements")
    .where("id", "=", anyNumber(ids))
    .select(["id", "sender", "receiver"])
    .execute();
  return new Map(rows.map(({ id, sender, receiver }) => [id, [sender, receiver]]));
}

async function readAdmins(trx: Trx, events: BlockEvent[]): Promise<Map<number, string[]>> {
  const ids = present(events.map(({ event }) => organizationOf(event)));
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("organizations")
    .where("id", "=", anyNumber(ids))
    .select(["id", "admin"])
    .execute();
  return new Map(rows.map(({ id, admin }) => [id, [admin]]));
}

function present<Value>(values: (Value | null)[]): Value[] {
  return values.filter((value) => value !== null);
}
