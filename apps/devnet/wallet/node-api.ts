import { createNetwork } from "@stacks/network";
import {
  broadcastTransaction,
  type ClarityAbiFunction,
  fetchAbi,
  fetchFeeEstimate,
  fetchNonce,
  type StacksTransactionWire,
  type TxBroadcastResultRejected,
} from "@stacks/transactions";
import { z } from "zod";
import { formatStx } from "./stx.ts";

/** The node refused or did not answer. The message can be shown to the user. */
class NodeError extends Error {
  override readonly name = "NodeError";
}

const accountSchema = z.object({
  /** Micro-STX. */
  balance: z.string().transform(BigInt),
  /** Of the next transaction, counting mined transactions only. */
  nonce: z.number().transform(BigInt),
});

/** The devnet's node, whose origin this page was loaded from. */
export function createNodeApi(baseUrl: string) {
  const network = createNetwork({ network: "testnet", client: { baseUrl } });

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

    readAccount: (address: string): Promise<z.infer<typeof accountSchema>> =>
      answer(
        fetch(`${baseUrl}/v2/accounts/${address}?proof=0`)
          .then((response) => response.json())
          .then((json) => accountSchema.parse(json)),
      ),

    /** The account's next nonce, counting waiting transactions too. */
    readNextNonce: (address: string): Promise<bigint> => answer(fetchNonce({ address, network })),

    /** Micro-STX. */
    estimateFee: (transaction: StacksTransactionWire): Promise<bigint> =>
      answer(fetchFeeEstimate({ transaction, network }).then(BigInt)),

    /** A public function's arguments; undefined if the contract or the function does not exist. */
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
     * @throws NodeError with the node's reason in words
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

/** Explains why the node refused a transaction, and what the user can do. */
export function explainRejection(rejected: TxBroadcastResultRejected): string {
  const { reason, error } = rejected;
  switch (rejected.reason) {
    case "BadNonce": {
      const { expected, actual } = rejected.reason_data;
      return `The node refused the nonce ${actual}: this account’s next one is ${expected}. Try again to take a fresh nonce.`;
    }
    case "FeeTooLow": {
      const expected = formatStx(BigInt(rejected.reason_data.expected));
      return `The node refused the fee: it takes at least ${expected} STX for this. Raise the fee and try again.`;
    }
    case "NotEnoughFunds":
      return "The node refused: this account does not hold enough STX. Lower the fee, or use another account.";
    case "NoSuchContract":
      return "The node refused: there is no such contract on this devnet.";
    case "NoSuchPublicFunction":
      return "The node refused: the contract has no such public function.";
    case "BadFunctionArgument":
      return `The node refused: an argument does not fit the function. ${rejected.reason_data.message}`;
    case "ContractAlreadyExists":
      return "The node refused: this account has deployed a contract of that name already.";
    case "SignatureValidation":
      return "The node refused: the signature does not fit the transaction.";
    default:
      return rarer[reason] ?? `The node refused the transaction: ${reason || error}`;
  }
}

/** Reasons of a node that @stacks/transactions does not list. */
const rarer: Record<string, string> = {
  TooMuchChaining:
    "The node refused the nonce: it is too far ahead of what this account has had mined. Try again to take a fresh nonce, or wait for a block.",
  ConflictingNonceInMempool:
    "The node refused: another transaction of this account waits with the same nonce. Raise the fee to replace it, or wait for a block and try again.",
  TransferRecipientCannotEqualSender: "The node refused: nobody can send STX to themselves.",
  TransferAmountMustBePositive: "The node refused: the amount has to be more than zero.",
};
