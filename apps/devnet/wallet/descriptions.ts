import {
  type ClarityAbiFunction,
  type ClarityAbiType,
  ClarityType,
  type ClarityValue,
  getTypeString,
  type PostCondition,
  type PostConditionModeName,
} from "@stacks/transactions";
import { nameOf } from "./account-memory.ts";
import type { ContractCall, Transaction } from "./request.ts";
import { formatStx } from "./stx.ts";

/** A Clarity value in plain words: texts as texts, principals by name where they have one. */
export function describeValue(value: ClarityValue): string {
  switch (value.type) {
    case ClarityType.Int:
    case ClarityType.UInt:
      return String(value.value);
    case ClarityType.BoolTrue:
      return "true";
    case ClarityType.BoolFalse:
      return "false";
    case ClarityType.StringASCII:
    case ClarityType.StringUTF8:
      return value.value === "" ? "(an empty text)" : value.value;
    case ClarityType.Buffer:
      return describeBuffer(value.value);
    case ClarityType.PrincipalStandard:
    case ClarityType.PrincipalContract:
      return describePrincipal(value.value);
    case ClarityType.OptionalNone:
      return "none";
    case ClarityType.OptionalSome:
      return describeValue(value.value);
    case ClarityType.ResponseOk:
      return `ok ${describeValue(value.value)}`;
    case ClarityType.ResponseErr:
      return `error ${describeValue(value.value)}`;
    case ClarityType.List:
      return value.value.length === 0
        ? "(an empty list)"
        : value.value.map(describeValue).join(", ");
    case ClarityType.Tuple: {
      const fields = Object.entries(value.value).map(
        ([name, field]) => `${name}: ${describeValue(field)}`,
      );
      return `{${fields.join(", ")}}`;
    }
  }
}

/** `bob.btc (ST2C…)`, or the principal alone if it has no name. */
function describePrincipal(principal: string): string {
  const name = nameOf(principal);
  return name === undefined ? principal : `${name} (${principal})`;
}

/** Shows bytes as text if they spell printable characters. */
function describeBuffer(hex: string): string {
  const digits = hex.replace(/^0x/, "");
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (/^[^\p{C}]+$/u.test(text)) return text;
  } catch {
    // Not a text: shown as bytes.
  }
  return digits === "" ? "(no bytes)" : `0x${digits}`;
}

/** A type as Clarity writes it: `(string-utf8 128)`. */
function describeType(type: ClarityAbiType): string {
  return getTypeString(type).replace(/\btrait_reference\b/g, "trait");
}

const comparators: Record<string, string> = {
  eq: "exactly",
  gt: "more than",
  gte: "at least",
  lt: "less than",
  lte: "at most",
};

/** One post-condition in words: `bob.btc sends exactly: pending-endorsement {id: 3, words: 0xa7…}`. */
function describePostCondition(condition: PostCondition): string {
  const who = whoSends(condition.address);
  switch (condition.type) {
    case "stx-postcondition": {
      const amount = formatStx(BigInt(condition.amount));
      return `${who} sends ${comparators[condition.condition]} ${amount} STX`;
    }
    case "ft-postcondition": {
      const amount = BigInt(condition.amount).toLocaleString("en-US");
      const asset = assetName(condition.asset);
      return `${who} sends ${comparators[condition.condition]} ${amount} ${asset}`;
    }
    case "nft-postcondition": {
      const token = `${assetName(condition.asset)} ${describeValue(condition.assetId)}`;
      if (condition.condition === "sent") return `${who} sends exactly: ${token}`;
      return `${who} ${condition.condition === "not-sent" ? "does not" : "may"} send: ${token}`;
    }
    case "staking-postcondition": {
      const amount = formatStx(BigInt(condition.amount));
      return `${who} stakes ${comparators[condition.condition]} ${amount} STX`;
    }
    case "pox-postcondition": {
      const verb = {
        "will-perform": "does",
        "may-perform": "may do",
        "will-not-perform": "does no",
      };
      return `${who} ${verb[condition.condition]} stacking`;
    }
  }
}

/** What the mode says about assets without a post-condition. */
function describeMode(mode: PostConditionModeName, conditionCount: number): string {
  switch (mode) {
    case "deny":
      return conditionCount === 0
        ? "Nothing leaves anybody’s account, apart from the fee"
        : "and nothing else moves, apart from the fee";
    case "originator":
      return conditionCount === 0
        ? "Nothing of yours leaves your account, apart from the fee"
        : "and nothing else of yours moves, apart from the fee";
    case "allow":
      return conditionCount === 0
        ? "No limits: this may move anything you own"
        : "and anything else you own may move, too";
  }
}

function whoSends(address: string): string {
  return address === "origin" ? "The signer" : (nameOf(address) ?? address);
}

/** The last part of `ADDRESS.contract::asset`. */
function assetName(asset: string): string {
  return asset.split("::").at(-1) ?? asset;
}

/** One line of what is being signed. */
export interface Detail {
  name: string;
  /** The Clarity type, where the contract declares one. */
  type: string | undefined;
  /** In words. */
  text: string;
  /** How the text is set: somebody's own words, code, or a fact. */
  manner: "voice" | "code" | "fact";
}

/** What a transaction does, in a few words: `Call submit-endorsement`. */
export function titleOf(transaction: Transaction): string {
  switch (transaction.kind) {
    case "call":
      return `Call ${transaction.functionName}`;
    case "deploy":
      return `Deploy ${transaction.name}`;
    case "transfer":
      return `Send ${formatStx(transaction.amount)} STX`;
  }
}

/** Splits `ADDRESS.colonnade-protocol-alpha` into name and owner. */
export function splitContract(contract: string): { name: string; owner: string } {
  const [owner = "", name = ""] = contract.split(".");
  return { name, owner };
}

/** A call's arguments, named by the contract's interface; numbered where it has none. */
export function describeArguments(
  call: ContractCall,
  declared: ClarityAbiFunction | undefined,
): Detail[] {
  return call.functionArgs.map((value, index) => {
    const argument = declared?.args[index];
    return {
      name: argument?.name ?? `argument ${index + 1}`,
      type: argument && describeType(argument.type),
      text: describeValue(value),
      manner: isProse(value) ? "voice" : "fact",
    };
  });
}

/** What a deployment or a transfer does. */
export function describeRest(transaction: Exclude<Transaction, ContractCall>): Detail[] {
  const detail = (name: string, text: string, manner: Detail["manner"] = "fact"): Detail => {
    return { name, type: undefined, text, manner };
  };
  if (transaction.kind === "transfer") {
    return [
      detail("To", describePrincipal(transaction.recipient)),
      detail("Amount", `${formatStx(transaction.amount)} STX`),
      ...(transaction.memo === "" ? [] : [detail("Memo", transaction.memo)]),
    ];
  }
  const { name, clarityVersion, clarityCode } = transaction;
  return [
    detail("Name", name),
    detail("Clarity", clarityVersion === undefined ? "the network’s version" : `${clarityVersion}`),
    detail("Source", clarityCode, "code"),
  ];
}

/** The post-conditions as sentences. The last one describes the mode. */
export function describeConditions({
  postConditions,
  postConditionMode,
}: Pick<ContractCall, "postConditions" | "postConditionMode">): string[] {
  const sentences = new Set(postConditions.map(describePostCondition));
  return [...sentences, describeMode(postConditionMode, postConditions.length)];
}

function isProse(value: ClarityValue): boolean {
  if (value.type === ClarityType.OptionalSome) return isProse(value.value);
  return value.type === ClarityType.StringUTF8;
}
