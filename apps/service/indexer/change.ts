import { type RawBuilder, sql } from "kysely";
import type { Block } from "../chain/block.ts";
import { anyText } from "../db/bulk.ts";
import type { Executor, Trx } from "../db/database.ts";
import { readTip, type Tip } from "../revision/revision.ts";
import { parsePayload } from "./history.ts";

interface Concerned {
  principal: string | null;
  endorsement_id: number | null;
  organization_id: number | null;
}

/** What blocks say that were applied or orphaned. */
export interface Change {
  tip: Tip | null;
  /** Whom and what their events concern. */
  recipients: Concerned[];
  /** Of transactions without contract events. */
  senders: string[];
  /** The people whom they suspend or restore. */
  suspended: string[];
  /** The organizations in whose names endorsements are submitted. */
  issuers: number[];
  /** The transactions that something off chain names. */
  named: string[];
}

/** What blocks say that follow the tip. */
export async function changeOf(
  trx: Trx,
  blocks: readonly Block[],
  recipients: Concerned[],
): Promise<Change> {
  const events = blocks.flatMap((block) => block.events.map(({ event }) => event));
  const transactions = blocks.flatMap((block) => block.transactions);
  const printing = new Set(blocks.flatMap((block) => block.events.map(({ txId }) => txId)));
  return {
    tip: blocks.at(-1) ?? null,
    recipients,
    senders: transactions.flatMap(({ txId, sender }) => (printing.has(txId) ? [] : sender)),
    suspended: events.flatMap((event) =>
      event.topic === "watcher-remove-profile" || event.topic === "watcher-restore-profile"
        ? event.principal
        : [],
    ),
    issuers: events.flatMap((event) =>
      event.topic === "submit-endorsement" && event.org !== null ? event.org.id : [],
    ),
    named: await readNamed(trx, anyText(transactions.map(({ txId }) => txId))),
  };
}

/** What stored blocks say. */
export async function readChange(trx: Trx, hashes: readonly string[]): Promise<Change> {
  const ofBlocks = anyText(hashes);
  // Each principal, endorsement and organization once, in rows of their own.
  const { rows: recipients } = await sql<Concerned>`
    select principal, endorsement_id, organization_id
    from event_recipients where index_block_hash = ${ofBlocks}
    group by grouping sets ((principal), (endorsement_id), (organization_id))`.execute(trx);
  const senders = await trx
    .selectFrom("transactions")
    .where("index_block_hash", "=", ofBlocks)
    .where("listed", "=", true)
    .select("sender")
    .execute();
  const suspensions = await trx
    .selectFrom("contract_events")
    .where("index_block_hash", "=", ofBlocks)
    .where("topic", "in", ["watcher-remove-profile", "watcher-restore-profile"])
    .select("recipient")
    .execute();
  const submissions = await trx
    .selectFrom("contract_events")
    .where("index_block_hash", "=", ofBlocks)
    .where("topic", "=", "submit-endorsement")
    // `like` would take ten times as long for each payload.
    .where(sql<boolean>`strpos(payload, '"org":{') > 0`)
    .select("payload")
    .execute();
  return {
    tip: await readTip(trx),
    recipients,
    senders: senders.map(({ sender }) => sender),
    suspended: suspensions.flatMap(({ recipient }) => recipient ?? []),
    issuers: submissions.flatMap(({ payload }) => {
      const event = parsePayload(payload);
      return event.topic === "submit-endorsement" ? (event.org?.id ?? []) : [];
    }),
    named: await readNamed(
      trx,
      sql`any(array(select tx_id from transactions where index_block_hash = ${ofBlocks}))`,
    ),
  };
}

async function readNamed(db: Executor, anyId: RawBuilder<string>): Promise<string[]> {
  const { rows } = await sql<{ tx_id: string }>`
    select tx_id from pending_events where tx_id = ${anyId}
    union select tx_id from application_decisions where tx_id = ${anyId}
    union select tx_id from report_decisions where tx_id = ${anyId}`.execute(db);
  return rows.map(({ tx_id }) => tx_id);
}
