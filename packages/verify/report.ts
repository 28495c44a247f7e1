/** `not-checkable`: neither proved nor refuted. */
export type Outcome = "passed" | "failed" | "not-checkable";

/** README.md says what each check means. */
export type CheckName =
  | "bundle"
  | "contracts"
  | "transactions"
  | "digest"
  | "authorship"
  | "consent"
  | "withdrawal"
  | "transaction-id"
  | "signature"
  | "network"
  | "call"
  | "post-condition"
  | "node-network"
  | "source"
  | "endorsement"
  | "owner"
  | "sender-name"
  | "receiver-name"
  | "agreement"
  | "image";

/** A question to a node and what came back, so that anybody can ask it again. */
export interface Exchange {
  method: "GET" | "POST";
  url: string;
  /** The request's body as JSON. */
  body?: unknown;
  /** The answer's status; null if there was none. */
  status: number | null;
  /** The beginning of the answer's body, or why there is none. */
  answer: string;
}

/** One check of a bundle. */
export interface Check {
  name: CheckName;
  /** What it is about: a transaction's id, or a node's address; null for the bundle as a whole. */
  about: string | null;
  outcome: Outcome;
  /** The outcome in a sentence. */
  says: string;
  /** What was compared. `JSON.stringify` takes it. */
  evidence: Readonly<Record<string, unknown>>;
  /** How a node was asked, and what it answered. */
  exchange?: Exchange;
}

/** What a check came to. */
export type Finding = Pick<Check, "outcome" | "says" | "evidence">;

export interface Report {
  /** `failed` if a check failed; `proved` if all passed; else `incomplete`. */
  verdict: "proved" | "incomplete" | "failed";
  checks: Check[];
}

export function reportOf(checks: Check[]): Report {
  const has = (outcome: Outcome) => checks.some((check) => check.outcome === outcome);
  if (has("failed")) return { verdict: "failed", checks };
  return { verdict: has("not-checkable") ? "incomplete" : "proved", checks };
}

export function checkOf(name: CheckName, about: string | null, finding: Finding): Check {
  return { name, about, ...finding };
}

type MakeFinding = (says: string, evidence?: Check["evidence"]) => Finding;

const findingOf =
  (outcome: Outcome): MakeFinding =>
  (says, evidence = {}) => ({ outcome, says, evidence });

export const passed: MakeFinding = findingOf("passed");
export const failed: MakeFinding = findingOf("failed");
export const notCheckable: MakeFinding = findingOf("not-checkable");
