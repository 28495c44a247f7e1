import { sql } from "kysely";
import { anyNumber, anyText } from "../db/array.ts";
import type { Trx } from "../db/database.ts";
import type { Effect } from "./effect.ts";
import { parsePayload } from "./history.ts";
import { readReviewParties } from "./review-parties.ts";

/** Notes whom and what some blocks concern, which came or went and are folded. */
export async function noteEffect(trx: Trx, blocks: string[], effect: Effect): Promise<void> {
  const parties = await trx
    .selectFrom("event_parties")
    .where("index_block_hash", "=", anyText(blocks))
    .select(["principal", "endorsement_id", "organization_id"])
    .execute();
  const endorsements = new Set<number>();
  for (const { principal, endorsement_id, organization_id } of parties) {
    effect.principals.add(principal);
    if (endorsement_id !== null) endorsements.add(endorsement_id);
    if (organization_id !== null) effect.organizations.add(organization_id);
  }
  for (const id of endorsements) effect.endorsements.add(id);
  for (const id of await readIssuers(trx, [...endorsements], blocks)) effect.organizations.add(id);
  const failed = await trx
    .selectFrom("transactions")
    .where("index_block_hash", "=", anyText(blocks))
    .where("listed", "=", true)
    .select("sender")
    .execute();
  for (const { sender } of failed) effect.principals.add(sender);
  const txIds = sql<string>`any(
    select tx_id from transactions where index_block_hash = ${anyText(blocks)})`;
  for (const principal of await readReviewParties(trx, txIds)) effect.principals.add(principal);
}

/**
 * The organizations in whose names endorsements stand now, or stood by what the blocks say: a fork may have taken a
 * submission away, and have given its number to another.
 */
async function readIssuers(trx: Trx, ids: number[], blocks: string[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const standing = await trx
    .selectFrom("endorsements")
    .where("id", "=", anyNumber(ids))
    .where("organization_id", "is not", null)
    .select("organization_id")
    .execute();
  const submitted = await trx
    .selectFrom("contract_events")
    .where("index_block_hash", "=", anyText(blocks))
    .where("topic", "=", "submit-endorsement")
    .where("payload", "like", '%"org":{%')
    .select("payload")
    .execute();
  const issuers = [
    ...standing.map(({ organization_id }) => organization_id),
    ...submitted.map(({ payload }) => {
      const event = parsePayload(payload);
      return event.topic === "submit-endorsement" ? (event.org?.id ?? null) : null;
    }),
  ];
  return issuers.filter((id) => id !== null);
}
