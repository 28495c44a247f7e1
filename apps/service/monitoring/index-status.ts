import type { Config } from "@colonnade/domain/config.ts";
import type { Status } from "@colonnade/domain/status.ts";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";

/** The index beside what the leader last heard of the node. */
interface IndexRow {
  /** The tip; null while nothing is indexed. */
  height: number | null;
  index_block_hash: string;
  /** Unix seconds. */
  block_time: number;
  node_height: number | null;
  /** The first height that the index lacked when the node was asked last; null if it lacked none. */
  missing: number | null;
  /** When the leader last asked the node, in Unix milliseconds; null if it never did. */
  asked_at: number | null;
  /** Since when the index has been behind, in Unix milliseconds; null if it is not. */
  behind_since: number | null;
  quarantined: number;
  /** Whether blocks wait behind a quarantined one that stands on the tip. */
  held_up: boolean;
}

/** How far the indexer has read a long gap; null while it reads none. Only the indexer writes it. */
export type GapProgress = Pick<Status, "catchingUp">;

const MINUTE = 60_000;

/** How far the index has followed the chain. Every process answers the same, except for `catchingUp`. */
export async function readStatus({
  config,
  database,
  progress,
}: {
  config: Config;
  database: Database;
  progress: Readonly<GapProgress>;
}): Promise<Status> {
  const row = await readIndex(database);
  const lag = row.node_height === null ? null : Math.max(0, row.node_height - (row.height ?? 0));
  return {
    network: config.network,
    protocolContract: config.protocolContract,
    endorsementContract: config.endorsementContract,
    tip:
      row.height === null
        ? null
        : {
            height: row.height,
            indexBlockHash: row.index_block_hash,
            blockTime: new Date(row.block_time * 1000).toISOString(),
          },
    // A block that the node has posted since may be higher than its last answer.
    nodeHeight: lag === null ? null : lag + (row.height ?? 0),
    lag,
    catchingUp: progress.catchingUp,
    quarantined: row.quarantined,
    stalled: whyStalled(config, row, lag),
  };
}

/**
 * Whether the index has nearly all that the node was last known to have, also while the node is silent. Any process
 * can tell, not only the one that reads a gap.
 */
export async function isNearlyWhole(
  { maxLagBlocks }: Pick<Config, "maxLagBlocks">,
  database: Database,
): Promise<boolean> {
  const { height, node_height, missing } = await readIndex(database);
  return height !== null && Math.max(node_height ?? 0, missing ?? 0) - height <= maxLagBlocks;
}

async function readIndex({ kysely }: Database): Promise<IndexRow> {
  const { rows } = await sql<IndexRow>`
    select b.height, b.index_block_hash, b.block_time, n.height as node_height, n.missing, n.asked_at,
      case when n.missing > coalesce(b.height, 0) then n.missing_since end as behind_since,
      (select count(*) from quarantine) as quarantined,
      exists (
        select from quarantine q join quarantine behind on behind.parent_index_block_hash = q.index_block_hash
        where q.parent_index_block_hash = c.index_block_hash
      ) as held_up
    from cursor c cross join node_tip n
      left join blocks b on b.index_block_hash = c.index_block_hash`.execute(kysely);
  const [row] = rows;
  if (row === undefined) throw new Error("The database has no cursor");
  return row;
}

/** @returns why what is served is older than it should be, in a sentence; null if it is not */
function whyStalled(config: Config, row: IndexRow, lag: number | null): string | null {
  if (row.height === null) return "No block is indexed yet.";
  if (row.held_up) return "Blocks wait behind one that could not be indexed.";
  if (lag !== null && lag > config.maxLagBlocks) {
    return `The index is ${lag} blocks behind the node.`;
  }
  const behind = minutesSince(row.behind_since ?? Number.POSITIVE_INFINITY);
  if (behind > config.maxLagMinutes) return `The index is ${behind} minutes behind the node.`;
  const age = minutesSince(row.block_time * 1000);
  // A devnet mines a block only when there is a transaction, so the age of its last one says nothing.
  if (lag === null && config.network !== "devnet" && age > config.maxLagMinutes) {
    return `The node does not answer, and the newest block is ${age} minutes old.`;
  }
  const silence = row.asked_at === null ? 0 : minutesSince(row.asked_at);
  if (silence > config.maxLagMinutes) return `The node has not been asked for ${silence} minutes.`;
  return null;
}

const minutesSince = (time: number) => Math.floor((Date.now() - time) / MINUTE);
