import { sha512_256 } from "@noble/hashes/sha512";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils";
import {
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  deserializeTransaction,
  intoInitialSighashAuth,
  PayloadType,
  type PostCondition,
  PostConditionMode,
  type StacksTransactionWire,
  serializePayloadBytes,
  verifyOrigin,
  wireToPostCondition,
} from "@stacks/transactions";

/** The version byte of a transaction for mainnet. */
const MAINNET_VERSION = 0;

/** Keys and signatures of one address, at most. The library checks this only after it has recovered all keys. */
const MOST_FIELDS = 15;

/** A signed transaction, read from its bytes. */
export interface SignedTransaction {
  /** The hash of the bytes: 0x and 64 hex digits. */
  txId: string;
  /** Who signed it as its origin. */
  origin: string;
  /** Why the origin's signature is not of that address; null if it is. */
  signatureFault: string | null;
  isMainnet: boolean;
  chainId: number;
  /** The contract and the function that it calls, as `ADDRESS.name` and text; null if it calls none. */
  call: { contract: string; functionName: string } | null;
  /** The bytes of what it does, in hex. */
  payload: string;
  /** Whether the network undoes the transaction if it moves assets that no condition names. */
  deny: boolean;
  conditions: PostCondition[];
}

/**
 * Reads a signed transaction. The library drops a U+FEFF at the start of a text that it reads, so its parsed arguments
 * are not used: the bytes of the payload are compared and hashed as they came.
 * @param raw 0x and hex digits
 * @returns null if the bytes are not a transaction
 */
export function readSignedTransaction(raw: string): SignedTransaction | null {
  try {
    return read(raw);
  } catch {
    // The library throws many kinds of errors for malformed bytes.
    return null;
  }
}

function read(raw: string): SignedTransaction | null {
  const wire = deserializeTransaction(raw);
  const { auth, postConditionMode, postConditions, transactionVersion, chainId } = wire;
  const { spendingCondition } = auth;
  if ("fields" in spendingCondition && spendingCondition.fields.length > MOST_FIELDS) return null;
  const head = headOf(wire);
  if (!raw.startsWith(`0x${head}`)) return null;
  const payload = raw.slice(2 + head.length);
  const { hashMode, signer } = spendingCondition;
  const isMainnet = transactionVersion === MAINNET_VERSION;
  const version = addressHashModeToVersion(hashMode, isMainnet ? "mainnet" : "testnet");
  return {
    txId: `0x${hashOf(raw.slice(2))}`,
    origin: addressToString(addressFromVersionHash(version, signer)),
    signatureFault: findSignatureFault(raw, payload),
    isMainnet,
    chainId: Number(chainId),
    call: callOf(wire),
    payload,
    deny: postConditionMode === PostConditionMode.Deny,
    conditions: postConditions.values.map(wireToPostCondition),
  };
}

const hashOf = (hex: string) => bytesToHex(sha512_256(hexToBytes(hex)));

/** All bytes but the payload, which is the last part of a transaction. In hex. */
function headOf(wire: StacksTransactionWire): string {
  const payload = serializePayloadBytes(wire.payload);
  return wire.serialize().slice(0, -2 * payload.length);
}

function callOf({ payload }: StacksTransactionWire): SignedTransaction["call"] {
  if (payload.payloadType !== PayloadType.ContractCall) return null;
  const { contractAddress, contractName, functionName } = payload;
  return {
    contract: `${addressToString(contractAddress)}.${contractName.content}`,
    functionName: functionName.content,
  };
}

/** The origin signs the hash of the transaction with an empty signature, fee and nonce in it. */
function findSignatureFault(raw: string, payload: string): string | null {
  try {
    const unsigned = deserializeTransaction(raw);
    const { auth } = unsigned;
    unsigned.auth = intoInitialSighashAuth(auth);
    verifyOrigin(auth, hashOf(headOf(unsigned) + payload));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
