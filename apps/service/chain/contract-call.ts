import {
  AddressVersion,
  addressFromVersionHash,
  addressToString,
  ClarityType,
  deserializeTransaction,
  PayloadType,
} from "@stacks/transactions";

/** Who signed a transaction, and what it calls. */
export interface ContractCall {
  sender: string;
  /** Null for a transaction that calls no contract, and for one whose payload cannot be read. */
  contractId: string | null;
  functionName: string | null;
  /** What it calls with first, where that is a whole number. */
  number: bigint | null;
}

/**
 * Reads a serialized transaction. A payload that `@stacks/transactions` cannot read, though the chain has it, calls
 * nothing as far as we know: whoever sends one must not stop the index.
 * @param rawTransaction hexadecimal, with or without 0x
 * @throws Error where nobody is known to have signed it
 */
export function decodeCall(rawTransaction: string): ContractCall {
  const hex = rawTransaction.replace(/^0x/, "");
  return { sender: senderOf(hex), ...calledBy(hex) };
}

type Called = Omit<ContractCall, "sender">;
const nothing: Called = { contractId: null, functionName: null, number: null };

function calledBy(hex: string): Called {
  try {
    const { payload } = deserializeTransaction(hex);
    if (payload.payloadType !== PayloadType.ContractCall) return nothing;
    const [first] = payload.functionArgs;
    return {
      contractId: `${addressToString(payload.contractAddress)}.${payload.contractName.content}`,
      functionName: payload.functionName.content,
      number: first?.type === ClarityType.UInt ? BigInt(first.value) : null,
    };
  } catch {
    return nothing;
  }
}

/** Versions of addresses by the transaction's own, and by whether one key signs. */
const addressVersions = new Map([
  ["00 one", AddressVersion.MainnetSingleSig],
  ["00 several", AddressVersion.MainnetMultiSig],
  ["80 one", AddressVersion.TestnetSingleSig],
  ["80 several", AddressVersion.TestnetMultiSig],
]);
const signers = new Map([
  ["00", "one"],
  ...["01", "02", "03", "05", "07"].map((mode) => [mode, "several"] as const),
]);

/**
 * Of version, chain, kind of authorization, way of hashing and hash: the first 27 bytes of every transaction.
 * Source: SIP-005, "Transaction Encoding".
 */
function senderOf(hex: string): string {
  const [version, mode, hash] = [hex.slice(0, 2), hex.slice(12, 14), hex.slice(14, 54)];
  const addressVersion = addressVersions.get(`${version} ${signers.get(mode)}`);
  if (addressVersion === undefined) throw new Error(`Nobody is known to have signed ${hex}`);
  return addressToString(addressFromVersionHash(addressVersion, hash));
}
