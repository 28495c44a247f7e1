import {
  type ClarityAbiFunction,
  ClarityType,
  type ClarityValue,
  type PostCondition,
  type PostConditionModeName,
} from "@stacks/transactions";
import { describePrincipal, describeType, describeValue, type NameOf } from "./clarity-words.ts";
import { describeMode, describePostCondition } from "./post-condition-words.ts";
import type { ContractCall, Transaction } from "./request.ts";
import { formatStx } from "./stx.ts";

/** One line of what is being signed. */
export interface Detail {
  name: string;
  /** The Clarity type, where the contract declares one. */
  type: string | undefined;
  /** In words. */
  text: string;
  /** Somebody's own words, code, or a fact. */
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

/** `ADDRESS.colonnade-protocol-alpha` in two parts: what it is called, and whose it is. */
export function splitContract(contract: string): { name: string; owner: string } {
  const [owner = "", name = ""] = contract.split(".");
  return { name, owner };
}

/** A call's arguments, named by the contract's interface; numbered where it has none. */
export function describeArguments(
  call: ContractCall,
  declared: ClarityAbiFunction | undefined,
  nameOf: NameOf,
): Detail[] {
  return call.functionArgs.map((value, index) => {
    const argument = declared?.args[index];
    return {
      name: argument?.name ?? `argument ${index + 1}`,
      type: argument && describeType(argument.type),
      text: describeValue(value, nameOf),
      manner: isProse(value) ? "voice" : "fact",
    };
  });
}

/** What a deployment or a transfer does. */
export function describeRest(
  transaction: Exclude<Transaction, ContractCall>,
  nameOf: NameOf,
): Detail[] {
  const detail = (name: string, text: string, manner: Detail["manner"] = "fact"): Detail => {
    return { name, type: undefined, text, manner };
  };
  if (transaction.kind === "transfer") {
    return [
      detail("To", describePrincipal(transaction.recipient, nameOf)),
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

/** What may move, in sentences, the mode's last. */
export function describeConditions(
  conditions: readonly PostCondition[],
  mode: PostConditionModeName,
  nameOf: NameOf,
): string[] {
  const sentences = conditions.map((condition) => describePostCondition(condition, nameOf));
  return [...new Set(sentences), describeMode(mode, conditions.length)];
}

function isProse(value: ClarityValue): boolean {
  if (value.type === ClarityType.OptionalSome) return isProse(value.value);
  return value.type === ClarityType.StringUTF8;
}
