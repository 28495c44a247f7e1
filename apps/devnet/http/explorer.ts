import type { PostCondition, PostConditionModeName } from "@stacks/transactions";
import { Hono } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { accounts } from "../accounts.ts";
import type { BlockEvent } from "../chain/block.ts";
import type { Chain } from "../chain/chain.ts";
import type { LedgerEntry } from "../chain/ledger.ts";
import type { TransactionPayload } from "../chain/transaction.ts";
import { bodyOf, eventsOf } from "./events.ts";
import { readHash } from "./input.ts";
import { minedIn, statusOf, viewHex, viewValue } from "./transaction-view.ts";

/** A small block explorer: the target of 'View Status' on the devnet. */
export function explorerRoutes(chain: Chain): Hono {
  return new Hono()
    .get("/", (c) => c.html(latestPage(chain)))
    .get("/txid/:txid", (c) => {
      const txid = readHash(c.req.param("txid"));
      const entry = chain.ledger.entries.get(txid);
      if (entry !== undefined) return c.html(transactionPage(chain, entry));
      const body = html`<h1>No such transaction</h1>
        <p>This node has never seen <code>${txid}</code>.</p>`;
      return c.html(page("No such transaction", body), 404);
    });
}

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The explorer's whole style: paper, ink and hairlines, like the app. */
const style = `
:root { color-scheme: light dark; --paper: #f7f4ee; --ink: #1b1a17; --rule: #d9d2c3;
  --soft: #5f5a4e; --good: #0f6b4b; --bad: #a8320f; --wait: #7a5410; }
@media (prefers-color-scheme: dark) { :root { --paper: #14130f; --ink: #ede7da; --rule: #3a362c;
  --soft: #a8a092; --good: #5fc39b; --bad: #f08a63; --wait: #e0b160; } }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif; }
header, main { max-width: 72ch; margin: 0 auto; padding: 16px; }
main { padding-bottom: 64px; }
header { border-bottom: 1px solid var(--rule); }
h1 { font-size: 28px; line-height: 1.2; margin: 16px 0 8px; }
h2 { font-size: 18px; margin: 32px 0 8px; } h3 { font-size: 15px; margin: 20px 0 4px; }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; } a { color: inherit; }
dl { display: grid; grid-template-columns: minmax(9ch, max-content) 1fr; margin: 16px 0 0;
  border-top: 1px solid var(--rule); }
dt, dd { padding: 10px 0; border-bottom: 1px solid var(--rule); margin: 0; }
dt { color: var(--soft); padding-right: 24px; overflow-wrap: anywhere; }
ol, ul { padding-left: 20px; } li { margin: 10px 0; }
.soft { color: var(--soft); }
.status { font-weight: 600; color: var(--bad); } .success { color: var(--good); }
.pending { color: var(--wait); }
@media (max-width: 560px) { dl { display: block; } dt { border: 0; padding-bottom: 0; } dd { padding-top: 0; } }
`;

/** Reloads the page once its transaction is no longer pending. */
const lookAgain = `
const path = location.pathname.replace("/txid/", "/extended/v1/tx/");
const timer = setInterval(async () => {
  const transaction = await fetch(path).then((answer) => answer.json(), () => undefined);
  if (transaction === undefined || transaction.tx_status === "pending") return;
  clearInterval(timer);
  location.reload();
}, 1000);
`;

