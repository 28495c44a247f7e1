import type { Config } from "@colonnade/domain/config.ts";
import type { BadgeProfile } from "@colonnade/domain/credential.ts";
import { profileBriefSchema } from "@colonnade/domain/profile.ts";
import * as z from "zod/mini";
import { describeProfile } from "../../credential/badge-profile.ts";
import type { Database } from "../../db/database.ts";

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
