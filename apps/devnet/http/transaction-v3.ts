import type { BlockEvent, NewBlock } from "../chain/block.ts";
import type { Chain } from "../chain/chain.ts";
import type { LedgerEntry } from "../chain/ledger.ts";
import type { Transaction } from "../chain/transaction.ts";
import { bodyOf, eventsOf } from "./events.ts";
import { minedIn, statusOf, viewHex, viewPostCondition, viewValue } from "./transaction-view.ts";

type View = Record<string, unknown>;

/** A transaction in the lists of the Hiro API's third version. @param block undefined while it waits */
export function viewSummary(chain: Chain, entry: LedgerEntry, block: NewBlock | undefined): View {
  const { transaction } = entry;
  const { sponsor } = transaction;
  return {
    tx_id: transaction.txid,
    sender: { address: transaction.sender, nonce: Number(transaction.nonce) },
    sponsor: sponsor === undefined ? null : { ...sponsor, nonce: Number(sponsor.nonce) },
    fee_rate: transaction.fee.toString(),
    ...(block === undefined
      ? { receipt_time: entry.receivedAt, receipt_block_height: entry.receivedHeight }
      : viewPlace(block, transaction.txid)),
    status: statusOf(chain, entry),
    ...viewPayload(transaction, new Set()),
  };
}

function viewPlace(block: NewBlock, txid: string): View {
  return {
    block: {
      height: block.block_height,
      hash: block.block_hash,
      index_hash: block.index_block_hash,
      time: block.block_time,
      tx_index: block.transactions.find((tx) => tx.txid === txid)?.tx_index,
    },
    bitcoin_block: { height: block.burn_block_height, time: block.burn_block_time },
  };
}

/**
 * A transaction as `/extended/v3/transactions/{id}` answers it.
 * @param include what a request has to ask for: `function_args`, `post_conditions`, `result`, `source_code`
 */
export function viewTransactionV3(
  chain: Chain,
  entry: LedgerEntry,
  include: ReadonlySet<string>,
): View {
  const { transaction } = entry;
  const block = minedIn(chain, entry);
  return {
    ...viewSummary(chain, entry, block),
    ...(block === undefined
      ? { replaced_by_tx_id: null }
      : viewOutcome(block, transaction.txid, include)),
    ...(include.has("post_conditions")
      ? { post_conditions: transaction.postConditions.map(viewPostCondition) }
      : {}),
    ...viewPayload(transaction, include),
  };
}

function viewOutcome(block: NewBlock, txid: string, include: ReadonlySet<string>): View {
  const mined = block.transactions.find((tx) => tx.txid === txid);
  return {
    parent_block: { hash: block.parent_block_hash, index_hash: block.parent_index_block_hash },
    event_count: eventsOf(block, txid).length,
    execution_cost: mined?.execution_cost,
    vm_error: mined?.vm_error ?? null,
    ...(include.has("result") ? { result: viewHex(mined?.raw_result ?? "0x09") } : {}),
  };
}

function viewPayload({ payload }: Transaction, include: ReadonlySet<string>): View {
  switch (payload.kind) {
    case "token_transfer": {
      const { recipient, amount, memo } = payload;
      return {
        type: "token_transfer",
        token_transfer: { recipient, amount: amount.toString(), memo: viewMemo(memo) },
      };
    }
    case "smart_contract":
      return {
        type: "smart_contract",
        smart_contract: {
          clarity_version: payload.declaredVersion ?? null,
          contract_id: payload.contract,
          ...(include.has("source_code") ? { source_code: payload.source } : {}),
        },
      };
    case "contract_call":
      return {
        type: "contract_call",
        contract_call: {
          contract_id: payload.contract,
          function_name: payload.functionName,
          ...(include.has("function_args") ? { function_args: payload.args.map(viewValue) } : {}),
        },
      };
  }
}

const assetNames: Record<string, string> = { stx: "stx_asset", ft: "ft_asset", nft: "nft_asset" };

/** An event as `/extended/v3/transactions/{id}/events` lists it. */
export function viewEventV3(event: BlockEvent): View {
  const { event_index } = event;
  const { contract_identifier, topic, raw_value, amount, memo, ...data } = bodyOf(event);
  const value = raw_value === undefined ? undefined : viewHex(String(raw_value));
  const [kind = "", action] = event.type.split("_");
  const type = assetNames[kind];
  if (type === undefined) {
    const contract_log = { contract_id: contract_identifier, topic, value };
    return { event_index, type: "contract_log", contract_log };
  }
  const { sender, recipient, asset_identifier } = data;
  const moved = { type: action, asset_identifier, sender, recipient, amount, value };
  const isTransfer = kind === "stx" && action === "transfer";
  return {
    event_index,
    type,
    [type]: isTransfer ? { ...moved, memo: viewEventMemo(memo) } : moved,
  };
}

/** The memo of an event, if there is one. @param memo hex without prefix */
function viewEventMemo(memo: unknown) {
  return typeof memo === "string" && memo !== "" ? viewMemo(`0x${memo}`) : null;
}

/** @param hex 34 bytes, filled up with zeros */
function viewMemo(hex: string) {
  const text = Buffer.from(hex.slice(2), "hex").toString("utf8");
  return { hex, repr: text.replace(/\0+$/, "") };
}
