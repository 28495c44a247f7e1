import {
  type ClarityAbiFunction,
  type ClarityAbiType,
  type ClarityAbiTypeList,
  type ClarityAbiTypePrimitive,
  type ClarityAbiTypeResponse,
  type ClarityAbiTypeTuple,
  type ClarityValue,
  getTypeString,
} from "@stacks/transactions";
import type { Ledger } from "./ledger.ts";
import { Rejection } from "./rejection.ts";
import {
  payerOf,
  type Signer,
  signersOf,
  type Transaction,
  type TransactionPayload,
} from "./transaction.ts";
import type { VirtualMachine } from "./vm.ts";

/** The lowest fee that a node accepts: 1 µSTX a byte. */
const MINIMUM_FEE_RATE = 1n;

/** How far ahead of the account a nonce may be, as on a stacks-node. */
const CHAINING_LIMIT = 25n;

type PayloadOf<Kind> = Extract<TransactionPayload, { kind: Kind }>;

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
  checkFee(transaction);
  for (const [index, signer] of signersOf(transaction).entries()) {
    checkNonce(transaction.txid, signer, index === 0, state.ledger);
  }
  checkBalance(transaction, state.vm);
  checkPayload(transaction, state.vm);
  const { txid, fee } = transaction;
  const rivals = state.ledger.mempool.rivalsOf(transaction);
  if (rivals.some((rival) => rival.transaction.fee >= fee)) {
    throw new Rejection("ConflictingNonceInMempool", undefined, txid);
  }
}

function checkFee({ txid, fee, size }: Transaction): void {
  const minimum = BigInt(size) * MINIMUM_FEE_RATE;
  if (fee >= minimum) return;
  throw new Rejection("FeeTooLow", { expected: Number(minimum), actual: Number(fee) }, txid);
}

function checkNonce(
  txid: string,
  { address, nonce }: Signer,
  isOrigin: boolean,
  ledger: Ledger,
): void {
  const expected = ledger.nextNonce(address);
  const nonces = { actual: Number(nonce), principal: address, is_origin: isOrigin };
  if (nonce < expected) {
    throw new Rejection("BadNonce", { expected: Number(expected), ...nonces }, txid);
  }
  const last = expected + CHAINING_LIMIT;
  if (nonce > last) {
    const message = "Nonce would exceed chaining limit in mempool";
    throw new Rejection("TooMuchChaining", { message, expected: Number(last), ...nonces }, txid);
  }
}

function checkBalance(transaction: Transaction, vm: VirtualMachine): void {
  const { txid, sender, fee, payload } = transaction;
  const payer = payerOf(transaction);
  const amount = payload.kind === "token_transfer" ? payload.amount : 0n;
  const check = (address: string, spent: bigint): void => {
    const { unlocked } = vm.stxAccount(address);
    if (unlocked >= spent) return;
    throw new Rejection("NotEnoughFunds", { expected: u128(spent), actual: u128(unlocked) }, txid);
  };
  if (payer !== sender) check(payer, fee);
  check(sender, payer === sender ? fee + amount : amount);
}

function checkPayload(transaction: Transaction, vm: VirtualMachine): void {
  const { txid, payload } = transaction;
  switch (payload.kind) {
    case "token_transfer":
      checkTransfer(transaction, payload);
      break;
    case "contract_call":
      checkCall(txid, payload, vm);
      break;
    case "smart_contract":
      if (vm.contractInterface(payload.contract) === undefined) break;
      throw new Rejection("ContractAlreadyExists", { contract_identifier: payload.contract }, txid);
  }
}

function checkTransfer(
  { txid, sender, postConditions }: Transaction,
  { recipient, amount }: PayloadOf<"token_transfer">,
): void {
  if (postConditions.length > 0) {
    const message = "TokenTransfer transactions do not support post-conditions";
    throw new Rejection("SignatureValidation", { message }, txid);
  }
  if (recipient === sender) {
    throw new Rejection("TransferRecipientCannotEqualSender", { recipient }, txid);
  }
  if (amount === 0n) throw new Rejection("TransferAmountMustBePositive", undefined, txid);
  if (!isOfTestnet(recipient)) throw new Rejection("BadAddressVersionByte", undefined, txid);
}

