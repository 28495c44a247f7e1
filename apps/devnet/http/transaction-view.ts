import { abiFunctionToString, type ClarityAbi, getTypeString } from "@stacks/transactions";
import type { NewBlock } from "../chain/block.ts";
import type { Chain } from "../chain/chain.ts";
import type { TransactionStory } from "../chain/ledger.ts";
import type { Transaction } from "../chain/transaction.ts";
import { viewEvent } from "./event-view.ts";
import { viewPostCondition } from "./post-condition-view.ts";
import { viewHex, viewValue } from "./value-view.ts";

type View = Record<string, unknown>;

const anchorModes = ["on_chain_only", "off_chain_only", "any"];
const NO_COST = {
  execution_cost_read_count: 0,
  execution_cost_read_length: 0,
  execution_cost_runtime: 0,
  execution_cost_write_count: 0,
  execution_cost_write_length: 0,
};

/** The block a transaction stands in: the canonical one, or none while it waits. */
export function minedIn(chain: Chain, story: TransactionStory): NewBlock | undefined {
  return story.blocks.find((block) => chain.ledger.isCanonical(block));
}

/** `pending`, `success`, `abort_by_…` or `dropped_…`. */
export function statusOf(chain: Chain, story: TransactionStory): string {
  const { txid } = story.transaction;
  const mined = minedIn(chain, story)?.transactions.find((tx) => tx.txid === txid);
  return mined?.status ?? story.dropped ?? "pending";
}

/** A transaction as `/extended/v1/tx/{txid}` answers it. */
export function viewTransaction(chain: Chain, story: TransactionStory): View {
  const { transaction } = story;
  const block = minedIn(chain, story);
  return {
    tx_id: transaction.txid,
    nonce: Number(transaction.nonce),
    fee_rate: transaction.fee.toString(),
    sender_address: transaction.sender,
    sponsored: false,
    post_condition_mode: transaction.postConditionMode,
    post_conditions: transaction.postConditions.map(viewPostCondition),
    anchor_mode: anchorModes[transaction.anchorMode - 1] ?? "any",
    tx_status: statusOf(chain, story),
    ...viewPayload(chain, transaction),
    ...(block === undefined ? viewArrival(story) : viewPlace(block, transaction.txid)),
  };
}

function viewArrival({ receivedAt }: TransactionStory): View {
  return {
    receipt_time: receivedAt,
    receipt_time_iso: iso(receivedAt),
  };
}

function viewPlace(block: NewBlock, txid: string): View {
  const mined = block.transactions.find((tx) => tx.txid === txid);
  const events = block.events.filter((event) => event.txid === txid && event.committed);
  return {
    block_hash: block.block_hash,
    block_height: block.block_height,
    block_time: block.block_time,
    block_time_iso: iso(block.block_time),
    index_block_hash: block.index_block_hash,
    parent_block_hash: block.parent_block_hash,
    burn_block_height: block.burn_block_height,
    burn_block_time: block.burn_block_time,
    burn_block_time_iso: iso(block.burn_block_time),
    parent_burn_block_time: block.parent_burn_block_timestamp,
    parent_burn_block_time_iso: iso(block.parent_burn_block_timestamp),
    canonical: true,
    is_unanchored: false,
    microblock_hash: "",
    microblock_sequence: 2_147_483_647,
    microblock_canonical: true,
    tx_index: mined?.tx_index,
    tx_result: viewHex(mined?.raw_result ?? "0x09"),
    vm_error: mined?.vm_error ?? null,
    event_count: events.length,
    events: events.map(viewEvent),
    ...NO_COST,
  };
}

/** The part of a transaction that says what it does. */
function viewPayload(chain: Chain, { payload }: Transaction): View {
  switch (payload.kind) {
    case "token_transfer":
      return {
        tx_type: "token_transfer",
        token_transfer: {
          recipient_address: payload.recipient,
          amount: payload.amount.toString(),
          memo: payload.memo,
        },
      };
    case "smart_contract":
      return {
        tx_type: "smart_contract",
        smart_contract: {
          clarity_version: payload.declaredVersion ?? null,
          contract_id: payload.contract,
          source_code: payload.source,
        },
      };
    case "contract_call": {
      const abi = findFunction(chain.vm.contractInterface(payload.contract), payload.functionName);
      return {
        tx_type: "contract_call",
        contract_call: {
          contract_id: payload.contract,
          function_name: payload.functionName,
          function_signature: abi === undefined ? "" : abiFunctionToString(abi),
          function_args: payload.args.map((arg, index) => {
            const parameter = abi?.args[index];
            return {
              ...viewValue(arg),
              name: parameter?.name ?? "",
              type: parameter === undefined ? "" : getTypeString(parameter.type),
            };
          }),
        },
      };
    }
  }
}

/** A transaction as `/extended/v3/transactions/{id}` answers it. */
export function viewTransactionV3(chain: Chain, story: TransactionStory): View {
  const { transaction } = story;
  const block = minedIn(chain, story);
  const common = {
    tx_id: transaction.txid,
    sender: { address: transaction.sender, nonce: Number(transaction.nonce) },
    sponsor: null,
    fee_rate: transaction.fee.toString(),
    status: statusOf(chain, story),
    ...viewPayloadV3(transaction),
  };
  if (block === undefined) {
    return {
      ...common,
      receipt_time: story.receivedAt,
      receipt_block_height: story.receivedHeight,
    };
  }
  const mined = block.transactions.find((tx) => tx.txid === transaction.txid);
  return {
    ...common,
    block: {
      height: block.block_height,
      hash: block.block_hash,
      index_hash: block.index_block_hash,
      time: block.block_time,
      tx_index: mined?.tx_index,
    },
    bitcoin_block: { height: block.burn_block_height, time: block.burn_block_time },
    parent_block: { hash: block.parent_block_hash, index_hash: block.parent_index_block_hash },
    post_condition_mode: transaction.postConditionMode,
    post_conditions: transaction.postConditions.map(viewPostCondition),
    event_count: block.events.filter(({ txid, committed }) => committed && txid === mined?.txid)
      .length,
    execution_cost: mined?.execution_cost,
    vm_error: mined?.vm_error ?? null,
    result: viewHex(mined?.raw_result ?? "0x09"),
  };
}

function viewPayloadV3({ payload }: Transaction): View {
  switch (payload.kind) {
    case "token_transfer":
      return {
        type: "token_transfer",
        token_transfer: {
          recipient: payload.recipient,
          amount: payload.amount.toString(),
          memo: payload.memo,
        },
      };
    case "smart_contract":
      return {
        type: "smart_contract",
        smart_contract: {
          contract_id: payload.contract,
          clarity_version: payload.declaredVersion ?? null,
        },
      };
    case "contract_call":
      return {
        type: "contract_call",
        contract_call: {
          contract_id: payload.contract,
          function_name: payload.functionName,
          function_args: payload.args.map(viewValue),
        },
      };
  }
}

function findFunction(abi: ClarityAbi | undefined, functionName: string) {
  return abi?.functions.find(({ name }) => name === functionName);
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
