import type { Config } from "@colonnade/domain/config.ts";
import type { BadgeProfile, Credential } from "@colonnade/domain/credential.ts";
import { profileBriefSchema } from "@colonnade/domain/profile.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import { sql } from "kysely";
import * as z from "zod/mini";
import { describeProfile } from "../../credential/badge-profile.ts";
import { describeProof } from "../../credential/endorsement-credential.ts";
import { sign } from "../../credential/signing.ts";
import type { Database } from "../../db/database.ts";
import { readIssuerKeys } from "../../off-chain/issuer-key-store.ts";

/** The signed credential of what a proof proves; null where nothing is approved yet. */
export async function credentialOf(
  { kysely }: Database,
  { origin }: Pick<Config, "origin">,
  proof: Proof,
): Promise<Credential | null> {
  const credential = describeProof(proof, JSON.stringify(proof), origin);
  if (credential === null) return null;
  const { signing } = await readIssuerKeys(kysely);
  return { ...credential, proof: [await sign(credential, origin, signing)] };
}

const statementSchema = z.nullable(z.string());

/** A profile as an Open Badges Profile; null where there is none, or while a watcher suspends its owner. */
export async function readBadgeProfile(
  { kysely }: Database,
  { network, origin }: Pick<Config, "network" | "origin">,
  address: string,
): Promise<BadgeProfile | null> {
  const row = await kysely
    .selectFrom("profiles")
    .where("address", "=", address)
    .where("registered", "=", true)
    .where("suspended", "=", false)
    .select(["brief", "statement"])
    .executeTakeFirst();
  if (row === undefined) return null;
  const brief = profileBriefSchema.parse(JSON.parse(row.brief));
  return describeProfile(brief, statementSchema.parse(JSON.parse(row.statement)), network, origin);
}

/**
 * The ids of the approved endorsements of a range, both ends included.
 * @returns null where no endorsement has an id so high; the first range is always there
 */
export async function readApprovedIds(
  { kysely }: Database,
  first: number,
  last: number,
): Promise<number[] | null> {
  if (!Number.isSafeInteger(last)) return null;
  const { rows } = await sql<{ newest: number | null; ids: string | null }>`
    select (select max(id) from endorsements) as newest, string_agg(id::text, ',' order by id) as ids
    from endorsements where id between ${first} and ${last} and status = 'approved'`.execute(
    kysely,
  );
  const [row] = rows;
  if (row === undefined || (row.newest ?? 1) < first) return null;
  return row.ids === null ? [] : row.ids.split(",").map(Number);
}
