import {
  foldOrganization,
  type OrganizationState,
} from "@colonnade/contract-events/fold/organization.ts";
import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import { normalizeImage } from "@colonnade/domain/image.ts";
import type { OrganizationCard } from "@colonnade/domain/organization.ts";
import type { Insertable } from "kysely";
import { anyNumber, insertRows, writeRows } from "../../db/bulk.ts";
import type { Trx } from "../../db/database.ts";
import { openObject, searchable, withoutNul } from "../../db/stored-text.ts";
import type { OrganizationsTable } from "../../db/tables.ts";
import { foldKind, type History, keysOf } from "../history.ts";

/** Folds history onto the organizations it touches, and onto who has which role in them. */
export async function writeOrganizations(trx: Trx, history: History): Promise<void> {
  const ids = keysOf("organizations", history).map(Number);
  if (ids.length === 0) return;
  const before = await readStates(trx, history.whole ? [] : ids);
  const start = (key: string) => before.get(Number(key)) ?? null;
  const after = await foldKind("organizations", history, start, foldOrganization);
  for (const id of ids) {
    const state = after.get(String(id)) ?? null;
    await trx.deleteFrom("organization_roles").where("organization_id", "=", id).execute();
    if (state === null) await trx.deleteFrom("organizations").where("id", "=", id).execute();
    else await write(trx, state);
  }
}

async function readStates(trx: Trx, ids: number[]): Promise<Map<number, OrganizationState>> {
  const rows = await trx
    .selectFrom("organizations")
    .where("id", "=", anyNumber(ids))
    .select(["id", "state"])
    .execute();
  return new Map(rows.map(({ id, state }) => [id, JSON.parse(state)]));
}

async function write(trx: Trx, state: OrganizationState): Promise<void> {
  await writeRows(trx, "organizations", [rowOf(state)], "id");
  const { invited, proposedAdmin, replacement } = state;
  const principals = {
    representative: representativesOf(state),
    invited,
    "proposed-admin": proposedAdmin === null ? [] : [proposedAdmin],
    replacement: replacement === null ? [] : [replacement.admin],
  };
  const roles = ["representative", "invited", "proposed-admin", "replacement"] as const;
  const rows = roles.flatMap((role) =>
    principals[role].map((principal, place) => ({
      organization_id: state.id,
      role,
      principal,
      place,
    })),
  );
  await insertRows(trx, "organization_roles", rows);
}

/** Who may send in its name. */
function representativesOf({ admin, members }: OrganizationState): string[] {
  return [admin, ...members];
}

function rowOf(state: OrganizationState): Insertable<OrganizationsTable> {
  const brief: OrganizationBrief = {
    id: state.id,
    name: state.name,
    logoUrl: state.logo,
    open: state.open,
  };
  const card: Omit<OrganizationCard, "issued"> = {
    ...brief,
    description: state.description,
    website: state.website,
    admin: state.admin,
    representatives: representativesOf(state),
  };
  return {
    id: state.id,
    state: JSON.stringify(state),
    brief: JSON.stringify(brief),
    card: openObject(card),
    admin: state.admin,
    open: state.open,
    replacement_from: state.replacement?.from ?? null,
    name_key: withoutNul(state.name),
    search: searchable(state.name),
    image: normalizeImage(state.logo),
  };
}
