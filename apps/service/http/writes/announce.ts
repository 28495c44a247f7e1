import type { PendingEvent } from "@colonnade/domain/event.ts";
import { AnnouncementError } from "../../indexer/announcement.ts";
import type { PendingEvents } from "../../indexer/pending-events.ts";
import { ForbiddenError } from "../errors.ts";

/**
 * Takes the hint that somebody sent a transaction.
 * @param announcer as `PendingEvents` has it
 * @throws ForbiddenError for a transaction that is not that sender's or does not call Colonnade
 */
export async function announce(
  pendingEvents: PendingEvents,
  event: PendingEvent,
  announcer: string,
): Promise<void> {
  try {
    await pendingEvents.announce(event, announcer);
  } catch (error) {
    if (error instanceof AnnouncementError) throw new ForbiddenError(error.message);
    throw error;
  }
}
