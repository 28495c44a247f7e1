import { type Context, Hono } from "hono";
import type { Chain } from "../chain/chain.ts";
import type { LedgerEntry } from "../chain/ledger.ts";
import { notFound, readHash, readPage } from "./input.ts";
import { listWaiting, viewMined, viewPage, viewTransaction } from "./transaction-view.ts";

/** The Hiro API's routes about transactions. */
export function transactionRoutes(chain: Chain): Hono {
  const answer = (c: Context, what: string, view: (entry: LedgerEntry) => object) => {
    const txid = readHash(c.req.param("txid") ?? "");
    const entry = chain.ledger.entries.get(txid);
    return entry === undefined ? notFound(c, `could not find ${what} by ID`) : c.json(view(entry));
  };
  return new Hono()
    .get("/extended/v1/tx/mempool", (c) =>
      c.json(viewPage(chain, listWaiting(chain), readPage(c, 20))),
    )
    .get("/extended/v1/tx/:txid", (c) =>
      answer(c, "transaction", (entry) => viewTransaction(chain, entry)),
    )
    .get("/extended/v1/tx/:txid/raw", (c) =>
      answer(c, "raw transaction", ({ transaction }) => ({ raw_tx: transaction.raw })),
    )
    .get("/extended/v1/tx", (c) => c.json(viewMined(chain, readPage(c, 20))));
}
