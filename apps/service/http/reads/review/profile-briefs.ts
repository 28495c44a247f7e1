import { type ProfileBrief, profileBriefSchema } from "@colonnade/domain/profile.ts";
import { anyText } from "../../../db/bulk.ts";
import type { Executor } from "../../../db/database.ts";

/** Reads people in brief. @returns a function that gives each of them, with empty names if they have no profile */
export async function readProfileBriefs(
  db: Executor,
  addresses: string[],
): Promise<(address: string) => ProfileBrief> {
  const known = await db
    .selectFrom("profiles")
    .where("address", "=", anyText(addresses))
    .select(["address", "brief"])
    .execute();
  const briefs = new Map(
    known.map(({ address, brief }) => [address, profileBriefSchema.parse(JSON.parse(brief))]),
  );
  return (address) =>
    briefs.get(address) ?? { address, bns_name: "", bns: "", profileImageUrl: "" };
}
