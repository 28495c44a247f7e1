import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Trx } from "../../db/database.ts";
import type { EndorsementsTable } from "../../db/tables.ts";

/** The part of an endorsement on which the counts of people and organizations depend. */
export type Counted = Pick<
  Selectable<EndorsementsTable>,
  "sender" | "receiver" | "organization_id" | "status" | "shown" | "suggested"
>;

interface PersonCounts {
  earned: number;
  issued: number;
  pending: number;
  suggestions: number;
}

/** Changes the counts by the difference between the endorsements before and after. */
export async function writeCounts(
  trx: Trx,
  before: readonly Counted[],
  after: readonly Counted[],
): Promise<void> {
  const people = new Map<string, PersonCounts>();
  const organizations = new Map<number, number>();
  for (const endorsement of before) count(people, organizations, endorsement, -1);
  for (const endorsement of after) count(people, organizations, endorsement, 1);
  await writeCountsOfPeople(trx, people);
  await writeCountsOfOrganizations(trx, organizations);
}

function count(
  people: Map<string, PersonCounts>,
  organizations: Map<number, number>,
  { sender, receiver, organization_id, status, shown, suggested }: Counted,
  by: 1 | -1,
): void {
  if (status === "pending") {
    countsOf(people, receiver).pending += by;
    if (suggested) countsOf(people, sender).suggestions += by;
  }
  if (status !== "approved") return;
  countsOf(people, sender).issued += by;
  if (shown) countsOf(people, receiver).earned += by;
  if (organization_id === null) return;
  organizations.set(organization_id, (organizations.get(organization_id) ?? 0) + by);
}

function countsOf(people: Map<string, PersonCounts>, principal: string): PersonCounts {
  const counts = people.get(principal) ?? { earned: 0, issued: 0, pending: 0, suggestions: 0 };
  people.set(principal, counts);
  return counts;
}

async function writeCountsOfPeople(trx: Trx, people: Map<string, PersonCounts>): Promise<void> {
  const changed = [...people].filter(([, counts]) => Object.values(counts).some((by) => by !== 0));
  if (changed.length === 0) return;
  await sql`
    update profiles p
    set earned = p.earned + c.earned, issued = p.issued + c.issued, pending = p.pending + c.pending,
      suggestions = p.suggestions + c.suggestions
    from unnest(
      ${changed.map(([address]) => address)}::text[],
      ${changed.map(([, { earned }]) => earned)}::integer[],
      ${changed.map(([, { issued }]) => issued)}::integer[],
      ${changed.map(([, { pending }]) => pending)}::integer[],
      ${changed.map(([, { suggestions }]) => suggestions)}::integer[]
    ) as c (address, earned, issued, pending, suggestions)
    where p.address = c.address`.execute(trx);
}

async function writeCountsOfOrganizations(
  trx: Trx,
  organizations: Map<number, number>,
): Promise<void> {
  const issuers = [...organizations].filter(([, by]) => by !== 0);
  if (issuers.length === 0) return;
  await sql`
    update organizations o set issued = o.issued + c.issued
    from unnest(
      ${issuers.map(([id]) => id)}::bigint[], ${issuers.map(([, by]) => by)}::integer[]
    ) as c (id, issued)
    where o.id = c.id`.execute(trx);
}
