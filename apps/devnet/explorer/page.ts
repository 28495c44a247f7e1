import { Hono } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { Chain } from "../chain/chain.ts";
import type { TransactionStory } from "../chain/ledger.ts";
import type { NodeContext } from "../http/context.ts";
import { bodyOf, viewEvent } from "../http/event-view.ts";
import { readHash } from "../http/input.ts";
import { minedIn, statusOf } from "../http/transaction-view.ts";
import { viewHex, viewValue } from "../http/value-view.ts";
import { style } from "./style.ts";

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const statusWords: Record<string, string> = {
  pending: "Waiting for its block",
  success: "Confirmed",
  abort_by_response: "Failed: the contract refused it",
  abort_by_post_condition: "Failed: a post-condition was not met, so nothing was changed",
  dropped_replace_by_fee: "Dropped: replaced by a transaction with a higher fee",
  dropped_replace_across_fork: "Dropped: its block was replaced by another branch",
  dropped_too_expensive: "Dropped: too expensive for a block",
  dropped_stale_garbage_collect: "Dropped: it waited too long",
  dropped_problematic: "Dropped: the node could not run it",
};

/** A small block explorer, so that 'View Status' has somewhere real to lead on the devnet. */
export function explorerRoutes({ chain }: NodeContext): Hono {
  return new Hono()
    .get("/", (c) => c.html(latestPage(chain)))
    .get("/txid/:txid", (c) => {
      const txid = readHash(c.req.param("txid"));
      const story = chain.ledger.stories.get(txid);
      return story === undefined
        ? c.html(missingPage(txid), 404)
        : c.html(transactionPage(chain, story));
    });
}

function transactionPage(chain: Chain, story: TransactionStory): Html {
  const { transaction } = story;
  const block = minedIn(chain, story);
  const mined = block?.transactions.find(({ txid }) => txid === transaction.txid);
  const events = (block?.events ?? []).filter(({ txid }) => txid === transaction.txid);
  const status = statusOf(chain, story);
  return page(
    "Transaction",
    html`<h1>Transaction</h1>
      <p class="status ${status}" role="status">${statusWords[status] ?? status}</p>
      <dl>
        ${row("Id", html`<code>${transaction.txid}</code>`)}
        ${row("Status", html`<code>${status}</code>`)}
        ${mined === undefined ? "" : row("Result", html`<code>${viewHex(mined.raw_result).repr}</code>`)}
        ${mined?.vm_error ? row("Reason", html`${String(mined.vm_error)}`) : ""}
        ${block === undefined ? "" : row("Block", html`${block.block_height} · ${new Date(block.block_time * 1000).toUTCString()}`)}
        ${row("From", html`<code>${transaction.sender}</code>`)}
        ${row("Nonce", html`${transaction.nonce}`)}
        ${row("Fee", html`${formatStx(transaction.fee)}`)}
        ${describePayload(chain, story)}
      </dl>
      <h2>Post-conditions</h2>
      <p>${modeWords[transaction.postConditionMode]}</p>
      <ul>
        ${transaction.postConditions.map((condition) => html`<li>${describeCondition(condition)}</li>`)}
      </ul>
      <h2>Events</h2>
      ${events.length === 0 ? html`<p>None.</p>` : ""}
      <ol>
        ${events.map((event) => {
          const { raw_value, asset_identifier, sender, recipient, amount } = bodyOf(event);
          return html`<li>
            <strong>${String(viewEvent(event).event_type).replaceAll("_", " ")}</strong>
            ${event.committed ? "" : html`<em>(taken back)</em>`}
            ${asset_identifier === undefined ? "" : html`<br /><code>${String(asset_identifier)}</code>`}
            ${sender === undefined ? "" : html`<br />from <code>${String(sender)}</code>`}
            ${recipient === undefined ? "" : html`<br />to <code>${String(recipient)}</code>`}
            ${amount === undefined ? "" : html`<br />amount ${String(amount)}`}
            ${raw_value === undefined ? "" : html`<br /><code>${viewHex(String(raw_value)).repr}</code>`}
          </li>`;
        })}
      </ol>`,
    status === "pending",
  );
}

