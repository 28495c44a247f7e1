import { createHash } from "node:crypto";
import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import { DEVNET_DEPLOYER } from "@colonnade/domain/config.ts";
import type { ProtocolFunction } from "@colonnade/domain/event-type.ts";
import { Cl, type ClarityValue, makeUnsignedContractCall, serializeCV } from "@stacks/transactions";
import type { NewBlock } from "../../chain/new-block.ts";
import type { Person } from "./people.ts";

export const protocolContract = `${DEVNET_DEPLOYER}.colonnade-protocol-alpha`;

/** A transaction for a block: the protocol's prints when it succeeds, or its failure. */
export interface Action {
  sender: Person;
  functionName: ProtocolFunction | "set-owner";
  events?: ContractEvent[];
  status?: "success" | "abort_by_response" | "abort_by_post_condition";
  /** The error with which the contract refuses it. */
  errorCode?: number;
  /** The arguments that a node reports, hexadecimal; none if absent. */
  functionArguments?: string[];
  /** A payload instead of a call, hexadecimal. */
  payload?: string;
  /** A new one if absent. */
  txId?: string;
}

export interface TestBlock {
  payload: NewBlock & { block_time: number };
  parent: TestBlock | null;
  actions: Action[];
  txIds: string[];
}

const ZERO_HASH = `0x${"0".repeat(64)}`;
let serial = 0;

/** Mines a block as a stacks-node posts it: real transactions and prints, invented hashes. */
export async function mineBlock(parent: TestBlock | null, actions: Action[]): Promise<TestBlock> {
  const height = (parent?.payload.block_height ?? 0) + 1;
  const blockId = newHash("block");
  const transactions: NewBlock["transactions"] = [];
  const events: NewBlock["events"] = [];
  for (const [tx_index, action] of actions.entries()) {
    const txid = action.txId ?? newHash("transaction");
    const status = action.status ?? "success";
    const raw_result = resultOf(action);
    transactions.push({ txid, tx_index, status, raw_tx: await rawTransaction(action), raw_result });
    for (const event of action.events ?? []) {
      events.push({
        txid,
        event_index: events.length,
        committed: status === "success",
        type: "contract_event",
        contract_event: {
          contract_identifier: protocolContract,
          topic: "print",
          raw_value: `0x${serializeCV(toClarity(event))}`,
        },
      });
    }
  }
  const payload: TestBlock["payload"] = {
    block_height: height,
    block_time: (parent?.payload.block_time ?? 1_790_000_000) + 5,
    index_block_hash: blockId,
    parent_index_block_hash: parent?.payload.index_block_hash ?? ZERO_HASH,
    transactions,
    events,
  };
  return { payload, parent, actions, txIds: transactions.map(({ txid }) => txid) };
}

function resultOf({ errorCode }: Action): string {
  const result = errorCode === undefined ? Cl.ok(Cl.bool(true)) : Cl.error(Cl.uint(errorCode));
  return `0x${serializeCV(result)}`;
}

/** A block and its ancestors, oldest first. */
export function chainOf(tip: TestBlock): TestBlock[] {
  const chain: TestBlock[] = [];
  for (let block: TestBlock | null = tip; block !== null; block = block.parent)
    chain.unshift(block);
  return chain;
}

/** A new invented hash. */
export function newHash(kind: string): string {
  serial += 1;
  return `0x${createHash("sha256").update(`${kind} ${serial} ${process.pid}`).digest("hex")}`;
}

const rawTransactions = new Map<string, string>();

/** Digits before the payload of a transaction with one signer and no post-conditions. */
const BEFORE_PAYLOAD = 2 * 115;

async function rawTransaction({ payload, ...action }: Action): Promise<string> {
  const call = await rawCall(action);
  return payload === undefined ? call : call.slice(0, 2 + BEFORE_PAYLOAD) + payload;
}

async function rawCall({ sender, functionName }: Action): Promise<string> {
  const key = `${sender.address} ${functionName}`;
  const known = rawTransactions.get(key);
  if (known !== undefined) return known;
  const [contractAddress = "", contractName = ""] = protocolContract.split(".");
  const transaction = await makeUnsignedContractCall({
    contractAddress,
    contractName,
    functionName,
    functionArgs: [],
    publicKey: sender.publicKey,
    network: "testnet",
    fee: 1,
    nonce: 0,
  });
  const raw = `0x${transaction.serialize()}`;
  rawTransactions.set(key, raw);
  return raw;
}

const principals = new Set([
  "principal",
  "watcher",
  "admin",
  "sender",
  "receiver",
  "editor",
  "representative",
  "owner",
  "former",
  "by",
]);
const ascii = new Set(["topic", "image", "logo"]);
const buffers = new Set(["bns", "bns-name"]);
/** Texts that may be none. */
const optionals = new Set(["register-profile statement", "withdraw-endorsement reason"]);

/** A contract event as the tuple that the contract prints. */
export function toClarity(event: ContractEvent): ClarityValue {
  return Cl.tuple(
    Object.fromEntries(
      Object.entries(event).map(([key, value]) => [key, fieldToClarity(event.topic, key, value)]),
    ),
  );
}

function fieldToClarity(
  topic: string,
  key: string,
  value: string | number | boolean | null | string[] | { id: number; name: string },
): ClarityValue {
  if (Array.isArray(value)) return Cl.list(value.map((item) => Cl.principal(item)));
  if (typeof value === "number") return Cl.uint(value);
  if (typeof value === "boolean") return Cl.bool(value);
  if (value === null) return Cl.none();
  if (typeof value === "object") {
    return Cl.some(Cl.tuple({ id: Cl.uint(value.id), name: Cl.stringUtf8(value.name) }));
  }
  if (principals.has(key)) return Cl.principal(value);
  if (key === "words") return Cl.bufferFromHex(value);
  if (topic === "remove-profile" && key === "reason") return Cl.stringAscii(value);
  if (ascii.has(key)) return Cl.stringAscii(value);
  if (buffers.has(key)) return Cl.buffer(Buffer.from(value, "utf8"));
  const text = Cl.stringUtf8(value);
  return optionals.has(`${topic} ${key}`) ? Cl.some(text) : text;
}
