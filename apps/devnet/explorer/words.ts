import type { PostCondition } from "@stacks/transactions";
import { accounts } from "../accounts.ts";
import type { PostConditionMode } from "../chain/post-condition.ts";
import type { TransactionPayload } from "../chain/transaction.ts";

const statuses: Record<string, string> = {
  pending: "Waiting for its block",
  success: "Confirmed",
  abort_by_response: "Failed: the contract refused it",
  abort_by_post_condition: "Failed: a post-condition was not met, so nothing was changed",
  dropped_replace_by_fee: "Dropped: replaced by a transaction with a higher fee",
  dropped_replace_across_fork: "Dropped: its block was replaced by another branch",
  dropped_too_expensive: "Dropped: too expensive for a block",
  dropped_stale_garbage_collect: "Dropped: it waited too long",
  dropped_problematic: "Dropped: the node could not run it",
};

export function describeStatus(status: string): string {
  return statuses[status] ?? status;
}

export const modeWords: Record<PostConditionMode, string> = {
  deny: "Nothing may move but what is listed here.",
  allow: "Anything else may move too; what is listed here must hold.",
  originator: "Nothing of the sender's may move but what is listed here.",
};

const conditions: Record<PostCondition["condition"], string> = {
  eq: "sends exactly",
  gt: "sends more than",
  gte: "sends at least",
  lt: "sends less than",
  lte: "sends at most",
  sent: "sends or burns",
  "not-sent": "keeps",
  "maybe-sent": "may send or burn",
  "will-not-perform": "does not stack",
  "may-perform": "may stack",
  "will-perform": "stacks",
};

export function describeCondition(condition: PostCondition["condition"]): string {
  return conditions[condition];
}

const events: Record<string, string> = {
  contract_event: "The contract says",
  nft_mint_event: "NFT minted",
  nft_burn_event: "NFT burnt",
  nft_transfer_event: "NFT sent",
  ft_mint_event: "Tokens minted",
  ft_burn_event: "Tokens burnt",
  ft_transfer_event: "Tokens sent",
  stx_transfer_event: "STX sent",
  stx_burn_event: "STX burnt",
};

export function describeEvent(type: string): string {
  return events[type] ?? type;
}

/** What a transaction does, in a few words. */
export function describePayload(payload: TransactionPayload): string {
  switch (payload.kind) {
    case "token_transfer":
      return "sends STX";
    case "smart_contract":
      return `deploys ${payload.name}`;
    case "contract_call":
      return payload.functionName;
  }
}

/** The name of one of the devnet's people, where the address is theirs. */
export function nameOf(address: string): string | undefined {
  return accounts.find((account) => account.address === address)?.name;
}

export function formatStx(microStx: bigint): string {
  const whole = microStx / 1_000_000n;
  const rest = (microStx % 1_000_000n).toString().padStart(6, "0").replace(/0+$/, "");
  return `${whole}${rest === "" ? "" : `.${rest}`} STX`;
}
