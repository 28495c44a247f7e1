import type { Proof } from "@colonnade/domain/proof.ts";
import type { CheckName, Outcome, Report } from "../../../packages/verify/verify.ts";

/** What each check is about, in a few words. */
export const checkTitles: Record<CheckName, string> = {
  bundle: "Form of the proof",
  contracts: "Contracts",
  transactions: "Who acted, and in which order",
  digest: "Digests of the words",
  authorship: "Author",
  consent: "Receiver's consent",
  withdrawal: "Withdrawal",
  "transaction-id": "Transaction id",
  signature: "Signature",
  network: "Network",
  call: "Call",
  "post-condition": "What the approval is bound to",
  image: "Image",
  "node-network": "Network",
  source: "Source of a contract",
  endorsement: "Endorsement on the chain",
  owner: "Owner of the token",
  "sender-name": "Author's name",
  "receiver-name": "Receiver's name",
  agreement: "Agreement of the nodes",
};

export const outcomeWords: Record<Outcome, string> = {
  passed: "Passed",
  failed: "Failed",
  "not-checkable": "Not checked",
};

/** A verdict as a heading, and what it means. */
export const verdictWords: Record<Report["verdict"], { title: string; meaning: string }> = {
  proved: {
    title: "Proved",
    meaning:
      "The signatures are of these people and of exactly these words, and the nodes that you asked say that the chain has them now.",
  },
  incomplete: {
    title: "Not everything could be checked",
    meaning: "Nothing contradicts it. What is marked “Not checked” stays open.",
  },
  failed: {
    title: "Not proved",
    meaning: "At least one check failed. Do not rely on what this proof says.",
  },
};

/** What the transactions of a proof are called. */
export const actionWords: Record<Proof["transactions"][number]["action"], string> = {
  submit: "The author's endorsement",
  edit: "The author's edit",
  suggest: "The receiver's suggestion",
  approve: "The receiver's approval",
  withdraw: "The withdrawal",
};

/** What no proof shows. packages/verify/README.md says the same for developers. */
export const limitsOfTheCheck = [
  "That a transaction is in the block and has the time that the proof states. The nodes say what the chain has now.",
  "Who withdrew an organization's endorsement, whether they may, and why.",
  "The signature of a sponsor, who only pays the fee.",
  "What a smart wallet's owner signed: such a signature covers no words. The nodes are asked all the same.",
  "Whether a BNS name has expired.",
];
