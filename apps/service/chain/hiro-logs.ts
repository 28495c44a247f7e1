import { z } from "zod";
import { NodeError } from "./node.ts";
import type { AskNode } from "./node-request.ts";

const pageSchema = z.object({
  next_cursor: z.string().nullable(),
  results: z.array(
    z.object({
      event_index: z.int().nonnegative(),
      tx_id: z.string(),
      contract_log: z.object({
        contract_id: z.string(),
        topic: z.string(),
        value: z.object({ hex: z.string() }),
      }),
    }),
  ),
});
export type HiroLog = z.infer<typeof pageSchema>["results"][number];

/** What a contract has printed, as the Hiro API lists it: page after page, newest first. */
export interface HiroLogs {
  /** The logs of some transactions, all of which are in canonical blocks of one height. */
  of(txIds: ReadonlySet<string>, height: number): Promise<HiroLog[]>;
}

/**
 * A log does not say its height, but the cursor of a page does: it is the place of the page's first log. So the pages
 * are walked once, down to the lowest height asked for, and what is kept of them is where they begin; from there on
 * the logs of any height are one or two pages away.
 */
export function createHiroLogs(ask: AskNode, contract: string, pageSize: number): HiroLogs {
  /** Heights of the first logs of pages, by cursor. */
  const starts = new Map<string, number>();

  /** The page nearest to a height that begins above it; null for the newest. */
  function startAbove(height: number): string | null {
    let nearest: string | null = null;
    let lowest = Number.POSITIVE_INFINITY;
    for (const [cursor, start] of starts) {
      if (start <= height || start >= lowest) continue;
      nearest = cursor;
      lowest = start;
    }
    return nearest;
  }

  return {
    async of(txIds, height) {
      let found: HiroLog[] = [];
      let cursor = startAbove(height);
      let isAnew = false;
      const walked = new Set<string>();
      for (;;) {
        const place: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const path = `/extended/v2/smart-contracts/${contract}/logs?limit=${pageSize}${place}`;
        const page = await ask(path, pageSchema);
        if (page === null) {
          if (cursor === null) return found;
          if (isAnew) throw new NodeError(`The page of logs at ${cursor} is gone again`);
          isAnew = true;
          // A fork has taken the page's first log: nothing is sure of any other page either.
          starts.clear();
          walked.clear();
          found = [];
          cursor = null;
          continue;
        }
        found.push(...page.results.filter(({ tx_id }) => txIds.has(tx_id)));
        cursor = page.next_cursor;
        if (cursor === null) return found;
        const start = heightOf(cursor);
        if (start < height) return found;
        if (walked.has(cursor)) throw new NodeError(`The pages of logs lead back to ${cursor}`);
        walked.add(cursor);
        starts.set(cursor, start);
      }
    },
  };
}

/** @param cursor `{height}:{microblock}:{transaction}:{event}` */
function heightOf(cursor: string): number {
  const height = /^(\d+):\d+:\d+:\d+$/.exec(cursor)?.[1];
  if (height === undefined) throw new NodeError(`${cursor} is not the cursor of a log`);
  return Number(height);
}
