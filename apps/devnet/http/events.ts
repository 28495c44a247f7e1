import type { BlockEvent, NewBlock } from "../chain/block.ts";

/**
 * A transaction's committed events, in order. A node counts the events of a block and posts them in any order; the Hiro
 * API counts those of each transaction, and so do these.
 */
export function eventsOf({ events }: NewBlock, txid: string): BlockEvent[] {
  return events
    .filter((event) => event.txid === txid && event.committed)
    .sort((a, b) => a.event_index - b.event_index)
    .map((event, event_index) => ({ ...event, event_index }));
}

/** The event's field that is named after its type. */
export function bodyOf(event: BlockEvent): Record<string, unknown> {
  const body = event[event.type];
  return typeof body === "object" && body !== null ? { ...body } : {};
}
