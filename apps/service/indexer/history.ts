import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import {
  type ChainEntry,
  type Subject,
  subjectOf,
} from "@colonnade/contract-events/fold/chain-entry.ts";
import { type RawBuilder, sql } from "kysely";
import type { Block } from "../chain/block.ts";
import { anyText } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";

/** What happened to nouns. */
export interface History {
  /** The keys of the nouns, of all kinds. */
  subjects: string[];
  /** Whether it begins with each noun's first event. If not, it continues the stored state. */
  whole: boolean;
  /** The events of nouns of one kind, those of each noun in chain order. */
  read(kind: Subject["kind"], subjects: string[]): Iterable<ChainEntry> | AsyncIterable<ChainEntry>;
}

/** The key of the noun that an event changes, such as `endorsements:12`. */
export function subjectKey(event: ContractEvent): string {
  const { kind, key } = subjectOf(event);
  return `${kind}:${key}`;
}

/** The own keys of the nouns of one kind. */
export function keysOf(kind: Subject["kind"], { subjects }: History): string[] {
  const prefix = `${kind}:`;
  return subjects
    .filter((subject) => subject.startsWith(prefix))
    .map((subject) => subject.slice(prefix.length));
}

/**
 * Folds the history of the nouns of one kind.
 * @param start the state before a noun's first event, by its own key
 * @returns the states of the nouns that have any event, by their own keys
 */
export async function foldKind<State>(
  kind: Subject["kind"],
  history: History,
  start: (key: string) => State,
  fold: (state: State, entry: ChainEntry) => State,
): Promise<Map<string, State>> {
  const subjects = keysOf(kind, history).map((key) => `${kind}:${key}`);
  const folded = new Map<string, { state: State }>();
  for await (const entry of history.read(kind, subjects)) {
    const key = String(subjectOf(entry.event).key);
    const { state } = folded.get(key) ?? { state: start(key) };
    folded.set(key, { state: fold(state, entry) });
  }
  return new Map([...folded].map(([key, { state }]) => [key, state]));
}

/** The events of blocks that follow the tip: nothing else has to be folded. */
export function historyOfBlocks(blocks: readonly Block[]): History {
  const entries = blocks.flatMap(({ height, time, events }) =>
    events.map(({ txId, event }) => ({ blockHeight: height, blockTime: time, txId, event })),
  );
  const bySubject = Map.groupBy(entries, ({ event }) => subjectKey(event));
  return {
    subjects: [...bySubject.keys()],
    whole: false,
    read: (_, subjects) => subjects.flatMap((subject) => bySubject.get(subject) ?? []),
  };
}

/** The kinds whose last event says all. */
const saidByLast: ReadonlySet<Subject["kind"]> = new Set([
  "watchers",
  "blocked-senders",
  "blocked-organizations",
]);

/**
 * The whole canonical history of the nouns that some blocks touch, for when the canonical chain was switched. It is
 * read as it is folded, because it may be longer than the memory. A noun whose events are all orphaned has none.
 */
export async function findHistory(trx: Trx, blocks: readonly string[]): Promise<History> {
  const touched = await trx
    .selectFrom("contract_events")
    .where("index_block_hash", "=", anyText(blocks))
    .select("subject")
    .distinct()
    .execute();
  return {
    subjects: touched.map(({ subject }) => subject),
    whole: true,
    read(kind, subjects) {
      const read = saidByLast.has(kind) ? readLast : readAll;
      return read(trx, subjects, isNotJustOrphaned(blocks));
    },
  };
}

/** Nouns that one statement reads, and events that are in memory at once. The longest have 9 kB each. */
const AT_ONCE = 1_000;

function* portionsOf(subjects: string[]): Iterable<string[]> {
  for (let start = 0; start < subjects.length; start += AT_ONCE) {
    yield subjects.slice(start, start + AT_ONCE);
  }
}

/** The last canonical event of each noun. */
async function* readLast(
  trx: Trx,
  subjects: string[],
  isCandidate: RawBuilder<boolean>,
): AsyncIterable<ChainEntry> {
  for (const portion of portionsOf(subjects)) {
    const { rows } = await sql<EventRow>`
      select e.* from unnest(${portion}::text[]) s (subject)
      cross join lateral (
        ${canonicalEvents} where c.subject = s.subject and ${isCandidate}
        order by c.height desc, c.tx_index desc, c.event_index desc limit 1
      ) e`.execute(trx);
    yield* rows.map(entryOf);
  }
}

/** All canonical events of each noun: one noun after the other. */
async function* readAll(
  trx: Trx,
  subjects: string[],
  isCandidate: RawBuilder<boolean>,
): AsyncIterable<ChainEntry> {
  for (const portion of portionsOf(subjects)) {
    let last: Place | undefined = beginning;
    while (last !== undefined) {
      const rows = await readAfter(trx, portion, isCandidate, last);
      yield* rows.map(entryOf);
      last = rows[AT_ONCE - 1];
    }
  }
}

/** Up to where the events of some nouns are read. */
interface Place {
  subject: string;
  height: number;
  tx_index: number;
  event_index: number;
}

const beginning: Place = { subject: "", height: -1, tx_index: 0, event_index: 0 };

interface EventRow extends Place {
  tx_id: string;
  payload: string;
  block_time: number;
}

// The limit keeps PostgreSQL from joining all the events before it sorts them: it reads them in the index's order.
const canonicalEvents = sql`
  select c.subject, c.height, c.tx_index, c.event_index, c.tx_id, c.payload, b.block_time
  from contract_events c cross join lateral (
    select block_time from blocks where index_block_hash = c.index_block_hash and canonical limit 1
  ) b`;

// PostgreSQL does not look into a selected array, so planning takes no longer for many nouns.
const anySubject = (subjects: string[]) => sql`any((select ${subjects}::text[])::text[])`;
const eventOrder = sql`c.subject, c.height, c.tx_index, c.event_index`;

/**
 * Leaves out the events of blocks that were just orphaned, by a hash table of their hashes. Most events of the nouns
 * that a fork touches are theirs, and looking up the block of each event takes three times as long. The join leaves out
 * the events of all other orphaned blocks.
 */
const isNotJustOrphaned = (blocks: readonly string[]) => sql<boolean>`
  c.index_block_hash not in (
    select index_block_hash from blocks where index_block_hash = ${anyText(blocks)} and not canonical
  )`;

/** The next canonical events of some nouns, those of each noun in chain order. */
async function readAfter(
  trx: Trx,
  subjects: string[],
  isCandidate: RawBuilder<boolean>,
  place: Place,
): Promise<EventRow[]> {
  const { subject, height, tx_index, event_index } = place;
  const { rows } = await sql<EventRow>`
    ${canonicalEvents} where c.subject = ${anySubject(subjects)} and ${isCandidate}
      and (${eventOrder}) > (${subject}, ${height}, ${tx_index}, ${event_index})
    order by ${eventOrder} limit ${AT_ONCE}`.execute(trx);
  return rows;
}

function entryOf({ height, block_time, tx_id, payload }: EventRow): ChainEntry {
  return {
    blockHeight: height,
    blockTime: block_time,
    txId: tx_id,
    event: parsePayload(payload),
  };
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
