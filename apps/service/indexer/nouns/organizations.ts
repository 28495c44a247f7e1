import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import { foldOrganization, type OrganizationState } from "@colonnade/domain/fold/organization.ts";
import type { OrganizationCard } from "@colonnade/domain/organization.ts";
import type { Insertable } from "kysely";
import { anyNumber } from "../../db/array.ts";
import type { OrganizationsTable } from "../../db/chain-tables.ts";
import type { Trx } from "../../db/database.ts";
import { openObject, searchable, withoutNul } from "../../db/json.ts";
import { type History, historyOfKind } from "../history.ts";

/** Folds history onto the organizations it touches, their representatives included. */
export async function foldOrganizations(trx: Trx, history: History): Promise<void> {
  const entriesById = historyOfKind("organizations", history);
  if (entriesById.size === 0) return;
  const ids = [...entriesById.keys()].map(Number);
  const before = await readStates(trx, ids);
  for (const [key, entries] of entriesById) {
    const id = Number(key);
    const state = entries.reduce(foldOrganization, history.whole ? null : (before.get(id) ?? null));
    await trx.deleteFrom("representatives").where("organization_id", "=", id).execute();
    if (state === null) await trx.deleteFrom("organizations").where("id", "=", id).execute();
    else await write(trx, state);
  }
}

async function write(trx: Trx, state: OrganizationState): Promise<void> {
  await trx
    .insertInto("organizations")
    .values(rowOf(state))
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(({ ref }) => ({
        state: ref("excluded.state"),
        brief: ref("excluded.brief"),
        card: ref("excluded.card"),
        admin: ref("excluded.admin"),
        name_key: ref("excluded.name_key"),
        search: ref("excluded.search"),
      })),
    )
    .execute();
  const rows = state.representatives.map((principal, place) => ({
    organization_id: state.id,
    principal,
    place,
  }));
  if (rows.length > 0) await trx.insertInto("representatives").values(rows).execute();
}

function rowOf(state: OrganizationState): Insertable<OrganizationsTable> {
  const brief: OrganizationBrief = { id: state.id, name: state.name, logoUrl: state.logo };
  const card: Omit<OrganizationCard, "issued"> = {
    ...brief,
    description: state.description,
    website: state.website,
    admin: state.admin,
    representatives: state.representatives,
  };
  return {
    id: state.id,
    state: JSON.stringify(state),
    brief: JSON.stringify(brief),
    card: openObject(card),
    admin: state.admin,
    name_key: withoutNul(state.name),
    search: searchable(state.name),
  };
}

async function readStates(trx: Trx, ids: number[]): Promise<Map<number, OrganizationState>> {
  const rows = await trx
    .selectFrom("organizations")
    .where("id", "=", anyNumber(ids))
    .select(["id", "state"])
    .execute();
  return new Map(rows.map(({ id, state }) => [id, JSON.parse(state)]));
}
