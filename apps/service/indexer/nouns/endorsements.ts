import { setImmediate } from "node:timers/promises";
import {
  type EndorsementState,
  foldEndorsement,
  type Suggestion,
  standingWords,
  type Withdrawal,
  type Words,
} from "@colonnade/contract-events/fold/endorsement.ts";
import { categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { isBlank } from "@colonnade/domain/hidden-text.ts";
import { normalizeImage } from "@colonnade/domain/image.ts";
import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import { anyNumber, anyText, insertRows, writeRows } from "../../db/bulk.ts";
import type { Trx } from "../../db/database.ts";
import { openObject, searchable } from "../../db/stored-text.ts";
import type { EndorsementsTable } from "../../db/tables.ts";
import { foldKind, type History, keysOf } from "../history.ts";
import { type Counted, writeCounts } from "./endorsement-counts.ts";

interface WrittenEndorsements {
  endorsements: EndorsementState[];
  /** The organizations in whose names they were submitted before, or are now. */
  issuers: number[];
}

/** Folds history onto the endorsements it touches, and updates the counts of people and organizations. */
export async function writeEndorsements(trx: Trx, history: History): Promise<WrittenEndorsements> {
  const ids = keysOf("endorsements", history).map(Number);
  if (ids.length === 0) return { endorsements: [], issuers: [] };
  const fold = history.whole ? foldAnew : foldOntoRows;
  const { before, after } = await fold(trx, history, ids);
  await writeStates(trx, before, after);
  const issuers = new Set([
    ...before.map(({ organization_id }) => organization_id),
    ...after.map(({ organization }) => organization?.id ?? null),
  ]);
  return { endorsements: after, issuers: [...issuers].filter((id) => id !== null) };
}

/** The same endorsements before a fold and after it. */
interface BeforeAndAfter {
  before: KnownRow[];
  after: EndorsementState[];
}

async function foldOntoRows(trx: Trx, history: History, ids: number[]): Promise<BeforeAndAfter> {
  const before = await readRows(trx, ids, { withState: true });
  const states = statesOf(before);
  const folded = await foldKind(
    "endorsements",
    history,
    (key) => states.get(Number(key)) ?? null,
    foldEndorsement,
  );
  return { before, after: present(folded) };
}

/** Folds a whole history, and deletes the endorsements that have none any more. */
async function foldAnew(trx: Trx, history: History, ids: number[]): Promise<BeforeAndAfter> {
  const folded = await foldKind("endorsements", history, () => null, foldEndorsement);
  const { left = [], gone = [] } = Object.groupBy(ids, (id) =>
    folded.has(String(id)) ? "left" : "gone",
  );
  const deleted = await deleteRows(trx, gone);
  const before = await readRows(trx, left, { withState: false });
  return { before: [...deleted, ...before], after: present(folded) };
}

/** Returns what the counts include of the rows, so that they are not read twice. */
async function deleteRows(trx: Trx, ids: number[]): Promise<KnownRow[]> {
  if (ids.length === 0) return [];
  return trx
    .deleteFrom("endorsements")
    .where("id", "=", anyNumber(ids))
    .returning(countedColumns)
    .execute();
}

const present = (folded: Map<string, EndorsementState | null>) =>
  [...folded.values()].filter((state) => state !== null);

/** Endorsements that one statement writes again. One that writes all of a person's may take too long. */
const REWRITTEN_AT_ONCE = 1_000;

/**
 * Holds back what suspended people wrote, and serves again what restored people wrote: endorsements that wait,
 * suggestions, and reasons of withdrawals.
 * @param people those whose suspensions began, and those whose suspensions ended
 * @returns these endorsements
 */
export async function holdEndorsements(
  trx: Trx,
  people: { suspended: string[]; restored: string[] },
): Promise<KnownEndorsement[]> {
  const { suspended, restored } = people;
  const changed = [...suspended, ...restored];
  if (changed.length === 0) return [];
  return [
    ...(await refold(trx, sql`sender = ${anyText(suspended)} and status = 'pending'`)),
    ...(await refold(trx, sql`sender = ${anyText(restored)} and status = 'held'`)),
    ...(await refold(trx, sql`remark_by = ${anyText(changed)}`)),
  ];
}

/** Writes the endorsements that meet a condition again. */
async function refold(trx: Trx, condition: RawBuilder<unknown>): Promise<KnownEndorsement[]> {
  const refolded: KnownEndorsement[] = [];
  let last = 0;
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      select id from endorsements where ${condition} and id > ${last}
      order by id limit ${REWRITTEN_AT_ONCE}`.execute(trx);
    const ids = rows.map(({ id }) => id);
    const newest = ids.at(-1);
    if (newest === undefined) return refolded;
    last = newest;
    const before = await readRows(trx, ids, { withState: true });
    await writeStates(trx, before, [...statesOf(before).values()]);
    for (const { id, sender, receiver, organization_id } of before) {
      refolded.push({ id, sender, receiver, organization_id });
    }
  }
}

/**
 * Writes endorsements and updates the counts.
 * @param before the same endorsements as the counts include them now
 */
async function writeStates(
  trx: Trx,
  before: KnownRow[],
  states: EndorsementState[],
): Promise<void> {
  const rows = await rowsOf(trx, states);
  const ids = new Set(before.map(({ id }) => id));
  const { known = [], added = [] } = Object.groupBy(rows, ({ id }) =>
    ids.has(id) ? "known" : "added",
  );
  await insertRows(trx, "endorsements", added);
  await writeRows(trx, "endorsements", known, "id");
  await writeCounts(trx, before, rows);
}

/** Rewrites the search texts of all endorsements from and to some principals, whose names changed. */
export async function renameInEndorsements(trx: Trx, principals: string[]): Promise<void> {
  if (principals.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from endorsements
    where sender = ${anyText(principals)} and status in ('pending', 'approved', 'withdrawn')
    union select id from endorsements
    where receiver = ${anyText(principals)} and status in ('pending', 'approved', 'withdrawn')`.execute(
    trx,
  );
  for (let start = 0; start < rows.length; start += REWRITTEN_AT_ONCE) {
    const batch = rows.slice(start, start + REWRITTEN_AT_ONCE);
    await rewriteSearch(trx, anyNumber(batch.map(({ id }) => id)));
  }
}

/** Rewrites the search texts of some endorsements where they are not right any more. */
async function rewriteSearch(trx: Trx, anyId: RawBuilder<number>): Promise<void> {
  await sql`
    update endorsements e set search = x.search
    from (
      select n.id, coalesce(s.search, '') || E'\n' || coalesce(r.search, '') || E'\n' || coalesce(o.search, '') as search
      from endorsements n
        left join profiles s on s.address = n.sender
        left join profiles r on r.address = n.receiver
        left join organizations o on o.id = n.organization_id
      where n.id = ${anyId}
    ) x
    where x.id = e.id and e.search is distinct from x.search`.execute(trx);
}

/** Rows that are made before other work gets a turn. */
const MADE_AT_ONCE = 200;

type Row = Insertable<EndorsementsTable> & Counted;

async function rowsOf(trx: Trx, states: EndorsementState[]): Promise<Row[]> {
  if (states.length === 0) return [];
  const people = await readPeople(
    trx,
    states.flatMap((state) => [state.sender, state.receiver, remarkBy(state) ?? state.sender]),
  );
  const rows: Row[] = [];
  for (const state of states) {
    rows.push(rowOf(state, (principal) => people.get(principal) ?? unknown));
    if (rows.length % MADE_AT_ONCE === 0) await setImmediate();
  }
  return rows;
}

interface PersonRow {
  search: string;
  suspended: boolean;
}

const unknown: PersonRow = { search: "", suspended: false };

function rowOf(known: EndorsementState, find: (principal: string) => PersonRow): Row {
  const [sender, receiver] = [find(known.sender), find(known.receiver)];
  const by = remarkBy(known);
  const state = by !== null && find(by).suspended ? withoutRemark(known) : known;
  const status = statusOf(state, sender.suspended);
  const isServed = servedStatuses.has(status);
  const { title, image } = standingWords(state);
  const category = status === "held" ? unknownCategory : categoryOf(image);
  const search = [sender.search, receiver.search, searchable(state.organization?.name ?? "")];
  const fragment: Fragment = {
    ...(status === "held" ? heldMembersOf(state) : membersOf(state)),
    approved: status === "approved",
    category: category.name,
  };
  return {
    id: state.id,
    state: JSON.stringify(known),
    fragment: openObject(fragment),
    sender: state.sender,
    receiver: state.receiver,
    organization_id: state.organization?.id ?? null,
    category: category.name,
    status,
    shown: state.shown,
    suggested: state.suggestion !== null,
    remark_by: by,
    title: isServed ? JSON.stringify(title) : null,
    search: isServed ? search.join("\n") : "",
    image: isServed && category === unknownCategory ? normalizeImage(image) : null,
  };
}

/** Who suggests other words, or withdrew it after approval; null if nobody did. */
function remarkBy({ suggestion, withdrawal }: EndorsementState): string | null {
  return suggestion?.by ?? withdrawal?.by ?? null;
}

/** Drops the suggestion, or the reason of the withdrawal, because its writer is suspended. */
function withoutRemark(state: EndorsementState): EndorsementState {
  const { withdrawal } = state;
  return {
    ...state,
    suggestion: null,
    withdrawal: withdrawal === null ? null : { ...withdrawal, reason: null },
  };
}

type Status = Row["status"];

const servedStatuses: ReadonlySet<Status> = new Set(["pending", "approved", "withdrawn"]);

function statusOf({ status, withdrawal }: EndorsementState, isSuspended: boolean): Status {
  switch (status) {
    case "pending":
      return isSuspended ? "held" : "pending";
    case "withdrawn":
      return withdrawal === null ? "gone" : "withdrawn";
    case "discarded":
      return "gone";
    default:
      return status;
  }
}

/** An endorsement without what is joined when it is read: its people, the sender's count and the organization. */
type Fragment = Omit<
  Endorsement,
  "column_sender" | "column_receiver" | "senderIssued" | "organization"
>;
type Members = Omit<Fragment, "approved" | "category">;

function membersOf(state: EndorsementState): Members {
  const { words, draft, suggestion, withdrawal } = state;
  const { title, description } = standingWords(state);
  return {
    ...commonMembersOf(state),
    ...textOf(words),
    ...(draft === null ? {} : { draft: textOf(draft) }),
    ...(suggestion === null ? {} : { suggestion: suggestionOf(suggestion) }),
    ...(withdrawal === null ? {} : { withdrawn: withdrawnOf(withdrawal) }),
    ...(isBlank(title) || isBlank(description) ? { blank: true } : {}),
  };
}

function suggestionOf(suggestion: Suggestion): Members["suggestion"] {
  return { ...textOf(suggestion), by: suggestion.by, date: dateOf(suggestion.at) };
}

function withdrawnOf({ by, reason, at, height, txId }: Withdrawal): Members["withdrawn"] {
  return { by, reason, date: dateOf(at), height, txId };
}

/** What is served of a suspended sender's pending endorsement: no words. */
function heldMembersOf(state: EndorsementState): Members {
  return { ...commonMembersOf(state), title: "", endorsement: "", milestoneURI: "" };
}

function commonMembersOf(state: EndorsementState) {
  return {
    id: state.id,
    shown: state.shown,
    date: dateOf(state.submittedAt),
    height: state.height,
    signedHeight: standingWords(state).height,
    wordsDate: dateOf(state.wordsAt),
    wordsHeight: state.wordsHeight,
    wordsHash: state.wordsHash,
    txId: state.txId,
    ...(state.wordsTxId === state.txId ? {} : { wordsTxId: state.wordsTxId }),
  };
}

function textOf({ title, description, image }: Words) {
  return { title, endorsement: description, milestoneURI: image };
}

/** @param time Unix seconds */
function dateOf(time: number): string {
  return new Date(time * 1000).toISOString();
}

async function readPeople(trx: Trx, principals: string[]) {
  const rows = await trx
    .selectFrom("profiles")
    .where("address", "=", anyText([...new Set(principals)]))
    .select(["address", "search", "suspended"])
    .execute();
  return new Map(rows.map((row) => [row.address, row]));
}

/** Whom and what an endorsement concerns. */
export type KnownEndorsement = Pick<
  Selectable<EndorsementsTable>,
  "id" | "sender" | "receiver" | "organization_id"
>;

interface KnownRow extends KnownEndorsement, Counted {
  state?: string;
}

const countedColumns = [
  "id",
  "sender",
  "receiver",
  "organization_id",
  "status",
  "shown",
  "suggested",
] as const;

async function readRows(
  trx: Trx,
  ids: number[],
  { withState }: { withState: boolean },
): Promise<KnownRow[]> {
  if (ids.length === 0) return [];
  return trx
    .selectFrom("endorsements")
    .where("id", "=", anyNumber(ids))
    .select(countedColumns)
    .$if(withState, (query) => query.select("state"))
    .execute();
}

function statesOf(rows: KnownRow[]): Map<number, EndorsementState> {
  return new Map(
    rows.flatMap(({ id, state }) =>
      state === undefined ? [] : [[id, JSON.parse(state)] as const],
    ),
  );
}
