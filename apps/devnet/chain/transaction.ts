import { STACKS_TESTNET, TransactionVersion } from "@stacks/network";
import {
  AddressVersion,
  type Authorization,
  AuthType,
  addressFromPublicKeys,
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  type ClarityValue,
  cvToString,
  deserializeTransaction,
  isSingleSig,
  nextVerification,
  PayloadType,
  type PayloadWire,
  type PostCondition,
  PostConditionMode,
  type PostConditionModeName,
  type SpendingCondition,
  type StacksTransactionWire,
  wireToPostCondition,
} from "@stacks/transactions";
import { z } from "zod";
import { Rejection } from "./rejection.ts";
import { CLARITY_VERSION, isPrincipal } from "./vm.ts";

export const CHAIN_ID = STACKS_TESTNET.chainId;

/** How a transaction ended in its block. */
export const transactionStatusSchema = z.enum([
  "success",
  "abort_by_response",
  "abort_by_post_condition",
]);
export type TransactionStatus = z.infer<typeof transactionStatusSchema>;

export type TransactionPayload =
  | { kind: "token_transfer"; recipient: string; amount: bigint; memo: string }
  | { kind: "contract_call"; contract: string; functionName: string; args: ClarityValue[] }
  | {
      kind: "smart_contract";
      contract: string;
      name: string;
      source: string;
      /** Undefined if the transaction does not state a version. */
      declaredVersion: number | undefined;
      clarityVersion: number;
    };

/** An account that signed, with its nonce. */
export interface Signer {
  address: string;
  nonce: bigint;
}

/** A signed transaction, read but not yet checked against any state. */
export interface Transaction {
  /** 0x-prefixed, as on every route but the answer to a broadcast. */
  txid: string;
  /** The serialized transaction, 0x-prefixed. */
  raw: string;
  sender: string;
  nonce: bigint;
  /** Who pays the fee instead of the sender, if somebody does. */
  sponsor: Signer | undefined;
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
  try {
    verifySponsor(wire.auth, wire.verifyOrigin());
  } catch (error) {
    if (error instanceof Rejection) throw error;
    throw new Rejection("SignatureValidation", { message: messageOf(error) }, txid);
  }
  return parse(wire, bytes);
}

/**
 * Checks the sponsor's signature. The library checks the sender's only.
 * @param originHash what the sponsor signs: the hash after the sender's signature
 */
function verifySponsor(auth: Authorization, originHash: string): void {
  if (auth.authType !== AuthType.Sponsored) return;
  const { sponsorSpendingCondition: condition } = auth;
  if (!isSingleSig(condition)) {
    const message = "this devnet does not take a sponsor of several signers";
    throw new Rejection("ServerFailureOther", { message });
  }
  const { fee, nonce, keyEncoding, signature, hashMode, signer } = condition;
  const { pubKey } = nextVerification(
    originHash,
    AuthType.Sponsored,
    fee,
    nonce,
    keyEncoding,
    signature.data,
  );
  const version = AddressVersion.TestnetSingleSig;
  if (addressFromPublicKeys(version, hashMode, 1, [pubKey]).hash160 !== signer) {
    throw new Error("the sponsor's signature is of another key");
  }
}

/** The accounts whose nonces a transaction uses: its sender, and its sponsor if it has one. */
export function signersOf({ sender: address, nonce, sponsor }: Transaction): Signer[] {
  return sponsor === undefined ? [{ address, nonce }] : [{ address, nonce }, sponsor];
}

/** Who pays the fee. */
export function payerOf({ sender, sponsor }: Transaction): string {
  return sponsor?.address ?? sender;
}

/** Who is paid by a transfer, or the contract that is called or deployed. */
export function targetOf({ payload }: Transaction): string {
  return payload.kind === "token_transfer" ? payload.recipient : payload.contract;
}

/** Reads a transaction that this node has accepted before; the signature is not checked again. */
export function readAcceptedTransaction(raw: string): Transaction {
  const bytes = Buffer.from(raw.replace(/^0x/, ""), "hex");
  return parse(deserialize(bytes), bytes);
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

function parse(wire: StacksTransactionWire, bytes: Uint8Array): Transaction {
  const txid = `0x${wire.txid()}`;
  const { auth } = wire;
  const condition = auth.spendingCondition;
  const sender = addressOf(condition);
  const sponsoring =
    auth.authType === AuthType.Sponsored ? auth.sponsorSpendingCondition : undefined;
  const postConditions = wire.postConditions.values.map(wireToPostCondition);
  const unsupported = postConditions.find(
    ({ type }) => type === "staking-postcondition" || type === "pox-postcondition",
  );
  if (unsupported !== undefined) {
    const message = `this devnet has no stacking, so it does not take a ${unsupported.type}`;
    throw new Rejection("ServerFailureOther", { message }, txid);
  }
  return {
    txid,
    raw: `0x${Buffer.from(bytes).toString("hex")}`,
    sender,
    nonce: BigInt(condition.nonce),
    sponsor: sponsoring && { address: addressOf(sponsoring), nonce: BigInt(sponsoring.nonce) },
    fee: BigInt((sponsoring ?? condition).fee),
    size: bytes.length,
    anchorMode: wire.anchorMode,
    postConditionMode: modeNames[wire.postConditionMode],
    postConditions,
    payload: parsePayload(wire.payload, sender, txid),
  };
}

function addressOf({ hashMode, signer }: SpendingCondition): string {
  const version = addressHashModeToVersion(hashMode, STACKS_TESTNET);
  return addressToString(addressFromVersionHash(version, signer));
}

function parsePayload(payload: PayloadWire, sender: string, txid: string): TransactionPayload {
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
      const declaredVersion = "clarityVersion" in payload ? payload.clarityVersion : undefined;
      const name = payload.contractName.content;
      const contract = `${sender}.${name}`;
      if (!isPrincipal(contract)) {
        throw new Rejection("Deserialization", { message: "not a contract's name" }, txid);
      }
      return {
        kind: "smart_contract",
        contract,
        name,
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