/** @param waiting whether the page reloads when the transaction is in a block */
function page(title: string, body: Html, waiting = false): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Colonnade devnet</title>
        <style>${raw(style)}</style>
      </head>
      <body>
        <header><a href="/">Colonnade devnet</a></header>
        <main>${body}</main>
        ${waiting ? html`<script>${raw(lookAgain)}</script>` : ""}
      </body>
    </html>`;
}

function row(label: string, content: Html): Html {
  return html`<dt>${label}</dt><dd>${content}</dd>`;
}

/** An address, with its account's name if the devnet knows it. */
function principal(address: string): Html {
  const name = nameOf(address);
  return name === undefined
    ? html`<code>${address}</code>`
    : html`${name} <code class="soft">${address}</code>`;
}

const BLOCKS = 20;

/** The mempool and the latest blocks. */
function latestPage(chain: Chain): Html {
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
  const entry = chain.ledger.entries.get(txid);
  if (entry === undefined) return html``;
  const { sender, payload } = entry.transaction;
  const status = statusOf(chain, entry);
  return html`<li>
    ${nameOf(sender) ?? sender}: <a href="/txid/${txid}">${describePayload(payload)}</a>
    <br /><span class="status ${status}">${statusWords[status] ?? status}</span>
  </li>`;
}

/** Everything about one transaction: its request and its outcome. */
function transactionPage(chain: Chain, entry: LedgerEntry): Html {
  const { transaction } = entry;
  const block = minedIn(chain, entry);
  const mined = block?.transactions.find(({ txid }) => txid === transaction.txid);
  const events = block === undefined ? [] : eventsOf(block, transaction.txid);
  const status = statusOf(chain, entry);
  return page(
    describePayload(transaction.payload),
    html`<h1>${describePayload(transaction.payload)}</h1>
      <p class="status ${status}" role="status">${statusWords[status] ?? status}</p>
      <dl>
        ${row("Transaction", html`<code>${transaction.txid}</code>`)}
        ${row("Status", html`<code>${status}</code>`)}
        ${mined === undefined ? "" : row("Result", html`<code>${viewHex(mined.raw_result).repr}</code>`)}
        ${mined?.vm_error ? row("Reason", html`${String(mined.vm_error)}`) : ""}
        ${block === undefined ? "" : row("Block", html`${block.block_height}, ${new Date(block.block_time * 1000).toUTCString()}`)}
        ${row("From", principal(transaction.sender))}
        ${row("Nonce", html`${transaction.nonce}`)}
        ${row("Fee", html`${formatStx(transaction.fee)}`)}
        ${payloadRows(chain, entry)}
      </dl>
      ${conditionList(entry)}
      <h2>Events</h2>
      ${events.length === 0 ? html`<p class="soft">None.</p>` : html`<ol>${events.map(eventItem)}</ol>`}`,
    status === "pending",
  );
}

function payloadRows(chain: Chain, { transaction: { payload } }: LedgerEntry): Html {
  switch (payload.kind) {
    case "token_transfer":
      return html`${row("Sends", html`${formatStx(payload.amount)}`)}
        ${row("To", principal(payload.recipient))}`;
    case "smart_contract":
      return html`${row("Contract", html`<code>${payload.contract}</code>`)}
        ${row("Source", html`<details><summary>Clarity</summary><pre>${payload.source}</pre></details>`)}`;
    case "contract_call": {
      const parameters = chain.vm
        .contractInterface(payload.contract)
        ?.functions.find(({ name }) => name === payload.functionName)?.args;
      return html`${row("Contract", html`<code>${payload.contract}</code>`)}
        ${row("Function", html`<code>${payload.functionName}</code>`)}
        ${payload.args.map((arg, index) => {
          const isPrincipal = arg.type === "address" || arg.type === "contract";
          const label = parameters?.[index]?.name ?? `argument ${index + 1}`;
          return row(
            label,
            isPrincipal ? principal(arg.value) : html`<code>${viewValue(arg).repr}</code>`,
          );
        })}`;
    }
  }
}

function conditionList({ transaction }: LedgerEntry): Html {
  if (transaction.payload.kind === "token_transfer") return html``;
  return html`<h2>Post-conditions</h2>
    <p>${modeWords[transaction.postConditionMode]}</p>
    ${transaction.postConditions.length === 0 ? html`<p class="soft">None.</p>` : ""}
    <ul>${transaction.postConditions.map(conditionItem)}</ul>`;
}

function conditionItem(condition: PostCondition): Html {
  const who = condition.address === "origin" ? html`The sender` : principal(condition.address);
  const does = conditionWords[condition.condition];
  switch (condition.type) {
    case "stx-postcondition":
      return html`<li>${who} ${does} ${formatStx(BigInt(condition.amount))}</li>`;
    case "ft-postcondition":
      return html`<li>${who} ${does} ${String(condition.amount)} <code>${condition.asset}</code></li>`;
    case "nft-postcondition":
      return html`<li>${who} ${does} <code>${condition.asset}</code> <code>${viewValue(condition.assetId).repr}</code></li>`;
    default:
      return html`<li>${who} ${does}</li>`;
  }
}

function eventItem(event: BlockEvent): Html {
  const { raw_value, asset_identifier, sender, recipient, amount } = bodyOf(event);
  return html`<li>
    <strong>${eventWords[event.type] ?? event.type}</strong>
    ${event.committed ? "" : html`<em>and taken back</em>`}
    ${asset_identifier === undefined ? "" : html`<br /><code>${String(asset_identifier)}</code>`}
    ${amount === undefined ? "" : html`<br />amount ${String(amount)}`}
    ${sender === undefined ? "" : html`<br />from ${principal(String(sender))}`}
    ${recipient === undefined ? "" : html`<br />to ${principal(String(recipient))}`}
    ${raw_value === undefined ? "" : html`<br /><code>${viewHex(String(raw_value)).repr}</code>`}
  </li>`;
}

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

const modeWords: Record<PostConditionModeName, string> = {
  deny: "Nothing may move but what is listed here.",
  allow: "Anything else may move too; what is listed here must hold.",
  originator: "Nothing of the sender's may move but what is listed here.",
};

const conditionWords: Record<PostCondition["condition"], string> = {
  eq: "sends exactly",
  gt: "sends more than",
  gte: "sends at least",
  lt: "sends less than",
  lte: "sends at most",
  sent: "sends or burns",
  "not-sent": "keeps",
  "maybe-sent": "may send or burn",
  "will-not-perform": "does not stack",
  "may-perform": "may stack",
  "will-perform": "stacks",
};

const eventWords: Record<string, string> = {
  contract_event: "The contract says",
  nft_mint_event: "NFT minted",
  nft_burn_event: "NFT burnt",
  nft_transfer_event: "NFT sent",
  ft_mint_event: "Tokens minted",
  ft_burn_event: "Tokens burnt",
  ft_transfer_event: "Tokens sent",
  stx_transfer_event: "STX sent",
  stx_burn_event: "STX burnt",
};

/** What a transaction does, in a few words. */
function describePayload(payload: TransactionPayload): string {
  switch (payload.kind) {
    case "token_transfer":
      return "sends STX";
    case "smart_contract":
      return `deploys ${payload.name}`;
    case "contract_call":
      return payload.functionName;
  }
}

/** The devnet account's name; undefined for other addresses. */
function nameOf(address: string): string | undefined {
  return accounts.find((account) => account.address === address)?.name;
}

function formatStx(microStx: bigint): string {
  const whole = microStx / 1_000_000n;
  const rest = (microStx % 1_000_000n).toString().padStart(6, "0").replace(/0+$/, "");
  return `${whole}${rest === "" ? "" : `.${rest}`} STX`;
}
