import { type RawBuilder, sql } from "kysely";
import { anyNumber, anyText } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";
import { readReviewRecipients } from "../off-chain/application-status.ts";
import { notify } from "../revision/change-feed.ts";
import { readTip } from "../revision/revision.ts";
import { parsePayload } from "./history.ts";

/**
 * Tells every process the tip, and what changed.
 * @param blocks those that were applied or orphaned; if none, nothing is announced
 */
export async function announceChange(trx: Trx, blocks: string[]): Promise<void> {
  if (blocks.length === 0) return;
  const ofBlocks = anyText(blocks);
  // Each principal, endorsement and organization once, in rows of their own.
  const { rows: concerned } = await sql<Concerned>`
    select principal, endorsement_id, organization_id,
      bool_or(endorsement_id is null and organization_id is null) as of_person
    from event_recipients where index_block_hash = ${ofBlocks}
    group by grouping sets ((principal), (endorsement_id), (organization_id))`.execute(trx);
  const withoutEvents = await trx
    .selectFrom("transactions")
    .where("index_block_hash", "=", ofBlocks)
    .where("listed", "=", true)
    .select("sender")
    .execute();
  const txIds = sql<string>`any(select tx_id from transactions where index_block_hash = ${ofBlocks})`;
  const held = concerned.some((row) => row.of_person) ? await readHeld(trx, ofBlocks) : [];
  const principals = [
    ...concerned.map(({ principal }) => principal),
    ...held.flatMap(({ sender, receiver }) => [sender, receiver]),
    ...withoutEvents.map(({ sender }) => sender),
    ...(await readReviewRecipients(trx, txIds)),
  ];
  const endorsements = unique([
    ...concerned.map(({ endorsement_id }) => endorsement_id),
    ...held.map(({ id }) => id),
  ]);
  const organizations = [
    ...concerned.map(({ organization_id }) => organization_id),
    ...(await readIssuers(trx, endorsements, ofBlocks)),
  ];
  const tip = await readTip(trx);
  await notify(trx, [
    ...(tip === null ? [] : [{ type: "tip", ...tip } as const]),
    {
      type: "change",
      principals: unique(principals),
      endorsements,
      organizations: unique(organizations),
    },
  ]);
}

interface Concerned {
  principal: string | null;
  endorsement_id: number | null;
  organization_id: number | null;
  /** Whether any of its events is about a person alone. */
  of_person: boolean;
}

function unique<Value>(values: (Value | null)[]): Value[] {
  return [...new Set(values.filter((value) => value !== null))];
}

interface Held {
  id: number;
  sender: string;
  receiver: string;
}

/** Reads the endorsements with words of the people whom the blocks suspended or restored. */
async function readHeld(trx: Trx, ofBlocks: RawBuilder<string>): Promise<Held[]> {
  const changed = await trx
    .selectFrom("contract_events")
    .where("index_block_hash", "=", ofBlocks)
    .where("topic", "in", ["watcher-remove-profile", "watcher-restore-profile"])
    .select("recipient")
    .execute();
  const people = changed.flatMap(({ recipient }) => recipient ?? []);
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

/**
 * Reads the organizations in whose names endorsements were submitted: as the rows say now, and as the blocks say. A
 * fork may have orphaned a submission and given its number to another one.
 */
async function readIssuers(
  trx: Trx,
  ids: number[],
  ofBlocks: RawBuilder<string>,
): Promise<(number | null)[]> {
  if (ids.length === 0) return [];
  const current = await trx
    .selectFrom("endorsements")
    .where("id", "=", anyNumber(ids))
    .select("organization_id")
    .execute();
  const submitted = await trx
    .selectFrom("contract_events")
    .where("index_block_hash", "=", ofBlocks)
    .where("topic", "=", "submit-endorsement")
    // `like` would take ten times as long for each payload.
    .where(sql<boolean>`strpos(payload, '"org":{') > 0`)
    .select("payload")
    .execute();
  return [
    ...current.map(({ organization_id }) => organization_id),
    ...submitted.map(({ payload }) => {
      const event = parsePayload(payload);
      return event.topic === "submit-endorsement" ? (event.org?.id ?? null) : null;
    }),
  ];
}
