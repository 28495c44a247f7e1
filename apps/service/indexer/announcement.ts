import { sql } from "kysely";
import { anyNumber, anyText } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";
import { readReviewRecipients } from "../off-chain/application-status.ts";
import { notify } from "../revision/change-feed.ts";
import type { Change } from "./change.ts";

/** Tells every process the tip, and what changed. */
export async function announceChange(trx: Trx, change: Change): Promise<void> {
  const { tip, recipients, senders, suspended, issuers, named } = change;
  const held = await readHeld(trx, suspended);
  const principals = [
    ...recipients.map(({ principal }) => principal),
    ...held.flatMap(({ sender, receiver }) => [sender, receiver]),
    ...senders,
    ...(named.length === 0 ? [] : await readReviewRecipients(trx, anyText(named))),
  ];
  const endorsements = unique([
    ...recipients.map(({ endorsement_id }) => endorsement_id),
    ...held.map(({ id }) => id),
  ]);
  const organizations = [
    ...recipients.map(({ organization_id }) => organization_id),
    ...(await readIssuers(trx, endorsements)),
    // A fork may have orphaned a submission and given its number to another one.
    ...issuers,
  ];
  await notify(trx, [
    ...(tip === null
      ? []
      : [{ type: "tip", height: tip.height, indexBlockHash: tip.indexBlockHash } as const]),
    {
      type: "change",
      principals: unique(principals),
      endorsements,
      organizations: unique(organizations),
    },
  ]);
}

function unique<Value>(values: (Value | null)[]): Value[] {
  return [...new Set(values.filter((value) => value !== null))];
}

interface Held {
  id: number;
  sender: string;
  receiver: string;
}

/** Reads the endorsements with words of people who were suspended or restored. */
async function readHeld(trx: Trx, people: string[]): Promise<Held[]> {
  if (people.length === 0) return [];
  const ofPeople = anyText(people);
  const { rows } = await sql<Held>`
    select id, sender, receiver from endorsements where sender = ${ofPeople} and status = 'pending'
    union all
    select id, sender, receiver from endorsements where sender = ${ofPeople} and status = 'held'
    union all
    select id, sender, receiver from endorsements where remark_by = ${ofPeople}`.execute(trx);
  return rows;
}

/** Reads the organizations in whose names endorsements are submitted, as the rows say now. */
async function readIssuers(trx: Trx, ids: number[]): Promise<(number | null)[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom("endorsements")
    .where("id", "=", anyNumber(ids))
    .where("organization_id", "is not", null)
    .select("organization_id")
    .distinct()
    .execute();
  return rows.map(({ organization_id }) => organization_id);
}
