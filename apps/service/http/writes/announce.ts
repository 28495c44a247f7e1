import type { PendingEvent } from "@colonnade/domain/event.ts";
import {
  AnnouncementError,
  type PendingEvents,
  TooManyAnnouncedError,
} from "../../indexer/pending-events.ts";
import { ForbiddenError, TooManyError } from "../errors.ts";

/**
 * Takes the hint that somebody sent a transaction.
 * @throws ForbiddenError for a transaction that is not that sender's or does not call Colonnade; TooManyError
 */
export async function announce(pendingEvents: PendingEvents, event: PendingEvent): Promise<void> {
  try {
    await pendingEvents.announce(event);
  } catch (error) {
    if (error instanceof AnnouncementError) throw new ForbiddenError(error.message);
    if (error instanceof TooManyAnnouncedError) throw new TooManyError();
    throw error;
  }
}
