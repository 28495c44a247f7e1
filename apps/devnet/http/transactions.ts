import { Hono } from "hono";
import type { NodeContext } from "./context.ts";
import { readHash, readPage } from "./input.ts";
import { viewMined, viewWaiting } from "./transaction-page.ts";
import { viewTransaction, viewTransactionV3 } from "./transaction-view.ts";

/** The Hiro API's routes about transactions. */
export function transactionRoutes({ chain }: NodeContext): Hono {
  const notFound = (txid: string) => ({ error: `could not find transaction by ID ${txid}` });
  return new Hono()
    .get("/extended/v1/tx/mempool", (c) =>
      c.json(viewWaiting(chain, chain.ledger.mempool.list(), readPage(c, 20))),
    )
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
    .get("/extended/v1/tx", (c) => c.json(viewMined(chain, readPage(c, 20))))
    .get("/extended/v3/transactions/:txid", (c) => {
      const txid = readHash(c.req.param("txid"));
      const story = chain.ledger.stories.get(txid);
      return story === undefined
        ? c.json(notFound(txid), 404)
        : c.json(viewTransactionV3(chain, story));
    });
}
