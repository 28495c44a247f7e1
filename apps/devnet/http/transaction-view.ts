import {
  abiFunctionToString,
  Cl,
  type ClarityValue,
  getTypeString,
  type PostCondition,
} from "@stacks/transactions";
import type { BlockEvent, NewBlock } from "../chain/block.ts";
import type { Chain } from "../chain/chain.ts";
import type { LedgerEntry } from "../chain/ledger.ts";
import { type Transaction, targetOf } from "../chain/transaction.ts";
import { bodyOf, eventsOf } from "./events.ts";
import type { Page } from "./input.ts";
import { viewInvolvement } from "./involvement.ts";
import { reprOf } from "./repr.ts";

type View = Record<string, unknown>;

const anchorModes = ["on_chain_only", "off_chain_only", "any"];
/** The cost fields of a transaction or block. The devnet measures no cost. */
export const NO_COST = {
  execution_cost_read_count: 0,
  execution_cost_read_length: 0,
  execution_cost_runtime: 0,
  execution_cost_write_count: 0,
  execution_cost_write_length: 0,
};

/** The Hiro API shows this many events of a transaction, unless a request asks for others. */
const LISTED_EVENTS = 20;

/** The canonical block that holds a transaction; undefined if there is none. */
export function minedIn(chain: Chain, entry: LedgerEntry): NewBlock | undefined {
  return entry.blocks.find((block) => chain.ledger.isCanonical(block));
}

/** `pending`, `success`, `abort_by_…` or `dropped_…`. */
export function statusOf(chain: Chain, entry: LedgerEntry): string {
  const { txid } = entry.transaction;
  const mined = minedIn(chain, entry)?.transactions.find((tx) => tx.txid === txid);
  return mined?.status ?? entry.dropped ?? "pending";
}

/** A transaction as `/extended/v1/tx/{txid}` answers it. */
export function viewTransaction(chain: Chain, entry: LedgerEntry): View {
  const { transaction } = entry;
  const block = minedIn(chain, entry);
  return {
    tx_id: transaction.txid,
    nonce: Number(transaction.nonce),
    fee_rate: transaction.fee.toString(),
    sender_address: transaction.sender,
    sponsored: transaction.sponsor !== undefined,
    ...(transaction.sponsor === undefined
      ? {}
      : {
          sponsor_address: transaction.sponsor.address,
          sponsor_nonce: Number(transaction.sponsor.nonce),
        }),
    post_condition_mode: transaction.postConditionMode,
    post_conditions: transaction.postConditions.map(viewPostCondition),
    anchor_mode: anchorModes[transaction.anchorMode - 1] ?? "any",
    tx_status: statusOf(chain, entry),
    ...viewPayload(chain, transaction),
    ...(block === undefined
      ? {
          receipt_time: entry.receivedAt,
          receipt_time_iso: iso(entry.receivedAt),
          replaced_by_tx_id: entry.replacedBy,
        }
      : viewOutcome(block, transaction.txid)),
  };
}

