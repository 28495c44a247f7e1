import type { ContractEvent } from "@colonnade/domain/contract-event.ts";
import { type ChainEntry, touchedBy } from "@colonnade/domain/fold/chain-entry.ts";
import type { Block } from "../chain/block.ts";
import { anyText } from "../db/array.ts";
import type { Trx } from "../db/database.ts";

export type NounKind = "profiles" | "watchers" | "organizations" | "endorsements";

/** What has happened to nouns: events in chain order, by subject. */
export interface History {
  entries: Map<string, ChainEntry[]>;
  /** Whether it begins with the noun's first event; else it follows the stored state. */
  whole: boolean;
}

/** The key of the noun that an event touches, such as `endorsements:12`: each touches exactly one. */
export function subjectOf(event: ContractEvent): string {
  for (const [kind, keys] of Object.entries(touchedBy(event))) {
    for (const key of keys) return `${kind}:${key}`;
  }
  throw new Error(`${event.topic} touches nothing`);
}

/** The history of a kind's nouns, by their own keys. */
export function historyOfKind(kind: NounKind, history: History): Map<string, ChainEntry[]> {
  const prefix = `${kind}:`;
  return new Map(
    [...history.entries]
      .filter(([subject]) => subject.startsWith(prefix))
      .map(([subject, entries]) => [subject.slice(prefix.length), entries]),
  );
}

/** The blocks' own events as history: all there is to fold when they follow the tip. */
export function historyOfBlocks(blocks: readonly Block[]): History {
  const entries = new Map<string, ChainEntry[]>();
  for (const { time, events } of blocks) {
    for (const { txId, event } of events) {
      append(entries, subjectOf(event), { blockTime: time, txId, event });
    }
  }
  return { entries, whole: false };
}

/** The whole canonical history of some nouns. A noun without any has an empty list. */
export async function readHistory(trx: Trx, subjects: string[]): Promise<History> {
  const entries = new Map<string, ChainEntry[]>(subjects.map((subject) => [subject, []]));
  const rows = await trx
    .selectFrom("contract_events as e")
    .innerJoin("blocks as b", "b.index_block_hash", "e.index_block_hash")
    .where("e.subject", "=", anyText(subjects))
    .where("b.canonical", "=", true)
    .orderBy("b.height")
    .orderBy("e.tx_index")
    .orderBy("e.event_index")
    .select(["e.subject", "e.tx_id", "e.payload", "b.block_time"])
    .execute();
  for (const row of rows) {
    append(entries, row.subject, {
      blockTime: row.block_time,
      txId: row.tx_id,
      event: parsePayload(row.payload),
    });
  }
  return { entries, whole: true };
}

function append(entries: Map<string, ChainEntry[]>, subject: string, entry: ChainEntry): void {
  const known = entries.get(subject);
  if (known === undefined) entries.set(subject, [entry]);
  else known.push(entry);
}

/** A contract event as its table keeps it. */
export function formatPayload(event: ContractEvent): string {
  return JSON.stringify(event);
}

/** A contract event out of its table. */
export function parsePayload(payload: string): ContractEvent {
  return JSON.parse(payload);
}
