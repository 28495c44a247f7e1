import { sql } from "kysely";
import type { Trx } from "../../db/database.ts";

/** What of an endorsement is counted. */
export interface Standing {
  sender: string;
  receiver: string;
  organizationId: number | null;
  status: string;
  shown: boolean;
}

interface ProfileCounts {
  earned: number;
  issued: number;
  pending: number;
}

/** Moves the counts of people and organizations from what endorsements were to what they are. */
export async function writeCounts(trx: Trx, before: Standing[], after: Standing[]): Promise<void> {
  const profiles = new Map<string, ProfileCounts>();
  const organizations = new Map<number, number>();
  for (const standing of before) count(profiles, organizations, standing, -1);
  for (const standing of after) count(profiles, organizations, standing, 1);
  await writeProfiles(
    trx,
    [...profiles].filter(([, counts]) => isChange(counts)),
  );
  await writeOrganizations(
    trx,
    [...organizations].filter(([, issued]) => issued !== 0),
  );
}

function count(
  profiles: Map<string, ProfileCounts>,
  organizations: Map<number, number>,
  { sender, receiver, organizationId, status, shown }: Standing,
  by: 1 | -1,
): void {
  if (status === "pending") countsOf(profiles, receiver).pending += by;
  if (status !== "approved") return;
  countsOf(profiles, sender).issued += by;
  if (shown) countsOf(profiles, receiver).earned += by;
  if (organizationId !== null) {
    organizations.set(organizationId, (organizations.get(organizationId) ?? 0) + by);
  }
}

function countsOf(profiles: Map<string, ProfileCounts>, principal: string): ProfileCounts {
  const known = profiles.get(principal) ?? { earned: 0, issued: 0, pending: 0 };
  profiles.set(principal, known);
  return known;
}

function isChange({ earned, issued, pending }: ProfileCounts): boolean {
  return earned !== 0 || issued !== 0 || pending !== 0;
}

async function writeProfiles(trx: Trx, changes: [string, ProfileCounts][]): Promise<void> {
  if (changes.length === 0) return;
  const addresses = changes.map(([address]) => address);
  const earned = changes.map(([, counts]) => counts.earned);
  const issued = changes.map(([, counts]) => counts.issued);
  const pending = changes.map(([, counts]) => counts.pending);
  await sql`
    update profiles p
    set earned = p.earned + c.earned, issued = p.issued + c.issued, pending = p.pending + c.pending
    from unnest(${addresses}::text[], ${earned}::integer[], ${issued}::integer[], ${pending}::integer[])
      as c (address, earned, issued, pending)
    where p.address = c.address`.execute(trx);
}

async function writeOrganizations(trx: Trx, changes: [number, number][]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(([id]) => id);
  const issued = changes.map(([, by]) => by);
  await sql`
    update organizations o set issued = o.issued + c.issued
    from unnest(${ids}::bigint[], ${issued}::integer[]) as c (id, issued)
    where o.id = c.id`.execute(trx);
}
