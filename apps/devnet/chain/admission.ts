import { findArgumentError } from "./argument.ts";
import type { Ledger } from "./ledger.ts";
import { CHAINING_LIMIT } from "./mempool.ts";
import { Rejection, type RejectionReason } from "./rejection.ts";
import type { Transaction } from "./transaction.ts";
import type { VirtualMachine } from "./vm.ts";

/** The least a node takes: 1 µSTX a byte. */
const MINIMUM_FEE_RATE = 1n;

/** The state that a transaction is checked against. */
interface AdmissionState {
  vm: VirtualMachine;
  ledger: Ledger;
}

/**
 * Checks whether a node would take the transaction into its mempool, in the node's order.
 * @throws Rejection
 */
export function checkAdmission(transaction: Transaction, state: AdmissionState): void {
  const { txid, sender, nonce, fee, size, payload } = transaction;
  const rejection = (reason: RejectionReason, data?: Record<string, unknown>): Rejection =>
    new Rejection(reason, data, txid);

  const minimumFee = BigInt(size) * MINIMUM_FEE_RATE;
  if (fee < minimumFee) {
    throw rejection("FeeTooLow", { expected: Number(minimumFee), actual: Number(fee) });
  }

  const expected = state.ledger.nextNonce(sender);
  const nonces = { actual: Number(nonce), principal: sender, is_origin: true };
  if (nonce < expected) throw rejection("BadNonce", { expected: Number(expected), ...nonces });
  if (nonce > expected + CHAINING_LIMIT) {
    throw rejection("TooMuchChaining", {
      message: "Nonce would exceed chaining limit in mempool",
      expected: Number(expected + CHAINING_LIMIT),
      ...nonces,
    });
  }

  const amount = payload.kind === "token_transfer" ? payload.amount : 0n;
  const { unlocked } = state.vm.stxAccount(sender);
  if (unlocked < fee + amount) {
    throw rejection("NotEnoughFunds", { expected: u128(fee + amount), actual: u128(unlocked) });
  }

  switch (payload.kind) {
    case "token_transfer":
      if (transaction.postConditions.length > 0) {
        const message = "TokenTransfer transactions do not support post-conditions";
        throw rejection("SignatureValidation", { message });
      }
      if (payload.recipient === sender) {
        throw rejection("TransferRecipientCannotEqualSender", { recipient: payload.recipient });
      }
      if (payload.amount === 0n) throw rejection("TransferAmountMustBePositive");
      if (!isOfTestnet(payload.recipient)) throw rejection("BadAddressVersionByte");
      break;
    case "contract_call": {
      const abi = state.vm.contractInterface(payload.contract);
      if (abi === undefined) throw rejection("NoSuchContract");
      const called = abi.functions.find(({ name }) => name === payload.functionName);
      if (called === undefined || called.access === "private") {
        throw rejection("NoSuchPublicFunction");
      }
      const message = findArgumentError(called, payload.args);
      if (message !== undefined) throw rejection("BadFunctionArgument", { message });
      break;
    }
    case "smart_contract":
      if (state.vm.contractInterface(payload.contract) !== undefined) {
        throw rejection("ContractAlreadyExists", { contract_identifier: payload.contract });
      }
      break;
  }

  const rival = state.ledger.mempool.atSlot(sender, nonce)?.transaction;
  if (rival !== undefined && rival.fee >= fee) throw rejection("ConflictingNonceInMempool");
}

function isOfTestnet(principal: string): boolean {
  return /^S[TN]/.test(principal);
}

/** The node writes these amounts as 16 big-endian bytes. */
function u128(value: bigint): string {
  return `0x${value.toString(16).padStart(32, "0")}`;
}
