import { createHash, randomBytes } from "node:crypto";
import {
  Cl,
  type ClarityValue,
  type ContractPrincipalCV,
  type StandardPrincipalCV,
} from "@stacks/transactions";
import { z } from "zod";
import type { Receipt } from "./execution.ts";
import { transactionStatusSchema } from "./transaction.ts";
import type { VmEvent } from "./vm.ts";

const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
const hex = z.string().regex(/^0x[0-9a-f]*$/);

const blockTransactionSchema = z.looseObject({
  txid: hash,
  tx_index: z.int(),
  status: transactionStatusSchema,
  raw_result: hex,
  raw_tx: hex,
});

const blockEventSchema = z.looseObject({
  txid: hash,
  event_index: z.int(),
  committed: z.boolean(),
  type: z.string(),
});

/** A block as a stacks-node posts it to `/new_block` (stacks-core docs/event-dispatcher.md). */
export const newBlockSchema = z.looseObject({
  block_hash: hash,
  block_height: z.int(),
  /** Unix seconds. */
  block_time: z.int(),
  burn_block_hash: hash,
  burn_block_height: z.int(),
  /** Unix seconds. */
  burn_block_time: z.int(),
  index_block_hash: hash,
  parent_block_hash: hash,
  parent_index_block_hash: hash,
  parent_burn_block_hash: hash,
  parent_burn_block_height: z.int(),
  parent_burn_block_timestamp: z.int(),
  miner_txid: hash,
  transactions: z.array(blockTransactionSchema),
  events: z.array(blockEventSchema),
});
export type NewBlock = z.infer<typeof newBlockSchema>;
export type BlockEvent = z.infer<typeof blockEventSchema>;

export const ZERO_HASH = `0x${"0".repeat(64)}`;

/** The devnet measures no cost. */
const NO_COST = { read_count: 0, read_length: 0, runtime: 0, write_count: 0, write_length: 0 };

interface BlockInput {
  parent: NewBlock | undefined;
  height: number;
  burnHeight: number;
  /** Unix seconds by the clock. A block is always at least a second later than its parent. */
  now: number;
  receipts: readonly Receipt[];
  /** The interfaces of contracts that this block deploys. */
  interfaceOf: (contract: string) => unknown;
}

/** Builds a block and invents its hashes, which a simulated VM does not have. */
export function buildBlock(input: BlockInput): NewBlock {
  const { parent, height, burnHeight, now, receipts, interfaceOf } = input;
  const blockTime = Math.max(now, (parent?.block_time ?? 0) + 1);
  const salt = randomBytes(16).toString("hex");
  const parentIndexHash = parent?.index_block_hash ?? ZERO_HASH;
  const txids = receipts.map(({ transaction }) => transaction.txid);
  const blockHash = digest("block", parentIndexHash, height, blockTime, salt, ...txids);
  const newBurn = parent === undefined || burnHeight > parent.burn_block_height;
  const burnHash = newBurn ? digest("burn", burnHeight, salt) : parent.burn_block_hash;
  const signature = `00${digest("r", blockHash).slice(2)}${digest("s", blockHash).slice(2)}`;
  return {
    anchored_cost: NO_COST,
    block_hash: blockHash,
    block_height: height,
    block_time: blockTime,
    burn_block_hash: burnHash,
    burn_block_height: burnHeight,
    burn_block_time: newBurn ? blockTime : parent.burn_block_time,
    confirmed_microblocks_cost: NO_COST,
    consensus_hash: burnHash.slice(0, 42),
    cycle_number: null,
    index_block_hash: digest("index", blockHash, burnHash),
    parent_block_hash: parent?.block_hash ?? ZERO_HASH,
    parent_index_block_hash: parentIndexHash,
    parent_burn_block_hash: parent?.burn_block_hash ?? ZERO_HASH,
    parent_burn_block_height: parent?.burn_block_height ?? 0,
    parent_burn_block_timestamp: parent?.burn_block_time ?? 0,
    miner_signature: `0x${signature}`,
    miner_txid: digest("miner", burnHash),
    matured_miner_rewards: [],
    // There have been no microblocks since Nakamoto, but observers read the fields.
    parent_microblock: ZERO_HASH,
    parent_microblock_sequence: 0,
    pox_v1_unlock_height: 1,
    pox_v2_unlock_height: 1,
    pox_v3_unlock_height: 1,
    reward_set: null,
    signer_bitvec: "00010000000101",
    signer_signature: [signature],
    signer_signature_hash: blockHash,
    tenure_height: burnHeight,
    transactions: receipts.map((receipt, index) => ({
      txid: receipt.transaction.txid,
      tx_index: index,
      status: receipt.status,
      raw_result: receipt.result,
      raw_tx: receipt.transaction.raw,
      contract_interface: deployedBy(receipt, interfaceOf),
      burnchain_op: null,
      execution_cost: NO_COST,
      microblock_sequence: null,
      microblock_hash: null,
      microblock_parent_hash: null,
      vm_error: receipt.error ?? null,
    })),
    // A node posts events in any order.
    events: receipts
      .flatMap((receipt) => receipt.events.map((event) => ({ receipt, event })))
      .map(({ receipt, event }, index) => ({
        txid: receipt.transaction.txid,
        event_index: index,
        committed: receipt.status === "success",
        ...encodeEvent(event),
      }))
      .sort(byDigest(salt)),
  };
}

