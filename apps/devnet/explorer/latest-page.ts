import { html } from "hono/html";
import type { Chain } from "../chain/chain.ts";
import { statusOf } from "../http/transaction-view.ts";
import { type Html, page } from "./layout.ts";
import { describePayload, describeStatus, nameOf } from "./words.ts";

const BLOCKS = 20;

/** What waits, and the latest blocks. */
export function latestPage(chain: Chain): Html {
  const waiting = chain.ledger.mempool.list().map(({ transaction }) => transaction.txid);
  const blocks = chain.ledger.canonical.slice(-BLOCKS).reverse();
  return page(
    "Latest blocks",
    html`<h1>A Stacks node for development</h1>
      <p>Real signed transactions, executed by the real Clarity VM, on a chain of its own.</p>
      <h2>Waiting</h2>
      ${list(chain, waiting, "Nothing waits.")}
      <h2>Latest blocks</h2>
      ${blocks.map(
        ({ block }) =>
          html`<h3>Block ${block.block_height}</h3>
            ${list(
              chain,
              block.transactions.map(({ txid }) => txid),
              "Empty.",
            )}`,
      )}`,
  );
}

function list(chain: Chain, txids: readonly string[], empty: string): Html {
  if (txids.length === 0) return html`<p class="soft">${empty}</p>`;
  return html`<ul>${txids.map((txid) => item(chain, txid))}</ul>`;
}

function item(chain: Chain, txid: string): Html {
  const story = chain.ledger.stories.get(txid);
  if (story === undefined) return html``;
  const { sender, payload } = story.transaction;
  const status = statusOf(chain, story);
  return html`<li>
    ${nameOf(sender) ?? sender}: <a href="/txid/${txid}">${describePayload(payload)}</a>
    <br /><span class="status ${status}">${describeStatus(status)}</span>
  </li>`;
}
