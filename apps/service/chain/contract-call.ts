import { encodeAddress } from "@colonnade/contract-events/address.ts";
import type { PlainValue } from "@colonnade/contract-events/clarity-value.ts";
import type { PendingEvent } from "@colonnade/domain/event.ts";
import {
  AddressVersion,
  ClarityType,
  deserializeTransaction,
  PayloadType,
} from "@stacks/transactions";

/** The signer of a transaction, and the contract call in it. */
export interface ContractCall {
  sender: string;
  /** Null for a transaction that calls no contract, or whose payload cannot be decoded. */
  contractId: string | null;
  functionName: string | null;
  /** The first argument, if it is an unsigned integer. */
  number: bigint | null;
}

/**
 * Decodes a serialized transaction. The chain may accept a payload that `@stacks/transactions` cannot decode. Such a
 * transaction counts as calling nothing, so that nobody can stop the index with one.
 * @param rawTransaction hexadecimal, with or without 0x
 * @throws Error when the signer cannot be determined
 */
export function decodeCall(rawTransaction: string): ContractCall {
  const hex = rawTransaction.replace(/^0x/, "");
  return { sender: senderOf(hex), ...calledBy(hex) };
}

type Called = Omit<ContractCall, "sender">;
const nothing: Called = { contractId: null, functionName: null, number: null };

function calledBy(hex: string): Called {
  try {
    const { payload } = deserializeTransaction(Buffer.from(hex, "hex"));
    if (payload.payloadType !== PayloadType.ContractCall) return nothing;
    const { contractAddress: address, contractName, functionName, functionArgs } = payload;
    const [first] = functionArgs;
    return {
      contractId: `${encodeAddress(address.version, address.hash160)}.${contractName.content}`,
      functionName: functionName.content,
      number: first?.type === ClarityType.UInt ? BigInt(first.value) : null,
    };
  } catch {
    return nothing;
  }
}

/** Address versions by transaction version and number of signers. */
const addressVersions = new Map([
  ["00 one", AddressVersion.MainnetSingleSig],
  ["00 several", AddressVersion.MainnetMultiSig],
  ["80 one", AddressVersion.TestnetSingleSig],
  ["80 several", AddressVersion.TestnetMultiSig],
]);
/** The number of signers by hash mode. */
const signers = new Map([
  ["00", "one"],
  ...["01", "02", "03", "05", "07"].map((mode) => [mode, "several"] as const),
]);

/**
 * Reads the signer's address from the first 27 bytes: version, chain, authorization, hash mode, hash.
 * Source: SIP-005, "Transaction Encoding".
 */
function senderOf(hex: string): string {
  const [version, mode, hash] = [hex.slice(0, 2), hex.slice(12, 14), hex.slice(14, 54)];
  const addressVersion = addressVersions.get(`${version} ${signers.get(mode)}`);
  if (addressVersion === undefined) throw new Error("The signer cannot be determined");
  return encodeAddress(addressVersion, hash);
}

/**
 * The endorsement or organization that a call of the protocol names, if it names one.
 * @param first the call's first argument
 */
export function aboutOf(
  functionName: string | null,
  first: PlainValue | undefined,
): PendingEvent["metaData"] {
  const id = typeof first === "bigint" ? Number(first) : 0;
  if (!Number.isSafeInteger(id) || id < 1) return {};
  switch (functionName) {
    case "edit-endorsement":
    case "approve-endorsement":
    case "burn-endorsement":
    case "withdraw-endorsement":
    case "discard-endorsement":
    case "display-status":
      return { endorsementId: id };
    case "add-representative":
    case "accept-representation":
    case "decline-representation":
    case "resign-representation":
    case "remove-representative":
    case "propose-admin":
    case "watcher-replace-admin":
    case "refuse-replacement":
    case "accept-admin":
    case "decline-admin":
    case "close-organization":
    case "block-organization":
    case "unblock-organization":
      return { organizationId: id };
    default:
      return {};
  }
}
