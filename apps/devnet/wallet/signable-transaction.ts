import {
  AddressHashMode,
  AuthType,
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  deserializeTransaction,
  PayloadType,
  type PayloadWire,
  PostConditionMode,
  type PostConditionModeName,
  type StacksTransactionWire,
  wireToPostCondition,
} from "@stacks/transactions";
import type { Transaction } from "./request.ts";

/** A transaction that a site built itself and wants signed as it is. */
export interface SignableTransaction {
  /** Not signed yet; signing works on a copy. */
  hex: string;
  transaction: Transaction;
  /** The address that the transaction says will sign it. */
  address: string;
  /** Micro-STX. */
  fee: bigint;
  nonce: bigint;
}

/**
 * Reads a serialized transaction.
 * @throws Error for what this wallet cannot show: several signers, a sponsor, mainnet, unusual payloads
 */
export function readTransaction(hex: string): SignableTransaction {
  const wire = deserializeTransaction(hex);
  const condition = wire.auth.spendingCondition;
  if (wire.auth.authType !== AuthType.Standard) throw new Error("A sponsored transaction");
  if (condition.hashMode !== AddressHashMode.P2PKH) throw new Error("More than one signer");
  if (wire.transactionVersion !== 0x80) throw new Error("A transaction for mainnet");
  const version = addressHashModeToVersion(condition.hashMode, "testnet");
  return {
    hex,
    transaction: readPayload(wire.payload, wire),
    address: addressToString(addressFromVersionHash(version, condition.signer)),
    fee: BigInt(condition.fee),
    nonce: BigInt(condition.nonce),
  };
}

function readPayload(payload: PayloadWire, wire: StacksTransactionWire): Transaction {
  const conditions = {
    postConditions: wire.postConditions.values.map(wireToPostCondition),
    postConditionMode: modeNames[wire.postConditionMode],
  };
  switch (payload.payloadType) {
    case PayloadType.ContractCall:
      return {
        kind: "call",
        contract: `${addressToString(payload.contractAddress)}.${payload.contractName.content}`,
        functionName: payload.functionName.content,
        functionArgs: payload.functionArgs,
        ...conditions,
      };
    case PayloadType.SmartContract:
    case PayloadType.VersionedSmartContract:
      return {
        kind: "deploy",
        name: payload.contractName.content,
        clarityCode: payload.codeBody.content,
        clarityVersion: "clarityVersion" in payload ? payload.clarityVersion : undefined,
        ...conditions,
      };
    case PayloadType.TokenTransfer:
      return {
        kind: "transfer",
        recipient: payload.recipient.value,
        amount: payload.amount,
        memo: payload.memo.content.replace(/\0+$/, ""),
      };
    default:
      throw new Error("A transaction that people do not sign");
  }
}

const modeNames: Record<PostConditionMode, PostConditionModeName> = {
  [PostConditionMode.Allow]: "allow",
  [PostConditionMode.Deny]: "deny",
  [PostConditionMode.Originator]: "originator",
};
