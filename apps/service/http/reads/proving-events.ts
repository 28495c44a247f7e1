import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import type { ProvingTransaction } from "@colonnade/domain/proof.ts";

/** The statuses of endorsements whose words are served. */
export const served = ["pending", "approved", "withdrawn"] as const;

/** The topics of what happened to an endorsement's words. */
export const proving = [
  "submit-endorsement",
  "edit-endorsement",
  "approve-endorsement",
  "withdraw-endorsement",
] as const satisfies ContractEvent["topic"][];
export type ProvingEvent = Extract<ContractEvent, { topic: (typeof proving)[number] }>;

/** What a print of the protocol says that somebody did. An edit by the receiver is a suggestion. */
export function actionOf(event: ProvingEvent, sender: string): ProvingTransaction["action"] {
  switch (event.topic) {
    case "submit-endorsement":
      return "submit";
    case "edit-endorsement":
      return event.editor === sender ? "edit" : "suggest";
    case "approve-endorsement":
      return "approve";
    case "withdraw-endorsement":
      return "withdraw";
  }
}
