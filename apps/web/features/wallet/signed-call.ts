import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import {
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  Cl,
  deserializeTransaction,
  PayloadType,
  type PostCondition,
  PostConditionMode,
  wireToPostCondition,
} from "@stacks/transactions";
import * as z from "zod/mini";
import { askTransaction } from "./node.ts";
import type { SentTransaction } from "./sent-transactions.ts";
import { isOfNetwork } from "./wallets.ts";

/** A call as it was asked for, or as it was signed. */
export interface SignedCall {
  sender: string;
  /** `ADDRESS.name` */
  contract: string;
  functionName: string;
  /** Serialized, in hex. */
  functionArgs: string[];
  /** Whether the network refuses what no condition names; null where the node does not tell. */
  deny: boolean | null;
  /** One line for each condition. */
  conditions: string[];
}

/** The version byte of a transaction for mainnet. */
const MAINNET_VERSION = 0;

/** A condition in a line, to compare it. */
export function lineOf(condition: PostCondition): string {
  if (condition.type !== "nft-postcondition") return JSON.stringify(condition);
  const { address, asset, assetId } = condition;
  return [address, condition.condition, asset, Cl.serialize(assetId)].join(" ");
}

/**
 * Reads a call from the wallet's answer.
 * @param transaction in hex
 * @returns null if it is not the call that was sent
 */
export function decodeCall(transaction: string, txId: string): SignedCall | null {
  try {
    const wire = deserializeTransaction(transaction);
    const { auth, payload, postConditionMode, postConditions, transactionVersion } = wire;
    if (`0x${wire.txid()}` !== txId || payload.payloadType !== PayloadType.ContractCall)
      return null;
    const { hashMode, signer } = auth.spendingCondition;
    const network = transactionVersion === MAINNET_VERSION ? "mainnet" : "testnet";
    const version = addressHashModeToVersion(hashMode, network);
    return {
      sender: addressToString(addressFromVersionHash(version, signer)),
      contract: `${addressToString(payload.contractAddress)}.${payload.contractName.content}`,
      functionName: payload.functionName.content,
      functionArgs: payload.functionArgs.map((value) => Cl.serialize(value)),
      deny: postConditionMode === PostConditionMode.Deny,
      conditions: postConditions.values.map((one) => lineOf(wireToPostCondition(one))),
    };
  } catch {
    // Not a transaction: the node knows what was sent.
    return null;
  }
}

const hexSchema = z.object({ hex: z.string() });
const callSchema = z.object({
  contract_call: z.object({
    contract_id: z.string(),
    function_name: z.string(),
    function_args: z.optional(z.array(hexSchema)),
  }),
  post_conditions: z.array(
    z.object({
      principal: z.object({ address: z.optional(z.string()) }),
      condition_code: z.string(),
      asset: z.optional(
        z.object({
          contract_address: z.string(),
          contract_name: z.string(),
          asset_name: z.string(),
        }),
      ),
      asset_value: z.optional(hexSchema),
    }),
  ),
});
const firstVersionSchema = z.extend(callSchema, {
  sender_address: z.string(),
  post_condition_mode: z.string(),
});
/** The mode is not in this answer. */
const thirdVersionSchema = z.extend(callSchema, { sender: z.object({ address: z.string() }) });

/** Milliseconds between two looks for a call that was just sent, and how often. */
const LOOK = 1_000;
const LOOKS = 5;

/**
 * Reads a call that was just sent from the node's mempool or a block.
 * @returns null if the node does not know it
 * @throws what `fetch` throws, also after 10 seconds without an answer; NodeStatusError; ZodError for another answer
 */
export async function readSentCall(txId: string, looks = LOOKS): Promise<SignedCall | null> {
  const call = await lookForCall(txId);
  if (call !== null || looks <= 1) return call;
  await new Promise((resolve) => setTimeout(resolve, LOOK));
  return readSentCall(txId, looks - 1);
}

async function lookForCall(txId: string): Promise<SignedCall | null> {
  const { version, answer } = await askTransaction(txId, "function_args,post_conditions");
  if (answer === null) return null;
  if (version === 3) {
    const call = thirdVersionSchema.parse(answer);
    return { ...signedCall(call), sender: call.sender.address, deny: null };
  }
  const call = firstVersionSchema.parse(answer);
  return {
    ...signedCall(call),
    sender: call.sender_address,
    deny: call.post_condition_mode === "deny",
  };
}

function signedCall({ contract_call, post_conditions }: z.infer<typeof callSchema>) {
  return {
    contract: contract_call.contract_id,
    functionName: contract_call.function_name,
    functionArgs: (contract_call.function_args ?? []).map(({ hex }) => hex.replace(/^0x/, "")),
    conditions: post_conditions.map(({ principal, condition_code, asset, asset_value }) =>
      [
        principal.address ?? "",
        condition_code,
        `${asset?.contract_address}.${asset?.contract_name}::${asset?.asset_name}`,
        asset_value?.hex.replace(/^0x/, "") ?? "",
      ].join(" "),
    ),
  };
}

/** Why a call that was sent is not the one asked for, in words; null if it is. */
export function findOtherCall(asked: SignedCall, signed: SignedCall): string | null {
  const { sender } = signed;
  if (!isOfNetwork(sender)) {
    return "Your wallet sent this on another network, so nothing happens here. Switch it over and send this again.";
  }
  if (sender !== asked.sender) {
    return `Your wallet signed as ${shortenPrincipal(sender)}, not as ${shortenPrincipal(asked.sender)}, which you connected. Switch to that account and send this again, or connect the other one.`;
  }
  const what = ({ contract, functionName, functionArgs }: SignedCall) =>
    [contract, functionName, ...functionArgs].join(" ");
  if (what(asked) === what(signed)) return null;
  return "Your wallet sent something else than this page asked for. Look at it before you sign anything more.";
}

/**
 * What a call lacks of the protection that was asked for; undefined if it has it all. If the node does not tell the
 * mode and all conditions are there, the mode counts as deny.
 */
export function findUnprotected(
  { conditions }: SignedCall,
  signed: SignedCall,
): SentTransaction["unprotected"] {
  const isWhole = conditions.every((line) => signed.conditions.includes(line));
  if (isWhole) return signed.deny === false ? "loose" : undefined;
  if (signed.deny === null) return "unclear";
  return signed.deny ? "refused" : "open";
}
