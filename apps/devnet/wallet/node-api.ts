import { createNetwork, type StacksNetwork } from "@stacks/network";
import {
  broadcastTransaction,
  type ClarityAbiFunction,
  fetchAbi,
  fetchFeeEstimate,
  fetchNonce,
  type StacksTransactionWire,
} from "@stacks/transactions";
import { z } from "zod";
import { explainRejection } from "./rejection-words.ts";

/** The node refused or did not answer. The message is a sentence for people. */
export class NodeError extends Error {
  override readonly name = "NodeError";
}

const accountSchema = z.object({ balance: z.string(), nonce: z.number() });

/** The devnet's node, whose origin this page was loaded from. */
export function createNodeApi(baseUrl: string) {
  const network: StacksNetwork = createNetwork({ network: "testnet", client: { baseUrl } });

  async function answer<Result>(ask: Promise<Result>): Promise<Result> {
    try {
      return await ask;
    } catch (cause) {
      if (cause instanceof NodeError) throw cause;
      const silent = cause instanceof TypeError;
      const message = silent
        ? `The devnet at ${baseUrl} does not answer. Is it running?`
        : `The devnet’s answer could not be used: ${cause instanceof Error ? cause.message : cause}`;
      throw new NodeError(message, { cause });
    }
  }

  return {
    network,

    /** Micro-STX. */
    readBalance: (address: string): Promise<bigint> =>
      answer(
        fetch(`${baseUrl}/v2/accounts/${address}?proof=0`)
          .then((response) => response.json())
          .then((json) => BigInt(accountSchema.parse(json).balance)),
      ),

    /** The nonce after everything this account has sent, mined or not. */
    readNextNonce: (address: string): Promise<bigint> => answer(fetchNonce({ address, network })),

    /** The nonce after everything of this account that is mined. */
    readMinedNonce: (address: string): Promise<bigint> =>
      answer(
        fetch(`${baseUrl}/v2/accounts/${address}?proof=0`)
          .then((response) => response.json())
          .then((json) => BigInt(accountSchema.parse(json).nonce)),
      ),

    /** Micro-STX. */
    estimateFee: (transaction: StacksTransactionWire): Promise<bigint> =>
      answer(fetchFeeEstimate({ transaction, network }).then(BigInt)),

    /** A public function's arguments; undefined where the contract or the function is not there. */
    async readFunction(
      contract: string,
      functionName: string,
    ): Promise<ClarityAbiFunction | undefined> {
      const [contractAddress = "", contractName = ""] = contract.split(".");
      try {
        const abi = await fetchAbi({ contractAddress, contractName, network });
        return abi.functions.find(({ name }) => name === functionName);
      } catch {
        return undefined;
      }
    },

    /**
     * Sends a signed transaction.
     * @returns its id: 64 hexadecimal digits without 0x, as the node writes it
     * @throws NodeError saying in words why the node refused
     */
    broadcast: (transaction: StacksTransactionWire): Promise<string> =>
      answer(
        broadcastTransaction({ transaction, network }).then((result) => {
          if (!("reason" in result)) return result.txid;
          throw new NodeError(explainRejection(result));
        }),
      ),
  };
}

export type NodeApi = ReturnType<typeof createNodeApi>;
