import { categoryOf } from "@colonnade/domain/category.ts";
import type { Endorsement, OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import { type EndorsementState, foldEndorsement } from "@colonnade/domain/fold/endorsement.ts";
import { type Insertable, sql } from "kysely";
import { anyNumber, anyText, batches } from "../../db/array.ts";
import type { EndorsementsTable } from "../../db/chain-tables.ts";
import type { Trx } from "../../db/database.ts";
import { openObject, searchable } from "../../db/json.ts";
import { type History, historyOfKind } from "../history.ts";
import { type Standing, writeCounts } from "./counts.ts";

/** Folds history onto the endorsements it touches, and onto the counts that follow from them. */
export async function foldEndorsements(trx: Trx, history: History): Promise<void> {
  const entriesById = historyOfKind("endorsements", history);
  if (entriesById.size === 0) return;
  const ids = [...entriesById.keys()].map(Number);
  const states = history.whole ? noStates : await readStates(trx, ids);
  const before = history.whole
    ? await readStandings(trx, ids)
    : [...states.values()].map(standingOf);
  const after = new Map<number, EndorsementState>();
  for (const [key, entries] of entriesById) {
    const id = Number(key);
    const state = entries.reduce(foldEndorsement, states.get(id) ?? null);
    if (state !== null) after.set(id, state);
  }
  const gone = ids.filter((id) => !after.has(id));
  if (gone.length > 0) {
    await trx.deleteFrom("endorsements").where("id", "=", anyNumber(gone)).execute();
  }
  await writeRows(trx, await rowsOf(trx, [...after.values()]));
  await writeCounts(trx, before, [...after.values()].map(standingOf));
}

/** Writes the search texts anew of all endorsements from and to some principals, whose names changed. */
export async function renameInEndorsements(trx: Trx, principals: string[]): Promise<void> {
  if (principals.length === 0) return;
  await sql`
    update endorsements e
    set search = coalesce(s.search, '') || E'\n' || coalesce(r.search, '') || E'\n' || coalesce(o.search, '')
    from endorsements x
      left join profiles s on s.address = x.sender
      left join profiles r on r.address = x.receiver
      left join organizations o on o.id = x.organization_id
    where x.id = e.id
      and e.id in (
        select id from endorsements where sender = ${anyText(principals)} and status <> 'rejected'
        union select id from endorsements where receiver = ${anyText(principals)} and status <> 'rejected'
      )`.execute(trx);
}

function standingOf({ sender, receiver, organization, status, shown }: EndorsementState): Standing {
  return { sender, receiver, organizationId: organization?.id ?? null, status, shown };
}

async function rowsOf(
  trx: Trx,
  states: EndorsementState[],
): Promise<Insertable<EndorsementsTable>[]> {
  const names = await readNames(
    trx,
    states.flatMap(({ sender, receiver }) => [sender, receiver]),
  );
  const organizations = await readOrganizations(
    trx,
    states.flatMap(({ organization }) => (organization === null ? [] : [organization.id])),
  );
  return states.map((state) => {
    const organization = organizations.get(state.organization?.id ?? 0) ?? null;
    return {
      id: state.id,
      state: JSON.stringify(state),
      fragment: openObject(fragmentOf(state, organization)),
      sender: state.sender,
      receiver: state.receiver,
      organization_id: state.organization?.id ?? null,
      category: categoryOf(imageOf(state)).name,
      status: state.status,
      shown: state.shown,
      search:
        state.status === "rejected"
          ? ""
          : [
              names.get(state.sender) ?? "",
              names.get(state.receiver) ?? "",
              searchable(organization?.name ?? ""),
            ].join("\n"),
    };
  });
}

/** An endorsement without its two people, who are joined when it is read. */
function fragmentOf(
  state: EndorsementState,
  organization: OrganizationBrief | null,
): Omit<Endorsement, "column_sender" | "column_receiver"> {
  const { words, draft } = state;
  return {
    id: state.id,
    approved: state.status === "approved",
    shown: state.shown,
    title: words.title,
    endorsement: words.description,
    milestoneURI: words.image,
    category: categoryOf(imageOf(state)).name,
    date: new Date(state.submittedAt * 1000).toISOString(),
    revision: state.revision,
    txId: state.txId,
    ...(draft === null
      ? {}
      : {
          draft: {
            title: draft.title,
            endorsement: draft.description,
            milestoneURI: draft.image,
            accepted: draft.accepted,
            editor: draft.editor,
          },
        }),
    ...(organization === null ? {} : { organization }),
  };
}

/** The image on the screen: the draft's where there is one. */
function imageOf({ words, draft }: EndorsementState): string {
  return draft?.image ?? words.image;
}

const noStates: ReadonlyMap<number, EndorsementState> = new Map();

/** What the counts stand on, without the states: a whole history is folded from nothing. */
function readStandings(trx: Trx, ids: number[]): Promise<Standing[]> {
  return trx
    .selectFrom("endorsements")
    .where("id", "=", anyNumber(ids))
    .select(["sender", "receiver", "organization_id as organizationId", "status", "shown"])
    .execute();
}

async function readStates(trx: Trx, ids: number[]): Promise<Map<number, EndorsementState>> {
  const rows = await trx
    .selectFrom("endorsements")
    .where("id", "=", anyNumber(ids))
    .select(["id", "state"])
    .execute();
  return new Map(rows.map(({ id, state }) => [id, JSON.parse(state)]));
}

async function readNames(trx: Trx, principals: string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom("profiles")
    .where("address", "=", anyText(principals))
    .select(["address", "search"])
    .execute();
  return new Map(rows.map(({ address, search }) => [address, search]));
}

async function readOrganizations(trx: Trx, ids: number[]): Promise<Map<number, OrganizationBrief>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("organizations")
    .where("id", "=", anyNumber(ids))
    .select(["id", "brief"])
    .execute();
  return new Map(rows.map(({ id, brief }) => [id, JSON.parse(brief)]));
}

async function writeRows(trx: Trx, rows: Insertable<EndorsementsTable>[]): Promise<void> {
  for (const batch of batches(rows)) {
    await trx
      .insertInto("endorsements")
      .values(batch)
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref }) => ({
          state: ref("excluded.state"),
          fragment: ref("excluded.fragment"),
          sender: ref("excluded.sender"),
          receiver: ref("excluded.receiver"),
          organization_id: ref("excluded.organization_id"),
          category: ref("excluded.category"),
          status: ref("excluded.status"),
          shown: ref("excluded.shown"),
          search: ref("excluded.search"),
        })),
      )
      .execute();
  }
}
