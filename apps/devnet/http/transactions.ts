import { Hono } from "hono";
import type { NodeContext } from "./context.ts";
import { readHash, readPage } from "./input.ts";
import { minedIn, viewTransaction, viewTransactionV3 } from "./transaction-view.ts";

/** The Hiro API's routes about transactions. */
export function transactionRoutes({ chain }: NodeContext): Hono {
  const notFound = (txid: string) => ({ error: `could not find transaction by ID ${txid}` });
  return new Hono()
    .get("/extended/v1/tx/mempool", (c) => {
      const { limit, offset } = readPage(c, 20);
      const waiting = chain.ledger.mempool.list().reverse();
      const results = waiting
        .slice(offset, offset + limit)
        .map(({ transaction }) => chain.ledger.stories.get(transaction.txid))
        .filter((story) => story !== undefined)
        .map((story) => viewTransaction(chain, story));
      return c.json({ limit, offset, total: waiting.length, results });
    })
    .get("/extended/v1/tx/:txid", (c) => {
      const txid = readHash(c.req.param("txid"));
      const story = chain.ledger.stories.get(txid);
      return story === undefined
        ? c.json(notFound(txid), 404)
        : c.json(viewTransaction(chain, story));
    })
    .get("/extended/v1/tx/:txid/raw", (c) => {
      const txid = readHash(c.req.param("txid"));
      const story = chain.ledger.stories.get(txid);
      return story === undefined
        ? c.json(notFound(txid), 404)
        : c.json({ raw_tx: story.transaction.raw });
    })
    .get("/extended/v1/tx", (c) => {
      const { limit, offset } = readPage(c, 20);
      const mined = [...chain.ledger.stories.values()]
        .filter((story) => minedIn(chain, story) !== undefined)
        .reverse();
      const results = mined
        .slice(offset, offset + limit)
        .map((story) => viewTransaction(chain, story));
      return c.json({ limit, offset, total: mined.length, results });
    })
    .get("/extended/v3/transactions/:txid", (c) => {
      const txid = readHash(c.req.param("txid"));
      const story = chain.ledger.stories.get(txid);
      return story === undefined
        ? c.json(notFound(txid), 404)
        : c.json(viewTransactionV3(chain, story));
    });
}
