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

/** A decision that was taken: an admission's transaction, or null for a refusal. */
export interface Decided {
  application: number;
  sent: Sent | null;
}

/** What must become of a decision: it is taken, it says nothing new, or it is refused with this error. */
export type Outcome = "taken" | "known" | "conflict_error" | "precondition_failed_error";

/** Where an application stands by the rules of the review. */
export interface Standing {
  /** As the node's chain has it, and where that says nothing, as its mempool has it. */
  status: Status;
  /** Whether that is so before the service has asked the node what became of the transaction. */
  isCertain: boolean;
  /** The transaction that admits it, or was to. */
  sent: Sent | null;
}

/** Where an application stands after the decisions that were taken, oldest first. */
export function standingOf(
  mempool: Mempool,
  decisions: readonly Decided[],
  { id, applicant }: Applied,
): Standing {
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
  const mayCome = latest.elsewhere === "pending";
  const isCertain = mayCome && !latest.wasDropped;
  return { status: mayCome ? "admitting" : "waiting", isCertain, sent: latest };
}

/** Expects an application to be shown as it stands, and answers as what. */
export function expectShown(shown: ApplicationRecord | undefined, standing: Standing): Status {
  const { status, isCertain, sent } = standing;
  expect(shown).toMatchObject({ txId: sent?.txId ?? null });
  const right: (Status | undefined)[] = isCertain ? [status] : ["admitting", "waiting"];
  expect(right).toContain(shown?.status);
  return shown?.status ?? status;
}

/** A refusal decides what is still to be decided. */
export function outcomeOfRefusal(shown: Status): Outcome {
  return shown === "waiting" ? "taken" : "conflict_error";
}

/**
 * An admission decides that, too, with a transaction that admits this applicant as far as the node can tell, and no
 * other application.
 * @param said what the node says of its transaction; null where it does not answer or knows none
 */
export function outcomeOfAdmission(
  shown: Status,
  standing: Standing,
  { id, applicant }: Applied,
  sent: Sent,
  said: string | null,
  decisions: readonly Decided[],
): Outcome {
  if (shown === "admitting" || shown === "accepted") {
    return standing.sent === sent ? "known" : "conflict_error";
  }
  if (shown === "declined") return "conflict_error";
  const isFit = isFor(sent, applicant) && (said === "pending" || said === "success");
  if (said !== null && !isFit) return "precondition_failed_error";
  const isUsed = decisions.some((each) => each.sent === sent && each.application !== id);
  return isUsed ? "conflict_error" : "taken";
}
