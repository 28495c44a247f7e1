import { foldBlocked } from "@colonnade/contract-events/fold/blocked.ts";
import type { ChainEntry } from "@colonnade/contract-events/fold/chain-entry.ts";
import { foldPerson, nobody, type PersonState } from "@colonnade/contract-events/fold/person.ts";
import { foldWatcher } from "@colonnade/contract-events/fold/watcher.ts";
import { normalizeImage } from "@colonnade/domain/image.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { type Insertable, sql } from "kysely";
import { anyText, insertRows, writeRows } from "../../db/bulk.ts";
import type { Trx } from "../../db/database.ts";
import { searchable, withoutNul } from "../../db/stored-text.ts";
import type { BlockedTable, ProfilesTable } from "../../db/tables.ts";
import { foldKind, type History, keysOf } from "../history.ts";

/** The principals whose changes other rows depend on. */
interface ChangedPeople {
  /** Their names changed. */
  renamed: string[];
  /** Their suspensions began. */
  suspended: string[];
  /** Their suspensions ended, or a fork undid them. */
  restored: string[];
}

/** Folds history onto the people it touches: their profiles, and whether they are suspended. */
export async function writePeople(trx: Trx, history: History): Promise<ChangedPeople> {
  const changed: ChangedPeople = { renamed: [], suspended: [], restored: [] };
  const addresses = keysOf("people", history);
  if (addresses.length === 0) return changed;
  const before = await readRows(trx, addresses);
  const start = (address: string) => (history.whole ? nobody : stateOf(before.get(address)));
  const after = await foldKind("people", history, start, foldPerson);
  const rows: Row[] = [];
  const forgotten: string[] = [];
  for (const address of addresses) {
    const state = after.get(address);
    const row = rowOf(address, state ?? nobody);
    noteChange(changed, row, before.get(address));
    if (state === undefined) forgotten.push(address);
    else rows.push(row);
  }
  await forgetPeople(trx, forgotten);
  const { known = [], added = [] } = Object.groupBy(rows, ({ address }) =>
    before.has(address) ? "known" : "added",
  );
  await insertRows(trx, "profiles", added);
  await writeRows(trx, "profiles", known, "address");
  return changed;
}

function noteChange(
  changed: ChangedPeople,
  { address, search, suspended }: Row,
  known: Pick<Row, "search" | "suspended"> = { search: "", suspended: false },
): void {
  if (search !== known.search) changed.renamed.push(address);
  if (suspended === known.suspended) return;
  changed[suspended ? "suspended" : "restored"].push(address);
}

/** Deletes the rows of principals whose events a fork undid. */
async function forgetPeople(trx: Trx, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return;
  await trx.deleteFrom("profiles").where("address", "=", anyText(addresses)).execute();
}

type Row = Insertable<ProfilesTable> & { suspended: boolean };

function rowOf(address: string, state: PersonState): Row {
  const { profile, suspended } = state;
  const brief: ProfileBrief = {
    address,
    bns_name: profile?.bnsName ?? "",
    bns: profile?.bns ?? "",
    profileImageUrl: profile?.image ?? "",
    ...(suspended ? { suspended } : {}),
  };
  const name = displayName(brief);
  return {
    address,
    registered: profile !== null,
    suspended,
    state: JSON.stringify(state),
    brief: JSON.stringify(brief),
    statement: JSON.stringify(profile?.statement ?? null),
    name_key: withoutNul(name),
    search: searchable(name),
    image: profile === null ? null : normalizeImage(profile.image),
  };
}

async function readRows(trx: Trx, addresses: string[]) {
  const rows = await trx
    .selectFrom("profiles")
    .where("address", "=", anyText(addresses))
    .select(["address", "state", "search", "suspended"])
    .execute();
  return new Map(rows.map((row) => [row.address, row]));
}

function stateOf(row: { state: string } | undefined): PersonState {
  return row === undefined ? nobody : JSON.parse(row.state);
}

/** Folds history onto who is a watcher. */
export async function writeWatchers(trx: Trx, history: History): Promise<void> {
  const principals = keysOf("watchers", history);
  if (principals.length === 0) return;
  const watching = await foldKind("watchers", history, () => false, foldWatcher);
  const after = principals
    .filter((principal) => watching.get(principal) ?? false)
    .map((principal) => ({ principal }));
  await trx.deleteFrom("watchers").where("principal", "=", anyText(principals)).execute();
  await insertRows(trx, "watchers", after);
}

const blockedKinds = [
  ["sender", "blocked-senders"],
  ["organization", "blocked-organizations"],
] as const;

interface BlockState {
  isBlocked: boolean;
  /** Milliseconds. */
  at: number;
}

const neverBlocked: BlockState = { isBlocked: false, at: 0 };

function foldBlock({ isBlocked }: BlockState, entry: ChainEntry): BlockState {
  return { isBlocked: foldBlocked(isBlocked, entry), at: entry.blockTime * 1000 };
}

/** Folds history onto the senders and organizations that receivers block. */
export async function writeBlocked(trx: Trx, history: History): Promise<void> {
  for (const [kind, subjects] of blockedKinds) {
    const keys = keysOf(subjects, history);
    if (keys.length === 0) continue;
    const after = await foldKind(subjects, history, () => neverBlocked, foldBlock);
    const touched = keys.map((key) => {
      const [receiver = "", blocked = ""] = key.split(" ");
      return { receiver, blocked, ...(after.get(key) ?? neverBlocked) };
    });
    await sql`
      delete from blocked b
      using unnest(
        ${touched.map(({ receiver }) => receiver)}::text[], ${touched.map((pair) => pair.blocked)}::text[]
      ) as t (receiver, blocked)
      where b.receiver = t.receiver and b.kind = ${kind} and b.blocked = t.blocked`.execute(trx);
    const rows: Insertable<BlockedTable>[] = touched
      .filter(({ isBlocked }) => isBlocked)
      .map(({ receiver, blocked, at }) => ({ receiver, kind, blocked, at }));
    await insertRows(trx, "blocked", rows);
  }
}
