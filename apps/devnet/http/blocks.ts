import { type Context, Hono } from "hono";
import type { NewBlock } from "../chain/block.ts";
import type { Chain } from "../chain/chain.ts";
import { type NodeContext, SERVER_VERSION } from "./context.ts";
import { viewEvent } from "./event-view.ts";
import { readHash, readPage } from "./input.ts";
import { viewTransaction } from "./transaction-view.ts";

/** What stands in a cursor for what is in a block itself. */
const NO_MICROBLOCK = 2 ** 31 - 1;

/** The Hiro API's routes about the chain: status, blocks, a contract's logs. */
export function blockRoutes({ chain }: NodeContext): Hono {
  const status = (c: Context) =>
    c.json({
      server_version: SERVER_VERSION,
      status: "ready",
      chain_tip: {
        block_height: chain.tip.block_height,
        block_hash: chain.tip.block_hash,
        index_block_hash: chain.tip.index_block_hash,
        microblock_hash: "",
        microblock_sequence: 0,
        burn_block_height: chain.tip.burn_block_height,
      },
    });
  const notFound = (c: Context) => c.json({ error: "Block not found" }, 404);
  return new Hono()
    .get("/extended", status)
    .get("/extended/v1/status", status)
    .get("/extended/v2/blocks", (c) => {
      const { limit, offset } = readPage(c, 20);
      const { canonical } = chain.ledger;
      const end = Math.max(canonical.length - offset, 0);
      const results = canonical
        .slice(Math.max(end - limit, 0), end)
        .reverse()
        .map(({ block }) => viewBlock(chain, block));
      return c.json({ limit, offset, total: canonical.length, results });
    })
    .get("/extended/v2/blocks/:id", (c) => {
      const block = findBlock(chain, c.req.param("id"));
      return block === undefined ? notFound(c) : c.json(viewBlock(chain, block));
    })
    .get("/extended/v2/blocks/:id/transactions", (c) => {
      const { limit, offset } = readPage(c, 20);
      const block = findBlock(chain, c.req.param("id"));
      if (block === undefined) return notFound(c);
      const results = block.transactions
        .slice(offset, offset + limit)
        .map(({ txid }) => chain.ledger.stories.get(txid))
        .filter((story) => story !== undefined)
        .map((story) => viewTransaction(chain, story));
      return c.json({ limit, offset, total: block.transactions.length, results });
    })
    .get("/extended/v2/smart-contracts/:id/logs", (c) => {
      const { limit, offset } = readPage(c, 20);
      const logs = listLogs(chain, c.req.param("id"));
      const cursor = c.req.query("cursor");
      const start = cursor === undefined ? offset : logs.findIndex((log) => log.cursor === cursor);
      if (start === -1) return c.json({ error: "Cursor not found" }, 404);
      const page = logs.slice(start, start + limit);
      return c.json({
        limit,
        offset,
        total: logs.length,
        cursor: page[0]?.cursor ?? null,
        next_cursor: logs[start + limit]?.cursor ?? null,
        prev_cursor: start === 0 ? null : (logs[Math.max(start - limit, 0)]?.cursor ?? null),
        results: page.map(({ view }) => view),
      });
    });
}

/** By height, `latest`, or either hash; orphans by hash only. */
export function findBlock(chain: Chain, id: string): NewBlock | undefined {
  if (id === "latest") return chain.tip;
  if (/^[0-9]+$/.test(id) && id.length < 64) return chain.ledger.blockAt(Number(id));
  return chain.ledger.blockByHash(readHash(id));
}

function viewBlock(chain: Chain, block: NewBlock): Record<string, unknown> {
  return {
    canonical: chain.ledger.isCanonical(block),
    height: block.block_height,
    hash: block.block_hash,
    block_time: block.block_time,
    block_time_iso: iso(block.block_time),
    tenure_height: block.burn_block_height,
    index_block_hash: block.index_block_hash,
    parent_block_hash: block.parent_block_hash,
    parent_index_block_hash: block.parent_index_block_hash,
    burn_block_time: block.burn_block_time,
    burn_block_time_iso: iso(block.burn_block_time),
    burn_block_hash: block.burn_block_hash,
    burn_block_height: block.burn_block_height,
    miner_txid: block.miner_txid,
    tx_count: block.transactions.length,
    execution_cost_read_count: 0,
    execution_cost_read_length: 0,
    execution_cost_runtime: 0,
    execution_cost_write_count: 0,
    execution_cost_write_length: 0,
  };
}

/** What a contract has printed on the canonical branch, newest first. */
function listLogs(chain: Chain, contract: string) {
  return chain.ledger.canonical
    .flatMap(({ block }) =>
      block.events
        .filter((event) => event.committed && event.type === "contract_event")
        .map((event) => ({
          cursor: `${block.block_height}:${NO_MICROBLOCK}:${indexOf(block, event.txid)}:${event.event_index}`,
          view: viewEvent(event),
        })),
    )
    .filter(({ view }) => isLogOf(view.contract_log, contract))
    .reverse();
}

function indexOf({ transactions }: NewBlock, txId: string): number {
  return transactions.findIndex(({ txid }) => txid === txId);
}

function isLogOf(log: unknown, contract: string): boolean {
  return (
    typeof log === "object" && log !== null && "contract_id" in log && log.contract_id === contract
  );
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
