import type { Proof, ProvingTransaction } from "@colonnade/domain/proof.ts";
import { type Check, checkOf, type Finding, failed, notCheckable, passed } from "./report.ts";
import { digestOf, isOnChainText, sameWords } from "./subject.ts";

/** What else was found of a bundle. */
interface Found {
  /** The checks of its transactions. */
  transactions: Check[];
  /** Whether a node says that the chain has the endorsement as claimed. */
  isOnChain: boolean;
}

/** Checks what a bundle claims against its transactions. */
export function checkClaim(proof: Proof, found: Found): Check[] {
  const { claim, transactions } = proof;
  const find = (action: ProvingTransaction["action"]) =>
    transactions.find((one) => one.action === action);
  const [approval, withdrawal] = [find("approve"), find("withdraw")];
  return [
    checkOf("digest", null, checkDigests(proof)),
    checkOf("authorship", null, checkAuthorship(proof, found)),
    ...(claim.status === "pending"
      ? []
      : [checkOf("consent", null, checkConsent(proof, approval, found))]),
    ...(claim.status === "withdrawn"
      ? [checkOf("withdrawal", null, checkWithdrawal(proof, withdrawal, found))]
      : []),
  ];
}

function checkDigests({ claim, transactions }: Proof): Finding {
  const texts = [claim.words, ...transactions.flatMap(({ words }) => words ?? [])];
  if (!texts.every(isOnChainText)) {
    return failed("It states a text that no transaction can hold.");
  }
  const digest = digestOf(claim, claim.words);
  const evidence = { stated: claim.wordsHash, digest };
  if (digest !== claim.wordsHash) {
    return failed("The stated digest is not that of the stated words.", evidence);
  }
  const wrong = transactions.find((one) => one.wordsHash !== digestAfter(claim, one));
  if (wrong === undefined) return passed("Each stated digest is that of its words.", evidence);
  return failed("A transaction states another digest than its words have.", {
    txId: wrong.txId,
    stated: wrong.wordsHash,
  });
}

/** The digest of what the author stands by after a transaction; undefined after a withdrawal, which states none. */
function digestAfter(claim: Proof["claim"], { action, words }: ProvingTransaction) {
  if (action === "withdraw") return undefined;
  const isAuthors = action === "submit" || action === "edit";
  return isAuthors && words !== undefined ? digestOf(claim, words) : claim.wordsHash;
}

/**
 * The author signed the words that are claimed, in the last of the author's transactions. An edit's bytes name an
 * endorsement by its number, so only the chain says whom that one is for, and in whose name.
 */
function checkAuthorship({ claim, transactions }: Proof, found: Found): Finding {
  const last = transactions.findLast(({ action }) => action === "submit" || action === "edit");
  if (last === undefined) return failed("The bundle has no transaction of the author.");
  const evidence = { txId: last.txId };
  if (last.by !== claim.sender) return failed("Somebody else wrote these words.", evidence);
  if (!sameWords(last.words, claim.words) || last.wordsHash !== claim.wordsHash) {
    return failed("The author's transaction states other words.", evidence);
  }
  const says = `${claim.sender} signed exactly these words`;
  if (transactions.some(({ action }) => action === "submit") || found.isOnChain) {
    return weakestFinding(last, found, `${says}.`);
  }
  const finding = weakestFinding(last, found, says);
  return finding.outcome === "passed"
    ? notCheckable(
        `${says} for endorsement ${claim.id}. Only a node says whom it is for.`,
        evidence,
      )
    : finding;
}

function checkConsent(
  { claim }: Proof,
  approval: ProvingTransaction | undefined,
  found: Found,
): Finding {
  if (approval === undefined) return failed("The bundle has no approval.");
  const evidence = { txId: approval.txId };
  if (approval.by !== claim.receiver) return failed("Somebody else approved it.", evidence);
  if (!sameWords(approval.words, claim.words) || approval.wordsHash !== claim.wordsHash) {
    return failed("The approval states other words.", evidence);
  }
  return weakestFinding(
    approval,
    found,
    `${claim.receiver} signed to approve exactly these words.`,
  );
}

function checkWithdrawal(
  { claim }: Proof,
  withdrawal: ProvingTransaction | undefined,
  found: Found,
): Finding {
  if (withdrawal === undefined) return failed("The bundle has no withdrawal.");
  const { by, txId, words } = withdrawal;
  if (words !== undefined) return failed("A withdrawal states no words.", { txId });
  const finding = weakestFinding(withdrawal, found, `${by} signed to withdraw it.`);
  return finding.outcome === "passed" && by !== claim.sender
    ? notCheckable(`${by} signed to withdraw it. Whether they may is not checked.`, { txId })
    : finding;
}

/** The finding of the weakest check of a transaction. */
function weakestFinding(
  { txId }: ProvingTransaction,
  { transactions }: Found,
  says: string,
): Finding {
  const own = transactions.filter(({ about }) => about === txId);
  const evidence = { txId };
  if (own.some(({ outcome }) => outcome === "failed")) {
    return failed("A check of its transaction failed.", evidence);
  }
  const open = own.find(({ outcome }) => outcome === "not-checkable");
  return open === undefined ? passed(says, evidence) : notCheckable(open.says, evidence);
}
