import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import {
  type ChainEntry,
  type Subject,
  subjectOf,
} from "@colonnade/contract-events/fold/chain-entry.ts";
import type { Block } from "../chain/block.ts";
import { anyText } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";

/** What happened to nouns: events in chain order, by subject. */
export interface History {
  entries: Map<string, ChainEntry[]>;
  /** Whether it begins with each noun's first event. If not, it continues the stored state. */
  whole: boolean;
}

/** The key of the noun that an event changes, such as `endorsements:12`. */
export function subjectKey(event: ContractEvent): string {
  const { kind, key } = subjectOf(event);
  return `${kind}:${key}`;
}

/** The history of the nouns of one kind, by their own keys. */
export function historyOfKind(kind: Subject["kind"], history: History): Map<string, ChainEntry[]> {
  const prefix = `${kind}:`;
  return new Map(
    [...history.entries]
      .filter(([subject]) => subject.startsWith(prefix))
      .map(([subject, entries]) => [subject.slice(prefix.length), entries]),
  );
}

/** The events of blocks that follow the tip: nothing else has to be folded. */
export function historyOfBlocks(blocks: readonly Block[]): History {
  const entries = blocks.flatMap(({ height, time, events }) =>
    events.map(({ txId, event }) => ({ blockHeight: height, blockTime: time, txId, event })),
  );
  return { entries: Map.groupBy(entries, ({ event }) => subjectKey(event)), whole: false };
}

/**
 * The whole canonical history of the nouns that some blocks touch, for when the canonical chain was switched. A noun
 * whose events are all orphaned has an empty list.
 */
export async function readHistory(trx: Trx, blocks: readonly string[]): Promise<History> {
  const touched = await trx
    .selectFrom("contract_events")
    .where("index_block_hash", "=", anyText(blocks))
    .select("subject")
    .distinct()
    .execute();
  const subjects = touched.map(({ subject }) => subject);
  const rows = await trx
    .selectFrom("contract_events as e")
    .innerJoin("blocks as b", "b.index_block_hash", "e.index_block_hash")
    .where("e.subject", "=", anyText(subjects))
    .where("b.canonical", "=", true)
    .orderBy("b.height")
    .orderBy("e.tx_index")
    .orderBy("e.event_index")
    .select(["e.tx_id", "e.payload", "b.height", "b.block_time"])
    .execute();
  const bySubject = Map.groupBy(
    rows.map(({ height: blockHeight, block_time: blockTime, tx_id: txId, payload }) => ({
      blockHeight,
      blockTime,
      txId,
      event: parsePayload(payload),
    })),
    ({ event }) => subjectKey(event),
  );
  const entries = new Map(subjects.map((subject) => [subject, bySubject.get(subject) ?? []]));
  return { entries, whole: true };
}

/** A contract event from the `payload` column of its table. */
export function parsePayload(payload: string): ContractEvent {
  return JSON.parse(payload);
}

const pad = (value: number, digits: number) => String(value).padStart(digits, "0");

/** The place of a transaction without contract events among the events of its time. Sorts as the chain does. */
export function transactionPosition(height: number, txIndex: number): string {
  return `c${pad(height, 10)}.${pad(txIndex, 6)}`;
}

/** The place of a contract event among the events of its time. */
export function eventPosition(height: number, txIndex: number, eventIndex: number): string {
  return `${transactionPosition(height, txIndex)}.${pad(eventIndex, 7)}`;
}
