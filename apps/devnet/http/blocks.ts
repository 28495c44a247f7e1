import { type Context, Hono } from "hono";
import type { NewBlock } from "../chain/block.ts";
import type { Chain } from "../chain/chain.ts";
import { findStart, NO_MICROBLOCK, readPlace } from "./cursor.ts";
import { bodyOf, eventsOf } from "./events.ts";
import { notFound, readHash, readPage } from "./input.ts";
import { SERVER_VERSION } from "./node.ts";
import { iso, NO_COST, viewEvent, viewListed } from "./transaction-view.ts";

/** The Hiro API's routes about the chain: status, blocks, a contract's logs. */
export function blockRoutes(chain: Chain): Hono {
  const status = (c: Context) =>
    c.json({
      server_version: SERVER_VERSION,
      status: "ready",
      chain_tip: {
        block_height: chain.tip.block_height,
        block_hash: chain.tip.block_hash,
        index_block_hash: chain.tip.index_block_hash,
        burn_block_height: chain.tip.burn_block_height,
      },
    });
  return new Hono()
    .get("/extended", status)
    .get("/extended/v1/status", status)
    .get("/extended/v2/blocks", (c) => {
      const { limit, offset } = readPage(c, 20, 30, 300);
      const blocks = chain.ledger.canonical.map(({ block }) => block).reverse();
      const cursor = c.req.query("cursor");
      const newest =
        cursor === undefined
          ? 0
          : blocks.findIndex(({ index_block_hash }) => index_block_hash === readHash(cursor));
      if (newest === -1) return notFound(c, "Cursor not found");
      const start = newest + offset;
      const hashAt = (index: number) => blocks[index]?.index_block_hash ?? null;
      return c.json({
        limit,
        offset,
        total: blocks.length,
        // To newer blocks. Null, too, where fewer newer ones than a page are left.
        next_cursor: hashAt(start - limit),
        // To older blocks.
        prev_cursor: hashAt(start + limit),
        cursor: hashAt(start),
        results: blocks.slice(start, start + limit).map(viewBlock),
      });
    })
    .get("/extended/v2/blocks/:id", (c) => {
      const block = findBlock(chain, c.req.param("id"));
      return block === undefined ? notFound(c, "Block not found") : c.json(viewBlock(block));
    })
    .get("/extended/v2/blocks/:id/transactions", (c) => {
      const { limit, offset } = readPage(c, 20);
      const block = findBlock(chain, c.req.param("id"));
      if (block === undefined || block.transactions.length === 0) {
        return notFound(c, "Block not found");
      }
      const results = block.transactions
        .slice(offset, offset + limit)
        .map(({ txid }) => chain.ledger.entries.get(txid))
        .filter((entry) => entry !== undefined)
        .map((entry) => viewListed(chain, entry));
      return c.json({ limit, offset, total: block.transactions.length, results });
    })
    .get("/extended/v2/smart-contracts/:id/logs", (c) => {
      const { limit, offset } = readPage(c, 20, 100, 1_000);
      const logs = listLogs(chain, c.req.param("id"));
      c.header("etag", `"${chain.tip.index_block_hash}"`);
      const newest = findStart(logs, readPlace(c, 4));
      if (newest === -1) return notFound(c, "Cursor not found");
      const start = newest + offset;
      const page = logs.slice(start, start + limit);
      const cursorAt = (index: number) => logs[index]?.place.join(":") ?? null;
      return c.json({
        limit,
        offset,
        total: logs.length,
        cursor: cursorAt(start),
        // To newer logs. Null, too, where fewer newer ones than a page are left.
        next_cursor: cursorAt(start - limit),
        // To older logs.
        prev_cursor: cursorAt(start + limit),
        results: page.map(({ event }) => viewEvent(event)),
      });
    });
}

/** Finds a canonical block by height, `latest` or either hash. @throws BadRequestError */
export function findBlock(chain: Chain, id: string): NewBlock | undefined {
  const block = findAnyBlock(chain, id);
  return block !== undefined && chain.ledger.isCanonical(block) ? block : undefined;
}

/** Finds an orphaned block, too. */
export function findAnyBlock(chain: Chain, id: string): NewBlock | undefined {
  if (id === "latest") return chain.tip;
  if (/^[0-9]+$/.test(id) && id.length < 64) return chain.ledger.blockAt(Number(id));
  return chain.ledger.blockByHash(readHash(id));
}

function viewBlock(block: NewBlock): Record<string, unknown> {
  return {
    canonical: true,
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
    ...NO_COST,
  };
}

/** A contract's prints on the canonical branch, newest first. */
function listLogs(chain: Chain, contract: string) {
  return chain.ledger.canonical
    .flatMap(({ block }) =>
      block.transactions.flatMap(({ txid, tx_index }) =>
        eventsOf(block, txid)
          .filter((event) => bodyOf(event).contract_identifier === contract)
          .map((event) => ({
            place: [block.block_height, NO_MICROBLOCK, tx_index, event.event_index],
            event,
          })),
      ),
    )
    .reverse();
}
