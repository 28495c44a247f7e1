import { createNetwork, type StacksNetwork } from "@stacks/network";
import {
  broadcastTransaction,
  type ClarityValue,
  fetchCallReadOnlyFunction,
  fetchNonce,
  makeContractCall,
  makeSTXTokenTransfer,
  type PostCondition,
  type StacksTransactionWire,
} from "@stacks/transactions";
import { z } from "zod";
import type { DevnetAccount } from "../accounts.ts";

/** A seed transaction was refused or failed on chain. */
class SeedError extends Error {
  override readonly name = "SeedError";
}

export interface SeedCall {
  sender: DevnetAccount;
  functionName: string;
  args: ClarityValue[];
  postConditions?: PostCondition[];
}

const statusSchema = z.looseObject({
  tx_status: z.string(),
  tx_result: z.looseObject({ repr: z.string() }).optional(),
});
const tipSchema = z.looseObject({ chain_tip: z.looseObject({ block_height: z.int() }) });
const transfersSchema = z.looseObject({
  results: z.array(
    z.looseObject({ token_transfer: z.looseObject({ memo: z.string() }).optional() }),
  ),
});

const TRANSFERS_PAGE = 50;
const POLL_MS = 50;
const TIMEOUT_MS = 120_000;

/** Sends ordinary signed transactions to the node over HTTP and waits for their blocks. */
export class SeedSender {
  readonly #nodeUrl: string;
  readonly #network: StacksNetwork;
  readonly #contract: { contractAddress: string; contractName: string };
  readonly #signal: AbortSignal | undefined;

  constructor(nodeUrl: string, protocolContract: string, signal?: AbortSignal) {
    this.#nodeUrl = nodeUrl;
    this.#network = createNetwork({ network: "testnet", client: { baseUrl: nodeUrl } });
    const [contractAddress = "", contractName = ""] = protocolContract.split(".");
    this.#contract = { contractAddress, contractName };
    this.#signal = signal;
  }

  async read(functionName: string, functionArgs: ClarityValue[]): Promise<ClarityValue> {
    return fetchCallReadOnlyFunction({
      ...this.#contract,
      functionName,
      functionArgs,
      senderAddress: this.#contract.contractAddress,
      network: this.#network,
    });
  }

  async tipHeight(): Promise<number> {
    const status = tipSchema.parse(await this.#get("/extended/v1/status"));
    return status.chain_tip.block_height;
  }

  /** Sends all calls in order before it waits for them, so that they share few blocks. */
  async sendAll(calls: readonly SeedCall[]): Promise<void> {
    const nonces = new Map<string, bigint>();
    const txids: string[] = [];
    for (const { sender, functionName, args, postConditions = [] } of calls) {
      const nonce =
        nonces.get(sender.address) ??
        (await fetchNonce({ address: sender.address, network: this.#network }));
      nonces.set(sender.address, nonce + 1n);
      const transaction = await makeContractCall({
        ...this.#contract,
        functionName,
        functionArgs: args,
        senderKey: sender.privateKey,
        nonce,
        postConditionMode: "deny",
        postConditions,
        validateWithAbi: false,
        network: this.#network,
      });
      txids.push(await this.#broadcast(transaction, functionName));
    }
    for (const [index, txid] of txids.entries()) {
      await this.#confirm(txid, calls[index]?.functionName ?? "");
    }
  }

  /** Leaves a mark on the chain: a transfer of 1 µSTX with a memo. */
  async leaveMark(from: DevnetAccount, to: DevnetAccount, memo: string): Promise<void> {
    const transaction = await makeSTXTokenTransfer({
      recipient: to.address,
      amount: 1,
      memo,
      senderKey: from.privateKey,
      network: this.#network,
    });
    await this.#confirm(await this.#broadcast(transaction, "mark"), "mark");
  }

  /** Whether the account has left this mark. */
  async hasMark(from: DevnetAccount, memo: string): Promise<boolean> {
    const wanted = Buffer.from(memo).toString("hex");
    for (let offset = 0; ; offset += TRANSFERS_PAGE) {
      const path = `/extended/v1/address/${from.address}/transactions`;
      const page = await this.#get(`${path}?limit=${TRANSFERS_PAGE}&offset=${offset}`);
      const { results } = transfersSchema.parse(page);
      if (results.some(({ token_transfer }) => token_transfer?.memo.includes(wanted))) return true;
      if (results.length < TRANSFERS_PAGE) return false;
    }
  }

  async #broadcast(transaction: StacksTransactionWire, what: string): Promise<string> {
    const answer = await broadcastTransaction({ transaction, network: this.#network });
    if ("reason" in answer) throw new SeedError(`${what} was refused: ${answer.reason}`);
    return answer.txid;
  }

  async #confirm(txid: string, what: string): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    while (Date.now() < deadline) {
      this.#signal?.throwIfAborted();
      const transaction = statusSchema.parse(await this.#get(`/extended/v1/tx/${txid}`));
      if (transaction.tx_status === "success") return;
      if (transaction.tx_status !== "pending") {
        throw new SeedError(
          `${what} ended as ${transaction.tx_status} ${transaction.tx_result?.repr ?? ""}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new SeedError(`${what} is still waiting for its block`);
  }

  async #get(path: string): Promise<unknown> {
    const response = await fetch(`${this.#nodeUrl}${path}`);
    if (!response.ok) throw new SeedError(`${path} answered ${response.status}`);
    return response.json();
  }
}

/** A field of a Clarity tuple inside `(some …)`; undefined for `none`. */
export function fieldOf(value: ClarityValue, name: string): ClarityValue | undefined {
  if (value.type !== "some" || value.value.type !== "tuple") return undefined;
  return value.value.value[name];
}

/** The text of an ASCII, UTF-8 or principal value. */
export function textOf(value: ClarityValue | undefined): string | undefined {
  if (value?.type === "ascii" || value?.type === "utf8") return value.value;
  if (value?.type === "address" || value?.type === "contract") return value.value;
  return undefined;
}

export function numberOf(value: ClarityValue | undefined): number {
  return value?.type === "uint" ? Number(value.value) : 0;
}