function checkCall(
  txid: string,
  { contract, functionName, args }: PayloadOf<"contract_call">,
  vm: VirtualMachine,
): void {
  const abi = vm.contractInterface(contract);
  if (abi === undefined) throw new Rejection("NoSuchContract", undefined, txid);
  const called = abi.functions.find(({ name }) => name === functionName);
  if (called === undefined || called.access === "private") {
    throw new Rejection("NoSuchPublicFunction", undefined, txid);
  }
  const message = findArgumentError(called, args);
  if (message !== undefined) throw new Rejection("BadFunctionArgument", { message }, txid);
}

function isOfTestnet(principal: string): boolean {
  return /^S[TN]/.test(principal);
}

/** An amount as the node writes it: 16 big-endian bytes in hex. */
export function u128(value: bigint): string {
  return `0x${value.toString(16).padStart(32, "0")}`;
}

/**
 * Checks a call's arguments against the function's interface, counting `string-utf8` in code points
 * as Clarity does.
 * @returns the node's error message, or undefined if they fit
 */
export function findArgumentError(
  abi: ClarityAbiFunction,
  args: readonly ClarityValue[],
): string | undefined {
  if (args.length !== abi.args.length) {
    return `expecting ${abi.args.length} arguments, got ${args.length}`;
  }
  for (const [index, { name, type }] of abi.args.entries()) {
    const value = args[index];
    if (value === undefined || !fits(value, type)) {
      return `expecting expression of type '${getTypeString(type)}', found '${value?.type ?? "nothing"}' for argument ${name}`;
    }
  }
  return undefined;
}

/** Whether a value has a type. */
export function fits(value: ClarityValue, type: ClarityAbiType): boolean {
  if (typeof type === "string") return fitsPrimitive(value, type);
  if ("buffer" in type) {
    return value.type === "buffer" && value.value.length / 2 <= type.buffer.length;
  }
  if ("string-ascii" in type) {
    return value.type === "ascii" && value.value.length <= type["string-ascii"].length;
  }
  if ("string-utf8" in type) {
    return value.type === "utf8" && [...value.value].length <= type["string-utf8"].length;
  }
  if ("optional" in type) {
    return value.type === "none" || (value.type === "some" && fits(value.value, type.optional));
  }
  if ("response" in type) return fitsResponse(value, type.response);
  if ("list" in type) return fitsList(value, type.list);
  return fitsTuple(value, type.tuple);
}

function fitsPrimitive(value: ClarityValue, type: ClarityAbiTypePrimitive): boolean {
  switch (type) {
    case "uint128":
      return value.type === "uint";
    case "int128":
      return value.type === "int";
    case "bool":
      return value.type === "true" || value.type === "false";
    case "principal":
      return value.type === "address" || value.type === "contract";
    case "trait_reference":
      return value.type === "contract";
    case "none":
      return value.type === "none";
  }
}

function fitsResponse(
  value: ClarityValue,
  { ok, error }: ClarityAbiTypeResponse["response"],
): boolean {
  if (value.type === "ok") return fits(value.value, ok);
  return value.type === "err" && fits(value.value, error);
}

function fitsList(value: ClarityValue, { type, length }: ClarityAbiTypeList["list"]): boolean {
  if (value.type !== "list" || value.value.length > length) return false;
  return value.value.every((item) => fits(item, type));
}

function fitsTuple(value: ClarityValue, fields: ClarityAbiTypeTuple["tuple"]): boolean {
  if (value.type !== "tuple" || Object.keys(value.value).length !== fields.length) return false;
  return fields.every(({ name, type }) => {
    const field = value.value[name];
    return field !== undefined && fits(field, type);
  });
}
