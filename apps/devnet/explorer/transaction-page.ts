import type { PostCondition } from "@stacks/transactions";
import { html } from "hono/html";
import type { BlockEvent } from "../chain/block.ts";
import type { Chain } from "../chain/chain.ts";
import type { TransactionStory } from "../chain/ledger.ts";
import { bodyOf } from "../http/event-view.ts";
import { minedIn, statusOf } from "../http/transaction-view.ts";
import { viewHex, viewValue } from "../http/value-view.ts";
import { type Html, page, principal, row } from "./layout.ts";
import {
  describeCondition,
  describeEvent,
  describePayload,
  describeStatus,
  formatStx,
  modeWords,
} from "./words.ts";

/** Everything about one transaction: what it asks for, what came of it. */
export function transactionPage(chain: Chain, story: TransactionStory): Html {
  const { transaction } = story;
  const block = minedIn(chain, story);
  const mined = block?.transactions.find(({ txid }) => txid === transaction.txid);
  const events = (block?.events ?? []).filter(({ txid }) => txid === transaction.txid);
  const status = statusOf(chain, story);
  return page(
    describePayload(transaction.payload),
    html`<h1>${describePayload(transaction.payload)}</h1>
      <p class="status ${status}" role="status">${describeStatus(status)}</p>
      <dl>
        ${row("Transaction", html`<code>${transaction.txid}</code>`)}
        ${row("Status", html`<code>${status}</code>`)}
        ${mined === undefined ? "" : row("Result", html`<code>${viewHex(mined.raw_result).repr}</code>`)}
        ${mined?.vm_error ? row("Reason", html`${String(mined.vm_error)}`) : ""}
        ${block === undefined ? "" : row("Block", html`${block.block_height}, ${new Date(block.block_time * 1000).toUTCString()}`)}
        ${row("From", principal(transaction.sender))}
        ${row("Nonce", html`${transaction.nonce}`)}
        ${row("Fee", html`${formatStx(transaction.fee)}`)}
        ${payloadRows(chain, story)}
      </dl>
      ${conditionList(story)}
      <h2>Events</h2>
      ${events.length === 0 ? html`<p class="soft">None.</p>` : html`<ol>${events.map(eventItem)}</ol>`}`,
    status === "pending",
  );
}

function payloadRows(chain: Chain, { transaction: { payload } }: TransactionStory): Html {
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

function conditionList({ transaction }: TransactionStory): Html {
  if (transaction.payload.kind === "token_transfer") return html``;
  return html`<h2>Post-conditions</h2>
    <p>${modeWords[transaction.postConditionMode]}</p>
    ${transaction.postConditions.length === 0 ? html`<p class="soft">None.</p>` : ""}
    <ul>${transaction.postConditions.map(conditionItem)}</ul>`;
}

function conditionItem(condition: PostCondition): Html {
  const who = condition.address === "origin" ? html`The sender` : principal(condition.address);
  const does = describeCondition(condition.condition);
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
    <strong>${describeEvent(event.type)}</strong>
    ${event.committed ? "" : html`<em>and taken back</em>`}
    ${asset_identifier === undefined ? "" : html`<br /><code>${String(asset_identifier)}</code>`}
    ${amount === undefined ? "" : html`<br />amount ${String(amount)}`}
    ${sender === undefined ? "" : html`<br />from ${principal(String(sender))}`}
    ${recipient === undefined ? "" : html`<br />to ${principal(String(recipient))}`}
    ${raw_value === undefined ? "" : html`<br /><code>${viewHex(String(raw_value)).repr}</code>`}
  </li>`;
}
