import type { TxBroadcastResultRejected } from "@stacks/transactions";
import { formatStx } from "./stx.ts";

/** Why the node did not take a transaction, and what to do about it. */
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

/** What a node says too, though @stacks/transactions does not list it. */
const rarer: Record<string, string> = {
  TooMuchChaining:
    "The node refused the nonce: it is too far ahead of what this account has had mined. Try again to take a fresh nonce, or wait for a block.",
  ConflictingNonceInMempool:
    "The node refused: another transaction of this account waits with the same nonce. Raise the fee to replace it, or wait for a block and try again.",
  TransferRecipientCannotEqualSender: "The node refused: nobody can send STX to themselves.",
  TransferAmountMustBePositive: "The node refused: the amount has to be more than nothing.",
};
