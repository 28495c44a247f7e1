import { type RawBuilder, sql } from "kysely";
import type { Block } from "../chain/block.ts";
import { anyText } from "../db/bulk.ts";
import type { Executor, Trx } from "../db/database.ts";
import { readReviewRecipients } from "../off-chain/application-status.ts";
import { notify } from "../revision/change-feed.ts";
import type { Tip } from "../revision/revision.ts";
import { type History, keysOf } from "./history.ts";
import type { KnownEndorsement } from "./nouns/endorsements.ts";

/** What changes with blocks that are applied or orphaned. */
export interface Change {
  tip: Tip | null;
  principals: string[];
  endorsements: number[];
  organizations: number[];
  /** The transactions that something off chain names. */
  named: string[];
}

/** Whom the transactions of some blocks concern, and which of them something off chain names. */
type Concerned = Pick<Change, "principals" | "named">;

/** What changes with nouns besides what their own events say. */
export interface Dependents {
  /** Endorsements that are held back, or served again, because their writers' suspensions changed. */
  held: KnownEndorsement[];
  /** The organizations in whose names endorsements were submitted before, or are now. */
  issuers: number[];
}

/** Puts together what changes. */
export function changeOf(
  tip: Tip | null,
  history: History,
  { held, issuers }: Dependents,
  { principals, named }: Concerned,
): Change {
  const blocked = keysOf("blocked-organizations", history).map((key) => key.replace(/.* /, ""));
  return {
    tip,
    principals: unique([
      ...principals,
      ...held.flatMap(({ sender, receiver }) => [sender, receiver]),
    ]),
    endorsements: unique([
      ...keysOf("endorsements", history).map(Number),
      ...held.map(({ id }) => id),
    ]),
    organizations: unique([
      ...[...keysOf("organizations", history), ...blocked].map(Number),
      ...held.flatMap(({ organization_id }) => organization_id ?? []),
      ...issuers,
    ]),
    named,
  };
}

const unique = <Value>(values: Value[]) => [...new Set(values)];

/** Whom blocks concern that follow the tip. @param recipients those of their contract events */
export async function concernedBy(
  trx: Trx,
  blocks: readonly Block[],
  recipients: readonly { principal: string }[],
): Promise<Concerned> {
  const transactions = blocks.flatMap((block) => block.transactions);
  const printing = new Set(blocks.flatMap((block) => block.events.map(({ txId }) => txId)));
  const silent = transactions.filter(({ txId }) => !printing.has(txId));
  return {
    principals: [
      ...recipients.map(({ principal }) => principal),
      ...silent.map(({ sender }) => sender),
    ],
    named: await readNamed(trx, anyText(transactions.map(({ txId }) => txId))),
  };
}

/** Whom stored blocks concern. */
export async function readConcerned(trx: Trx, hashes: readonly string[]): Promise<Concerned> {
  const ofBlocks = anyText(hashes);
  const { rows } = await sql<{ principal: string }>`
    select principal from event_recipients where index_block_hash = ${ofBlocks}
    union select sender from transactions where index_block_hash = ${ofBlocks} and listed`.execute(
    trx,
  );
  return {
    principals: rows.map(({ principal }) => principal),
    named: await readNamed(
      trx,
      sql`any(array(select tx_id from transactions where index_block_hash = ${ofBlocks}))`,
    ),
  };
}

/** Tells every process the tip, and what changed. */
export async function announceChange(trx: Trx, change: Change): Promise<void> {
  const { tip, principals, endorsements, organizations, named } = change;
  const reviewers = named.length === 0 ? [] : await readReviewRecipients(trx, anyText(named));
  const all = unique([...principals, ...reviewers]);
  await notify(trx, [
    ...(tip === null
      ? []
      : [{ type: "tip", height: tip.height, indexBlockHash: tip.indexBlockHash } as const]),
    { type: "change", principals: all, endorsements, organizations },
  ]);
}

async function readNamed(db: Executor, anyId: RawBuilder<string>): Promise<string[]> {
  const { rows } = await sql<{ tx_id: string }>`
    select tx_id from pending_events where tx_id = ${anyId}
    union select tx_id from application_decisions where tx_id = ${anyId}
    union select tx_id from report_decisions where tx_id = ${anyId}`.execute(db);
  return rows.map(({ tx_id }) => tx_id);
}
