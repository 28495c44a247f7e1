import type { EventType } from "@colonnade/domain/event-type.ts";
import { messages } from "@colonnade/domain/messages.ts";

/** What to say when a transaction succeeded, and the heading of its failure. */
const words: Partial<Record<EventType, { succeeded: string; failed: string }>> = {
  REGISTER_PROFILE: {
    succeeded: "Your profile stands on chain.",
    failed: "Your profile was not created",
  },
  SUBMIT_ENDORSEMENT: {
    succeeded: "Your endorsement is on chain and waits for approval.",
    failed: "Your endorsement was not sent",
  },
  EDIT_ENDORSEMENT: {
    succeeded: "The new words are on chain.",
    failed: "The words were not changed",
  },
  APPROVE_ENDORSEMENT: {
    succeeded: "The endorsement is yours and stands on chain.",
    failed: "The endorsement was not approved",
  },
  BURN_ENDORSEMENT: {
    succeeded: "The endorsement is rejected for good.",
    failed: "The endorsement was not rejected",
  },
  UPDATE_STATEMENT: {
    succeeded: messages.profileUpdated,
    failed: "Your statement was not changed",
  },
  UPDATE_PROFILE_IMAGE: {
    succeeded: messages.profileUpdated,
    failed: "Your image was not changed",
  },
  WATCHER_NEW_ORGANIZATION: {
    succeeded: "The organization stands on chain.",
    failed: "The organization was not admitted",
  },
  ADD_REPRESENTATIVE: {
    succeeded: "The representative is added.",
    failed: "The representative was not added",
  },
  REMOVE_REPRESENTATIVE: {
    succeeded: "The representative is removed.",
    failed: "The representative was not removed",
  },
};

export function outcomeWords(event: EventType): { succeeded: string; failed: string } {
  return words[event] ?? { succeeded: "Confirmed on chain.", failed: "The transaction failed" };
}
