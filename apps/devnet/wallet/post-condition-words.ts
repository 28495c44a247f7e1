import type { PostCondition, PostConditionModeName } from "@stacks/transactions";
import { describeValue, type NameOf } from "./clarity-words.ts";
import { formatStx } from "./stx.ts";

const comparators: Record<string, string> = {
  eq: "exactly",
  gt: "more than",
  gte: "at least",
  lt: "less than",
  lte: "at most",
};

/** One post-condition in words: `bob.btc sends exactly: pending-endorsement {id: 3, revision: 1}`. */
export function describePostCondition(condition: PostCondition, nameOf: NameOf): string {
  const who = whoSends(condition.address, nameOf);
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
      const token = `${assetName(condition.asset)} ${describeValue(condition.assetId, nameOf)}`;
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

/** What the mode says about everything that no post-condition speaks of. */
export function describeMode(mode: PostConditionModeName, conditionCount: number): string {
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

function whoSends(address: string, nameOf: NameOf): string {
  return address === "origin" ? "The signer" : (nameOf(address) ?? address);
}

/** `ADDRESS.contract::asset` is called by its last part. */
function assetName(asset: string): string {
  return asset.split("::").at(-1) ?? asset;
}
