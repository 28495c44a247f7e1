import type { Proof, ProvingTransaction } from "@colonnade/domain/proof.ts";
import { type Check, checkOf, type Finding, failed, notCheckable, passed } from "./report.ts";
import { digestOf, sameWords } from "./subject.ts";

/**
 * Checks what a bundle claims against its transactions.
 * @param checks those of its transactions
 */
export function checkClaim(proof: Proof, checks: Check[]): Check[] {
  const { claim } = proof;
  const isClaimedEarned = claim.status !== "pending";
  const all = [
    checkOf("digest", null, checkDigests(proof)),
    checkOf("authorship", null, checkAuthorship(proof, checks)),
    checkOf("consent", null, checkConsent(proof, checks)),
  ];
  const withdrawal = find(proof, "withdraw");
  return isClaimedEarned && (withdrawal !== undefined || claim.status === "withdrawn")
    ? [...all, checkOf("withdrawal", null, checkWithdrawal(proof, withdrawal, checks))]
    : all;
}

const find = ({ transactions }: Proof, action: ProvingTransaction["action"]) =>
  transactions.find((one) => one.action === action);

function checkDigests({ claim, transactions }: Proof): Finding {
  const digest = digestOf(claim, claim.words);
  const evidence = { stated: claim.wordsHash, digest };
  if (digest !== claim.wordsHash) {
    return failed("The stated digest is not that of the stated words.", evidence);
  }
  const wrong = transactions.find(
    ({ action, words, wordsHash }) =>
      (action === "submit" || action === "edit") &&
      words !== undefined &&
      digestOf(claim, words) !== wordsHash,
  );
  if (wrong === undefined) return passed("Each stated digest is that of its words.", evidence);
  return failed("A transaction's stated digest is not that of its words.", {
    txId: wrong.txId,
    stated: wrong.wordsHash,
  });
}

/** The author signed the words that are claimed, in the last of the author's transactions. */
function checkAuthorship(proof: Proof, checks: Check[]): Finding {
  const { claim, transactions } = proof;
  const last = transactions.findLast(({ action }) => action === "submit" || action === "edit");
  if (last === undefined) return failed("The bundle has no transaction of the author.");
  const evidence = { txId: last.txId };
  if (last.by !== claim.sender) return failed("Somebody else wrote these words.", evidence);
  if (!sameWords(last.words, claim.words) || last.wordsHash !== claim.wordsHash) {
    return failed("The author's transaction states other words.", evidence);
  }
  return standing(last, checks, `${claim.sender} signed exactly these words.`);
}

function checkConsent(proof: Proof, checks: Check[]): Finding {
  const { claim } = proof;
  const approval = find(proof, "approve");
  if (claim.status === "pending") {
    return approval === undefined
      ? passed("It waits. Nobody claims that its receiver approved it.")
      : failed("It is called pending, but holds an approval.", { txId: approval.txId });
  }
  if (approval === undefined) return failed("The bundle has no approval.");
  const evidence = { txId: approval.txId };
  if (approval.by !== claim.receiver) return failed("Somebody else approved it.", evidence);
  if (!sameWords(approval.words, claim.words) || approval.wordsHash !== claim.wordsHash) {
    return failed("Its receiver approved other words.", evidence);
  }
  return standing(approval, checks, `${claim.receiver} signed to approve exactly these words.`);
}

function checkWithdrawal(
  { claim }: Proof,
  withdrawal: ProvingTransaction | undefined,
  checks: Check[],
): Finding {
  if (withdrawal === undefined) return failed("It is called withdrawn, but holds no withdrawal.");
  if (claim.status !== "withdrawn") {
    return failed("It holds a withdrawal, but is not called withdrawn.", { txId: withdrawal.txId });
  }
  return standing(withdrawal, checks, `${withdrawal.by} signed to withdraw it.`);
}

/** What a transaction shows: as much as the weakest of its own checks. */
function standing({ txId }: ProvingTransaction, checks: Check[], says: string): Finding {
  const own = checks.filter(({ about }) => about === txId);
  const evidence = { txId };
  if (own.some(({ outcome }) => outcome === "failed")) {
    return failed("A check of its transaction failed.", evidence);
  }
  const open = own.find(({ outcome }) => outcome === "not-checkable");
  return open === undefined ? passed(says, evidence) : notCheckable(open.says, evidence);
}
