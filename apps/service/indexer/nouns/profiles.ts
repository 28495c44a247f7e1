import { foldProfile, type ProfileState } from "@colonnade/domain/fold/profile.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { Insertable } from "kysely";
import { anyText, batches } from "../../db/array.ts";
import type { ProfilesTable } from "../../db/chain-tables.ts";
import type { Trx } from "../../db/database.ts";
import { searchable, withoutNul } from "../../db/json.ts";
import { type History, historyOfKind } from "../history.ts";

export interface ProfileChanges {
  /** Whose name is another than before. */
  renamed: string[];
  /** Of whom the chain knows nothing any more. */
  forgotten: string[];
}

/** Folds history onto the profiles it touches. */
export async function foldProfiles(trx: Trx, history: History): Promise<ProfileChanges> {
  const entriesByAddress = historyOfKind("profiles", history);
  if (entriesByAddress.size === 0) return { renamed: [], forgotten: [] };
  const before = await readRows(trx, [...entriesByAddress.keys()]);
  const rows: Insertable<ProfilesTable>[] = [];
  const renamed: string[] = [];
  const forgotten: string[] = [];
  for (const [address, entries] of entriesByAddress) {
    const known = before.get(address);
    const start = history.whole ? null : parseState(known?.state ?? null);
    const row = rowOf(address, entries.reduce(foldProfile, start));
    rows.push(row);
    if (row.search !== (known?.search ?? "")) renamed.push(address);
    if (entries.length === 0) forgotten.push(address);
  }
  await writeRows(trx, rows);
  return { renamed, forgotten };
}

/** Drops the rows of those whom the chain knows nothing of; to be called when no count is left in them. */
export async function forgetProfiles(trx: Trx, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return;
  await trx.deleteFrom("profiles").where("address", "=", anyText(addresses)).execute();
}

function rowOf(address: string, state: ProfileState | null): Insertable<ProfilesTable> {
  const brief: ProfileBrief = {
    address,
    bns_name: state?.bnsName ?? "",
    bns: state?.bns ?? "",
    profileImageUrl: state?.image ?? "",
  };
  const name = displayName(brief);
  return {
    address,
    registered: state !== null,
    state: state === null ? null : JSON.stringify(state),
    brief: JSON.stringify(brief),
    statement: JSON.stringify(state?.statement ?? null),
    name_key: withoutNul(name),
    search: searchable(name),
  };
}

async function readRows(trx: Trx, addresses: string[]) {
  const rows = await trx
    .selectFrom("profiles")
    .where("address", "=", anyText(addresses))
    .select(["address", "state", "search"])
    .execute();
  return new Map(rows.map((row) => [row.address, row]));
}

async function writeRows(trx: Trx, rows: Insertable<ProfilesTable>[]): Promise<void> {
  for (const batch of batches(rows)) {
    await trx
      .insertInto("profiles")
      .values(batch)
      .onConflict((conflict) =>
        conflict.column("address").doUpdateSet(({ ref }) => ({
          registered: ref("excluded.registered"),
          state: ref("excluded.state"),
          brief: ref("excluded.brief"),
          statement: ref("excluded.statement"),
          name_key: ref("excluded.name_key"),
          search: ref("excluded.search"),
        })),
      )
      .execute();
  }
}

function parseState(text: string | null): ProfileState | null {
  return text === null ? null : JSON.parse(text);
}
