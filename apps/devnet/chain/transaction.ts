import { STACKS_TESTNET, TransactionVersion } from "@stacks/network";
import {
  AuthType,
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  type ClarityValue,
  cvToString,
  deserializeTransaction,
  PayloadType,
  type PostCondition,
  PostConditionMode,
  type StacksTransactionWire,
  wireToPostCondition,
} from "@stacks/transactions";
import type { PostConditionMode as PostConditionModeName } from "./post-condition.ts";
import { Rejection } from "./rejection.ts";
import { CLARITY_VERSION, isPrincipal } from "./vm.ts";

export const CHAIN_ID = STACKS_TESTNET.chainId;

export type TransactionPayload =
  | { kind: "token_transfer"; recipient: string; amount: bigint; memo: string }
  | { kind: "contract_call"; contract: string; functionName: string; args: ClarityValue[] }
  | {
      kind: "smart_contract";
      contract: string;
      name: string;
      source: string;
      /** Undefined where the transaction leaves it to the epoch. */
      declaredVersion: number | undefined;
      clarityVersion: number;
    };

/** A signed transaction, read but not yet checked against any state. */
export interface Transaction {
  /** 0x-prefixed, as on every route but the answer to a broadcast. */
  txid: string;
  /** The serialized transaction, 0x-prefixed. */
  raw: string;
  sender: string;
  nonce: bigint;
  /** µSTX. */
  fee: bigint;
  /** Bytes. */
  size: number;
  anchorMode: number;
  postConditionMode: PostConditionModeName;
  postConditions: PostCondition[];
  payload: TransactionPayload;
}

const modeNames: Record<PostConditionMode, PostConditionModeName> = {
  [PostConditionMode.Allow]: "allow",
  [PostConditionMode.Deny]: "deny",
  [PostConditionMode.Originator]: "originator",
};

/**
 * Reads a serialized transaction and checks what needs no state: its form, its network and its
 * signature.
 * @throws Rejection as a stacks-node
 */
export function readTransaction(bytes: Uint8Array): Transaction {
  const wire = deserialize(bytes);
  const txid = `0x${wire.txid()}`;
  if (wire.transactionVersion !== TransactionVersion.Testnet) {
    throw new Rejection("BadTransactionVersion", undefined, txid);
  }
  if (wire.chainId !== CHAIN_ID) {
    const message = `invalid chain ID ${wire.chainId}; expected ${CHAIN_ID}`;
    throw new Rejection("SignatureValidation", { message }, txid);
  }
  if (wire.auth.authType === AuthType.Sponsored) {
    const message = "this devnet does not take sponsored transactions";
    throw new Rejection("ServerFailureOther", { message }, txid);
  }
  try {
    wire.verifyOrigin();
  } catch (error) {
    throw new Rejection("SignatureValidation", { message: messageOf(error) }, txid);
  }
  return { ...parse(wire, bytes), txid };
}

/** Reads a transaction that this node has accepted before; the signature is not checked again. */
export function readAcceptedTransaction(raw: string): Transaction {
  const bytes = Buffer.from(raw.replace(/^0x/, ""), "hex");
  const wire = deserialize(bytes);
  return { ...parse(wire, bytes), txid: `0x${wire.txid()}` };
}

function deserialize(bytes: Uint8Array): StacksTransactionWire {
  let wire: StacksTransactionWire;
  let again: string;
  try {
    wire = deserializeTransaction(bytes);
    again = wire.serialize();
  } catch (error) {
    throw new Rejection("Deserialization", { message: messageOf(error) });
  }
  if (again !== Buffer.from(bytes).toString("hex")) {
    throw new Rejection("Deserialization", {
      message: "bytes are left over after the transaction",
    });
  }
  return wire;
}

function parse(wire: StacksTransactionWire, bytes: Uint8Array): Omit<Transaction, "txid"> {
  const condition = wire.auth.spendingCondition;
  const sender = addressToString(
    addressFromVersionHash(
      addressHashModeToVersion(condition.hashMode, STACKS_TESTNET),
      condition.signer,
    ),
  );
  const postConditions = wire.postConditions.values.map(wireToPostCondition);
  const unsupported = postConditions.find(
    ({ type }) => type === "staking-postcondition" || type === "pox-postcondition",
  );
  if (unsupported !== undefined) {
    const message = `this devnet has no stacking, so it does not take a ${unsupported.type}`;
    throw new Rejection("ServerFailureOther", { message }, `0x${wire.txid()}`);
  }
  return {
    raw: `0x${Buffer.from(bytes).toString("hex")}`,
    sender,
    nonce: condition.nonce,
    fee: condition.fee,
    size: bytes.length,
    anchorMode: wire.anchorMode,
    postConditionMode: modeNames[wire.postConditionMode],
    postConditions,
    payload: parsePayload(wire, sender),
  };
}

function parsePayload(wire: StacksTransactionWire, sender: string): TransactionPayload {
  const { payload } = wire;
  const txid = `0x${wire.txid()}`;
  switch (payload.payloadType) {
    case PayloadType.TokenTransfer:
      return {
        kind: "token_transfer",
        recipient: cvToString(payload.recipient).replace(/^'/, ""),
        amount: payload.amount,
        memo: `0x${Buffer.from(payload.memo.content, "utf8").toString("hex").padEnd(68, "0")}`,
      };
    case PayloadType.ContractCall:
      return {
        kind: "contract_call",
        contract: `${addressToString(payload.contractAddress)}.${payload.contractName.content}`,
        functionName: payload.functionName.content,
        args: payload.functionArgs,
      };
    case PayloadType.SmartContract:
    case PayloadType.VersionedSmartContract: {
      const declaredVersion =
        payload.payloadType === PayloadType.VersionedSmartContract
          ? payload.clarityVersion
          : undefined;
      if (!isPrincipal(`${sender}.${payload.contractName.content}`)) {
        throw new Rejection("Deserialization", { message: "not a contract's name" }, txid);
      }
      return {
        kind: "smart_contract",
        contract: `${sender}.${payload.contractName.content}`,
        name: payload.contractName.content,
        source: payload.codeBody.content,
        declaredVersion,
        clarityVersion: declaredVersion ?? CLARITY_VERSION,
      };
    }
    case PayloadType.TenureChange:
      throw new Rejection("NoTenureChangeViaMempool", undefined, txid);
    case PayloadType.PoisonMicroblock:
      throw new Rejection("PoisonMicroblockIsInvalid", undefined, txid);
    default:
      throw new Rejection("NoCoinbaseViaMempool", undefined, txid);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