function byDigest(salt: string) {
  const of = ({ event_index }: BlockEvent) => digest("event", salt, event_index);
  return (a: BlockEvent, b: BlockEvent) => of(a).localeCompare(of(b));
}

function deployedBy(
  { status, transaction: { payload } }: Receipt,
  interfaceOf: BlockInput["interfaceOf"],
): unknown {
  const isDeployed = payload.kind === "smart_contract" && status === "success";
  return isDeployed ? (interfaceOf(payload.contract) ?? null) : null;
}

/** The VM's `print_event` is the node's `contract_event`. All other names are the same. */
function encodeEvent({ event, data }: VmEvent): { type: string; [body: string]: unknown } {
  const type = event === "print_event" ? "contract_event" : event;
  if (typeof data.raw_value !== "string") return { type, [type]: data };
  return { type, [type]: { ...data, value: encodeValue(Cl.deserialize(data.raw_value)) } };
}

/** A Clarity value in the JSON form of the node's own `value` fields. */
function encodeValue(value: ClarityValue): unknown {
  switch (value.type) {
    case "uint":
      return { UInt: Number(value.value) };
    case "int":
      return { Int: Number(value.value) };
    case "true":
      return { Bool: true };
    case "false":
      return { Bool: false };
    case "buffer":
      return { Sequence: { Buffer: { data: [...Buffer.from(value.value, "hex")] } } };
    case "ascii":
      return { Sequence: { String: { ASCII: { data: [...Buffer.from(value.value, "ascii")] } } } };
    case "utf8":
      return {
        Sequence: {
          String: { UTF8: { data: [...value.value].map((point) => [...Buffer.from(point)]) } },
        },
      };
    case "list":
      return { Sequence: { List: { data: value.value.map(encodeValue) } } };
    case "none":
      return { Optional: { data: null } };
    case "some":
      return { Optional: { data: encodeValue(value.value) } };
    case "ok":
      return { Response: { committed: true, data: encodeValue(value.value) } };
    case "err":
      return { Response: { committed: false, data: encodeValue(value.value) } };
    case "address":
    case "contract":
      return { Principal: encodePrincipal(value) };
    default:
      return {
        Tuple: {
          data_map: Object.fromEntries(
            Object.entries(value.value).map(([key, field]) => [key, encodeValue(field)]),
          ),
        },
      };
  }
}

/** An address is its version and its hash, as it is serialized after the type's byte. */
function encodePrincipal(value: StandardPrincipalCV | ContractPrincipalCV): unknown {
  const [version, ...rest] = Buffer.from(Cl.serialize(value), "hex").subarray(1);
  const issuer = [version, rest.slice(0, 20)];
  if (value.type === "address") return { Standard: issuer };
  return { Contract: { issuer, name: value.value.slice(value.value.indexOf(".") + 1) } };
}

function digest(...parts: (string | number)[]): string {
  return `0x${createHash("sha512-256").update(parts.join("|")).digest("hex")}`;
}
