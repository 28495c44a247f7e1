import { type Context, Hono } from "hono";
import type { BlockEvent, NewBlock } from "../chain/block.ts";
import type { Chain } from "../chain/chain.ts";
import type { LedgerEntry } from "../chain/ledger.ts";
import { findBlock } from "./blocks.ts";
import { findStart, NO_MICROBLOCK, type Place, readMempoolPlace, readPlace } from "./cursor.ts";
import { eventsOf } from "./events.ts";
import { BadRequestError, notFound, readHash, readLimit, readPrincipal } from "./input.ts";
import { viewInvolvement } from "./involvement.ts";
import { viewNonces } from "./nonces.ts";
import { viewEventV3, viewSummary, viewTransactionV3 } from "./transaction-v3.ts";
import { minedIn as blockOf, listWaiting, statusOf } from "./transaction-view.ts";

interface Mined {
  block: NewBlock;
  entry: LedgerEntry;
  place: Place;
}

/** The Hiro API's routes of its third version. They stay when the API drops the older ones. */
export function v3Routes(chain: Chain): Hono {
  return new Hono()
    .get("/extended/v3/transactions", (c) => {
      const { canonical } = chain.ledger;
      const mined = canonical.flatMap(({ block }) => minedIn(chain, block)).reverse();
      return c.json(viewPage(c, mined, ({ block, entry }) => viewSummary(chain, entry, block)));
    })
    .get("/extended/v3/transactions/:txid", (c) => {
      const entry = chain.ledger.entries.get(readHash(c.req.param("txid")));
      // The API does not know dropped transactions here, unlike at its first version's route.
      if (entry === undefined || statusOf(chain, entry).startsWith("dropped_")) {
        return notFound(c, "Transaction not found");
      }
      const include = c.req.queries("include")?.flatMap((list) => list.split(",")) ?? [];
      return c.json(viewTransactionV3(chain, entry, new Set(include)));
    })
    .get("/extended/v3/transactions/:txid/events", (c) => {
      const entry = chain.ledger.entries.get(readHash(c.req.param("txid")));
      const block = entry === undefined ? undefined : blockOf(chain, entry);
      if (entry === undefined || block === undefined) {
        throw new BadRequestError("Transaction not found");
      }
      return c.json(viewEvents(c, eventsOf(block, entry.transaction.txid)));
    })
    .get("/extended/v3/mempool/transactions", (c) => c.json(viewWaiting(chain, c)))
    .get("/extended/v3/principals/:principal/mempool/transactions", (c) =>
      c.json(viewWaiting(chain, c, readPrincipal(c.req.param("principal")))),
    )
    .get("/extended/v3/blocks/:id/transactions", (c) => {
      const block = findBlock(chain, c.req.param("id"));
      if (block === undefined) return notFound(c, "Block not found");
      const mined = minedIn(chain, block).reverse();
      const page = viewPage(c, mined, ({ entry }) => viewSummary(chain, entry, block));
      return c.json({ ...page, total: mined.length });
    })
    .get("/extended/v3/principals/:principal/transactions", (c) => {
      const principal = readPrincipal(c.req.param("principal"));
      const involved = chain.ledger.canonical
        .flatMap(({ block }) => minedIn(chain, block))
        .flatMap((mined) => {
          const involvement = viewInvolvement(mined.block, mined.entry.transaction, principal);
          return involvement === undefined ? [] : { ...mined, involvement };
        })
        .reverse();
      const page = viewPage(c, involved, ({ block, entry, involvement }) => ({
        transaction: viewSummary(chain, entry, block),
        ...involvement,
      }));
      return c.json(page);
    })
    .get("/extended/v3/principals/:principal/nonces", (c) => {
      const nonces = viewNonces(chain, readPrincipal(c.req.param("principal")));
      return c.json({
        next_nonce: nonces.possible_next_nonce,
        last_confirmed_nonce: nonces.last_executed_tx_nonce,
        mempool: {
          last_nonce: nonces.last_mempool_tx_nonce,
          pending_nonces: nonces.detected_mempool_nonces,
          missing_nonces: nonces.detected_missing_nonces,
        },
      });
    });
}

/** A block's transactions, in order. */
function minedIn(chain: Chain, block: NewBlock): Mined[] {
  return block.transactions.flatMap(({ txid, tx_index }) => {
    const entry = chain.ledger.entries.get(txid);
    const place = [block.block_height, NO_MICROBLOCK, tx_index];
    return entry === undefined ? [] : { block, entry, place };
  });
}

/** The waiting transactions, newest first. @param principal only those that it sends or that name it, if given */
function viewWaiting(chain: Chain, c: Context, principal?: string) {
  const waiting = listWaiting(chain, principal)
    .reverse()
    .map((entry) => ({ entry, place: [entry.receivedAt, entry.transaction.txid] }));
  const start = findStart(waiting, readMempoolPlace(c));
  return cutPage(c, waiting, start, ({ entry }) => viewSummary(chain, entry, undefined));
}

/** A transaction's events, in order. Their cursor is the index of one. */
function viewEvents(c: Context, events: readonly BlockEvent[]) {
  const cursor = c.req.query("cursor") ?? "0";
  if (!/^\d+$/.test(cursor)) throw new BadRequestError("querystring/cursor is no index");
  const limit = readLimit(c, 20, 100);
  const start = Number(cursor);
  const page = events.slice(start, start + limit);
  return {
    total: events.length,
    limit,
    cursor: {
      next: start + limit < events.length ? `${start + limit}` : null,
      previous: page.length > 0 && start > 0 ? `${Math.max(start - limit, 0)}` : null,
      current: page.length > 0 ? cursor : null,
    },
    results: page.map(viewEventV3),
  };
}

/** @param all newest first */
function viewPage<Item extends { place: Place }>(
  c: Context,
  all: readonly Item[],
  view: (item: Item) => object,
) {
  return cutPage(c, all, findStart(all, readPlace(c, 3)), view);
}

/** @param start the index of the page's first item; -1 if its cursor is behind the last one */
function cutPage<Item extends { place: Place }>(
  c: Context,
  all: readonly Item[],
  start: number,
  view: (item: Item) => object,
) {
  const limit = readLimit(c, 20, 50);
  const page = start === -1 ? [] : all.slice(start, start + limit);
  const cursorAt = (index: number) => all[index]?.place.join(":") ?? null;
  return {
    total: page.length === 0 ? 0 : all.length,
    limit,
    cursor: {
      // To older ones.
      next: start === -1 ? null : cursorAt(start + limit),
      // To newer ones.
      previous: start > 0 ? cursorAt(Math.max(start - limit, 0)) : null,
      current: page[0]?.place.join(":") ?? null,
    },
    results: page.map(view),
  };
}
