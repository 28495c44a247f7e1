import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import {
  type ChainEntry,
  type Subject,
  subjectOf,
} from "@colonnade/contract-events/fold/chain-entry.ts";
import { sql } from "kysely";
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
    read: (kind, subjects) =>
      saidByLast.has(kind) ? readLast(trx, subjects) : readAll(trx, subjects),
  };
}

/** Events that are read at once. The longest have 9 kB each. */
const EVENTS_AT_ONCE = 1_000;
/** Nouns whose events are read at once. */
const NOUNS_AT_ONCE = 250;

/** The last canonical event of each noun. */
async function* readLast(trx: Trx, subjects: string[]): AsyncIterable<ChainEntry> {
  for (let start = 0; start < subjects.length; start += EVENTS_AT_ONCE) {
    const { rows } = await sql<EventRow>`
      select e.* from unnest(${subjects.slice(start, start + EVENTS_AT_ONCE)}::text[]) s (subject)
      cross join lateral (
        ${canonicalEvents} where c.subject = s.subject and b.canonical
        order by c.height desc, c.tx_index desc, c.event_index desc limit 1
      ) e`.execute(trx);
    yield* rows.map(entryOf);
  }
}

/** All canonical events of each noun. A noun with more than its part of a portion waits for the next turn. */
async function* readAll(trx: Trx, subjects: string[]): AsyncIterable<ChainEntry> {
  let unread: Place[] = subjects.map((subject) => ({ ...beginning, subject }));
  while (unread.length > 0) {
    const places = unread.slice(0, NOUNS_AT_ONCE);
    const most = Math.floor(EVENTS_AT_ONCE / places.length);
    const rows = await readAfter(trx, places, most);
    yield* rows.map(entryOf);
    const portions = [...Map.groupBy(rows, ({ subject }) => subject).values()];
    const unfinished = portions.flatMap((portion) => portion[most - 1] ?? []);
    unread = [...unread.slice(NOUNS_AT_ONCE), ...unfinished];
  }
}

/** Up to where the events of a noun are read. */
interface Place {
  subject: string;
  height: number;
  tx_index: number;
  event_index: number;
}

const beginning = { height: -1, tx_index: 0, event_index: 0 };

interface EventRow extends Place {
  tx_id: string;
  payload: string;
  block_time: number;
}

const canonicalEvents = sql`
  select c.subject, c.height, c.tx_index, c.event_index, c.tx_id, c.payload, b.block_time
  from contract_events c join blocks b on b.index_block_hash = c.index_block_hash`;

/** The next canonical events of some nouns, in chain order. */
async function readAfter(trx: Trx, places: Place[], mostOfEach: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.* from unnest(
      ${places.map(({ subject }) => subject)}::text[], ${places.map(({ height }) => height)}::bigint[],
      ${places.map((place) => place.tx_index)}::integer[], ${places.map((place) => place.event_index)}::integer[]
    ) s (subject, height, tx_index, event_index)
    cross join lateral (
      ${canonicalEvents} where c.subject = s.subject and b.canonical
        and (c.height, c.tx_index, c.event_index) > (s.height, s.tx_index, s.event_index)
      order by c.height, c.tx_index, c.event_index limit ${mostOfEach}
    ) e
    order by e.height, e.tx_index, e.event_index`.execute(trx);
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
