import type { BlockEvent, NewBlock } from "../chain/block.ts";

/**
 * A transaction's committed events, in order. A node numbers the events of a whole block and posts them in any order.
 * The Hiro API numbers those of each transaction from 0, and so does this function.
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
