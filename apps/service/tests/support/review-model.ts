import type {
  ApplicationRecord,
  applicationStatuses,
} from "@colonnade/domain/organization-application.ts";
import { expect } from "vitest";
import type { Mempool, Sent } from "./mempool.ts";
import { isFor } from "./organization-moves.ts";
import type { Person } from "./people.ts";

type Status = (typeof applicationStatuses)[number];

export interface Applied {
  id: number;
  applicant: Person;
}

/** A stored decision: an admission's transaction, or null for a refusal. */
export interface Decided {
  application: number;
  sent: Sent | null;
}

/** The outcome of a decision: stored, a repetition of the stored one, or rejected with this error. */
export type Outcome = "stored" | "repeated" | "conflict_error" | "precondition_failed_error";

/** The application status by the rules of the review. */
interface ExpectedStatus {
  /** By the node's chain, or else by its mempool. */
  status: Status;
  /** Whether the service knows this status before it asks the node about the transaction. */
  isCertain: boolean;
  /** The transaction of the latest admission, which may have failed. */
  sent: Sent | null;
}

/** The application status after the accepted decisions, given oldest first. */
export function expectedStatusOf(
  mempool: Mempool,
  decisions: readonly Decided[],
  { id, applicant }: Applied,
): ExpectedStatus {
  const own = decisions.filter(({ application }) => application === id).map(({ sent }) => sent);
  const admitted = own.findLast(
    (sent) => sent !== null && isFor(sent, applicant) && mempool.statusOf(sent.txId) === "success",
  );
  if (admitted) return { status: "accepted", isCertain: true, sent: admitted };
  const latest = own.at(-1);
  if (latest === undefined) return { status: "waiting", isCertain: true, sent: null };
  if (latest === null) return { status: "declined", isCertain: true, sent: null };
  if (mempool.statusOf(latest.txId) !== undefined) {
    return { status: "waiting", isCertain: true, sent: latest };
  }
  const mayCome = latest.unminedStatus === "pending";
  const isCertain = mayCome && !latest.wasDropped;
  return { status: mayCome ? "admitting" : "waiting", isCertain, sent: latest };
}

/** Expects an application to show its status, and returns the status shown. */
export function expectShown(
  shown: ApplicationRecord | undefined,
  expected: ExpectedStatus,
): Status {
  const { status, isCertain, sent } = expected;
  expect(shown).toMatchObject({ txId: sent?.txId ?? null });
  const right: (Status | undefined)[] = isCertain ? [status] : ["admitting", "waiting"];
  expect(right).toContain(shown?.status);
  return shown?.status ?? status;
}

/** A refusal is accepted only for a waiting application. */
export function outcomeOfRefusal(shown: Status): Outcome {
  return shown === "waiting" ? "stored" : "conflict_error";
}

/**
 * An admission is accepted if, as far as the node can tell, its transaction admits this applicant and no other
 * application.
 * @param reported the transaction's status at the node; null if the node does not answer or does not know it
 */
export function outcomeOfAdmission(
  shown: Status,
  expected: ExpectedStatus,
  { id, applicant }: Applied,
  sent: Sent,
  reported: string | null,
  decisions: readonly Decided[],
): Outcome {
  if (shown === "admitting" || shown === "accepted") {
    return expected.sent === sent ? "repeated" : "conflict_error";
  }
  if (shown === "declined") return "conflict_error";
  const isFit = isFor(sent, applicant) && (reported === "pending" || reported === "success");
  if (reported !== null && !isFit) return "precondition_failed_error";
  const isUsed = decisions.some((each) => each.sent === sent && each.application !== id);
  return isUsed ? "conflict_error" : "stored";
}