/** The part of a transaction that says how it ended in its block. */
function viewOutcome(block: NewBlock, txid: string): View {
  const mined = block.transactions.find((tx) => tx.txid === txid);
  const events = eventsOf(block, txid);
  return {
    block_hash: block.block_hash,
    block_height: block.block_height,
    block_time: block.block_time,
    block_time_iso: iso(block.block_time),
    parent_block_hash: block.parent_block_hash,
    burn_block_height: block.burn_block_height,
    burn_block_time: block.burn_block_time,
    burn_block_time_iso: iso(block.burn_block_time),
    parent_burn_block_time: block.parent_burn_block_timestamp,
    parent_burn_block_time_iso: iso(block.parent_burn_block_timestamp),
    canonical: true,
    is_unanchored: false,
    microblock_hash: "0x",
    microblock_sequence: 2_147_483_647,
    microblock_canonical: true,
    tx_index: mined?.tx_index,
    tx_result: viewHex(mined?.raw_result ?? "0x09"),
    vm_error: mined?.vm_error ?? null,
    event_count: events.length,
    events: events.slice(0, LISTED_EVENTS).map(viewEvent),
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
      const abi = chain.vm
        .contractInterface(payload.contract)
        ?.functions.find(({ name }) => name === payload.functionName);
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

/** Unix seconds as ISO 8601. */
export function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

const assetTypes: Record<string, string> = {
  nft: "non_fungible_token_asset",
  ft: "fungible_token_asset",
  stx: "stx_asset",
};

/** An event as `/extended/v1/tx/{txid}` lists it. */
export function viewEvent(event: BlockEvent): Record<string, unknown> {
  const data = bodyOf(event);
  const common = { event_index: event.event_index, tx_id: event.txid };
  const [kind, action] = event.type.replace(/_event$/, "").split("_");
  if (kind === "contract") {
    return {
      ...common,
      event_type: "smart_contract_log",
      contract_log: {
        contract_id: data.contract_identifier,
        topic: data.topic,
        value: viewHex(String(data.raw_value)),
      },
    };
  }
  return {
    ...common,
    event_type: assetTypes[kind ?? ""],
    asset: {
      asset_event_type: action,
      ...(data.asset_identifier === undefined ? {} : { asset_id: data.asset_identifier }),
      sender: data.sender ?? "",
      recipient: data.recipient ?? "",
      ...(data.amount === undefined ? {} : { amount: data.amount }),
      ...(data.raw_value === undefined ? {} : { value: viewHex(String(data.raw_value)) }),
    },
  };
}

/** A Clarity value as the Hiro API shows it. */
interface ValueView {
  /** Serialized, 0x-prefixed. */
  hex: string;
  /** In Clarity's own syntax. */
  repr: string;
}

export function viewValue(value: ClarityValue): ValueView {
  return { hex: `0x${Cl.serialize(value)}`, repr: reprOf(value) };
}

export function viewHex(hex: string): ValueView {
  return { hex, repr: reprOf(Cl.deserialize(hex)) };
}

const conditionNames: Record<string, string> = {
  eq: "sent_equal_to",
  gt: "sent_greater_than",
  gte: "sent_greater_than_or_equal_to",
  lt: "sent_less_than",
  lte: "sent_less_than_or_equal_to",
  sent: "sent",
  "not-sent": "not_sent",
  "maybe-sent": "maybe_sent",
};

/** A post-condition as the Hiro API shows it. */
export function viewPostCondition(condition: PostCondition): Record<string, unknown> {
  const common = {
    principal: viewPrincipal(condition.address),
    condition_code: conditionNames[condition.condition] ?? condition.condition,
  };
  switch (condition.type) {
    case "stx-postcondition":
      return { ...common, type: "stx", amount: String(condition.amount) };
    case "ft-postcondition":
      return {
        ...common,
        type: "fungible",
        amount: String(condition.amount),
        asset: viewAsset(condition.asset),
      };
    case "nft-postcondition":
      return {
        ...common,
        type: "non_fungible",
        asset: viewAsset(condition.asset),
        asset_value: viewValue(condition.assetId),
      };
    default:
      return { ...common, type: condition.type };
  }
}

function viewPrincipal(address: string): Record<string, string> {
  if (address === "origin") return { type_id: "principal_origin" };
  const [account = address, contract] = address.split(".");
  return contract === undefined
    ? { type_id: "principal_standard", address: account }
    : { type_id: "principal_contract", address: account, contract_name: contract };
}

function viewAsset(asset: string): Record<string, string> {
  const [contract = asset, name = ""] = asset.split("::");
  const [address = contract, contractName = ""] = contract.split(".");
  return { contract_address: address, contract_name: contractName, asset_name: name };
}

/**
 * A page of transactions in canonical blocks, newest first, as the Hiro API lists them.
 * @param principal only those that it is involved in, if given
 */
export function viewMined(chain: Chain, page: Page, principal?: string) {
  const entries = chain.ledger.canonical.flatMap(({ block }) =>
    block.transactions
      .flatMap(({ txid }) => chain.ledger.entries.get(txid) ?? [])
      .filter(
        ({ transaction }) =>
          principal === undefined || viewInvolvement(block, transaction, principal) !== undefined,
      ),
  );
  return viewPage(chain, entries, page);
}

/**
 * The waiting transactions, oldest first; those of the same second by id.
 * @param principal only those that it sends or that name it, if given
 */
export function listWaiting(chain: Chain, principal?: string): LedgerEntry[] {
  return chain.ledger.mempool
    .list()
    .filter(
      ({ transaction }) =>
        principal === undefined ||
        transaction.sender === principal ||
        targetOf(transaction) === principal,
    )
    .sort(
      (a, b) => a.receivedAt - b.receivedAt || (a.transaction.txid < b.transaction.txid ? -1 : 1),
    );
}

/** A page of transactions, newest first, as the Hiro API lists them. @param entries oldest first */
export function viewPage(chain: Chain, entries: readonly LedgerEntry[], { limit, offset }: Page) {
  const results = entries
    .toReversed()
    .slice(offset, offset + limit)
    .map((entry) => viewListed(chain, entry));
  return { limit, offset, total: entries.length, results };
}

/** A transaction in a list, without its events. */
export function viewListed(chain: Chain, entry: LedgerEntry): View {
  const view = viewTransaction(chain, entry);
  return "events" in view ? { ...view, events: [] } : view;
}
