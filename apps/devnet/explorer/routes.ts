import { Hono } from "hono";
import { html } from "hono/html";
import type { NodeContext } from "../http/context.ts";
import { readHash } from "../http/input.ts";
import { latestPage } from "./latest-page.ts";
import { page } from "./layout.ts";
import { transactionPage } from "./transaction-page.ts";

/** A small block explorer, so that 'View Status' has somewhere real to lead on the devnet. */
export function explorerRoutes({ chain }: NodeContext): Hono {
  return new Hono()
    .get("/", (c) => c.html(latestPage(chain)))
    .get("/txid/:txid", (c) => {
      const txid = readHash(c.req.param("txid"));
      const story = chain.ledger.stories.get(txid);
      if (story !== undefined) return c.html(transactionPage(chain, story));
      const body = html`<h1>No such transaction</h1>
        <p>This node has never seen <code>${txid}</code>.</p>`;
      return c.html(page("No such transaction", body), 404);
    });
}