const modeWords = {
  deny: "Nothing may move but what is listed here:",
  allow: "Anything else may move too. These must hold:",
  originator: "Nothing of the sender's may move but what is listed here:",
};

function describeCondition(condition: TransactionStory["transaction"]["postConditions"][number]) {
  const who = condition.address === "origin" ? "the sender" : condition.address;
  switch (condition.type) {
    case "stx-postcondition":
      return html`${who}: ${condition.condition} ${formatStx(BigInt(condition.amount))}`;
    case "ft-postcondition":
      return html`${who}: ${condition.condition} ${String(condition.amount)} <code>${condition.asset}</code>`;
    case "nft-postcondition":
      return html`${who}: ${condition.condition} <code>${condition.asset}</code> <code>${viewValue(condition.assetId).repr}</code>`;
    default:
      return html`${who}: ${condition.type}`;
  }
}

function describePayload(chain: Chain, { transaction: { payload } }: TransactionStory): Html {
  switch (payload.kind) {
    case "token_transfer":
      return html`${row("Sends", html`${formatStx(payload.amount)}`)}
        ${row("To", html`<code>${payload.recipient}</code>`)}`;
    case "smart_contract":
      return html`${row("Deploys", html`<code>${payload.contract}</code>`)}
        ${row("Source", html`<details><summary>Clarity</summary><pre>${payload.source}</pre></details>`)}`;
    case "contract_call": {
      const parameters = chain.vm
        .contractInterface(payload.contract)
        ?.functions.find(({ name }) => name === payload.functionName)?.args;
      return html`${row("Contract", html`<code>${payload.contract}</code>`)}
        ${row("Function", html`<code>${payload.functionName}</code>`)}
        ${payload.args.map((arg, index) =>
          row(
            parameters?.[index]?.name ?? String(index),
            html`<code>${viewValue(arg).repr}</code>`,
          ),
        )}`;
    }
  }
}

function latestPage(chain: Chain): Html {
  const blocks = chain.ledger.canonical.slice(-20).reverse();
  return page(
    "Devnet",
    html`<h1>Colonnade devnet</h1>
      <p>A Stacks node for development: real transactions, a chain of its own.</p>
      <h2>Waiting</h2>
      <ul>
        ${chain.ledger.mempool.list().map(({ transaction }) => link(transaction.txid))}
      </ul>
      <h2>Latest blocks</h2>
      ${blocks.map(
        ({ block }) => html`<h3>Block ${block.block_height}</h3>
          <ul>${block.transactions.map(({ txid }) => link(txid))}</ul>`,
      )}`,
    false,
  );
}

function missingPage(txid: string): Html {
  return page(
    "Not found",
    html`<h1>No such transaction</h1><p>This node has never seen <code>${txid}</code>.</p>`,
    false,
  );
}

function link(txid: string): Html {
  return html`<li><a href="/txid/${txid}"><code>${txid}</code></a></li>`;
}

function row(label: string, content: Html): Html {
  return html`<dt>${label}</dt><dd>${content}</dd>`;
}

/** A page that waits for a block looks again every two seconds. */
function page(title: string, body: Html, waiting: boolean): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${waiting ? html`<meta http-equiv="refresh" content="2" />` : ""}
        <title>${title} · Colonnade devnet</title>
        <style>${raw(style)}</style>
      </head>
      <body><main>${body}</main></body>
    </html>`;
}

function formatStx(microStx: bigint): string {
  const whole = microStx / 1_000_000n;
  const rest = (microStx % 1_000_000n).toString().padStart(6, "0").replace(/0+$/, "");
  return `${whole}${rest === "" ? "" : `.${rest}`} STX`;
}
