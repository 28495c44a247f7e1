import type { PostCondition } from "@stacks/transactions";
import { viewValue } from "./value-view.ts";

const conditionNames: Record<string, string> = {
  eq: "sent_equal_to",
  gt: "sent_greater_than",
  gte: "sent_greater_than_or_equal_to",
  lt: "sent_less_than",
  lte: "sent_less_than_or_equal_to",
  sent: "sent",
  "not-sent": "not_sent",
  "maybe-sent": "maybe_sent",
};

/** A post-condition as the Hiro API shows it. */
export function viewPostCondition(condition: PostCondition): Record<string, unknown> {
  const common = {
    principal: viewPrincipal(condition.address),
    condition_code: conditionNames[condition.condition] ?? condition.condition,
  };
  switch (condition.type) {
    case "stx-postcondition":
      return { ...common, type: "stx", amount: String(condition.amount) };
    case "ft-postcondition":
      return {
        ...common,
        type: "fungible",
        amount: String(condition.amount),
        asset: viewAsset(condition.asset),
      };
    case "nft-postcondition":
      return {
        ...common,
        type: "non_fungible",
        asset: viewAsset(condition.asset),
        asset_value: viewValue(condition.assetId),
      };
    default:
      return { ...common, type: condition.type };
  }
}

function viewPrincipal(address: string): Record<string, string> {
  if (address === "origin") return { type_id: "principal_origin" };
  const [account = address, contract] = address.split(".");
  return contract === undefined
    ? { type_id: "principal_standard", address: account }
    : { type_id: "principal_contract", address: account, contract_name: contract };
}

function viewAsset(asset: string): Record<string, string> {
  const [contract = asset, name = ""] = asset.split("::");
  const [address = contract, contractName = ""] = contract.split(".");
  return { contract_address: address, contract_name: contractName, asset_name: name };
}
