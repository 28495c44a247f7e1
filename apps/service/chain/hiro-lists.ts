import { z } from "zod";
import { NodeError } from "./node.ts";
import type { AskNode, Patience } from "./node-request.ts";

const logSchema = z.object({
  event_index: z.int().nonnegative(),
  tx_id: z.string(),
  contract_log: z.object({
    contract_id: z.string(),
    topic: z.string(),
    value: z.object({ hex: z.string() }),
  }),
});
export type HiroLog = z.infer<typeof logSchema>;

/** In this list `next_cursor` leads to newer logs. */
const logPageSchema = z.object({
  cursor: z.string().nullable(),
  prev_cursor: z.string().nullable(),
  results: z.array(logSchema),
});

export const summarySchema = z.object({
  tx_id: z.string(),
  type: z.string(),
  status: z.string(),
  block: z.object({
    height: z.int().nonnegative(),
    index_hash: z.string(),
    time: z.int().nonnegative(),
    tx_index: z.int().nonnegative(),
  }),
  contract_call: z.object({ contract_id: z.string() }).optional(),
});
export type HiroTransaction = z.infer<typeof summarySchema>;

/** In this list `next` leads to older transactions. */
const transactionPageSchema = z.object({
  cursor: z.object({ current: z.string().nullable(), next: z.string().nullable() }),
  results: z.array(z.object({ transaction: summarySchema })),
});

const blockPageSchema = transactionPageSchema.extend({ results: z.array(summarySchema) });

/**
 * A page of a list, newest first. A cursor is a place in the chain: `{height}:{microblock}:{transaction}`, and
 * `:{event}` for logs.
 */
export interface Page<Item> {
  /** The place of the first item; null for an empty page. */
  start: string | null;
  /** Where the older ones begin; null if there are none. */
  older: string | null;
  items: Item[];
}

/**
 * The lists of the Hiro API that name a contract, in pages.
 * @param pageSize items in one request
 */
export function createHiroLists(ask: AskNode, contract: string, pageSize: number) {
  const from = (cursor: string | null) =>
    `limit=${pageSize}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;

  /**
   * @param cursor null for the newest. If a fork has orphaned the log there, the page begins with the next older log.
   */
  async function readLogs(
    cursor: string | null,
    patience: Patience,
    onTip?: (indexBlockHash: string) => void,
  ): Promise<Page<HiroLog>> {
    const path = `/extended/v2/smart-contracts/${contract}/logs?${from(cursor)}`;
    const page = await ask(path, logPageSchema, patience, onTip);
    // 404 says that there is no log at the cursor or below.
    if (page === null) return { start: null, older: null, items: [] };
    return { start: page.cursor, older: page.prev_cursor, items: page.results };
  }

  async function readTransactions(cursor: string | null): Promise<Page<HiroTransaction>> {
    const path = `/extended/v3/principals/${contract}/transactions?${from(cursor)}`;
    const page = await ask(path, transactionPageSchema, "retries");
    if (page === null) return { start: null, older: null, items: [] };
    const items = page.results.map(({ transaction }) => transaction);
    return { start: page.cursor.current, older: page.cursor.next, items };
  }

  return {
    /** The pages of logs down to a height, oldest first. */
    logsAbove: (height: number) => readUpwards((cursor) => readLogs(cursor, "retries"), height),

    /** The pages of the contract's transactions down to a height, oldest first. Failed calls are among them. */
    transactionsAbove: (height: number) => readUpwards(readTransactions, height),

    /**
     * The contract's logs in the canonical block at a height, and perhaps older ones. Also returns the tips of the
     * servers that answered, as index block hashes: a server without the block answers older logs only.
     */
    async logsAt(
      height: number,
      patience: Patience,
    ): Promise<{ logs: HiroLog[]; tips: Set<string> }> {
      const logs: HiroLog[] = [];
      const tips = new Set<string>();
      for (let cursor: string | null = `${height + 1}:0:0:0`; cursor !== null; ) {
        const { start, older, items }: Page<HiroLog> = await readLogs(cursor, patience, (tip) =>
          tips.add(tip),
        );
        if (start === null || heightOf(start) < height) break;
        logs.push(...items);
        checkOrder(start, older);
        cursor = older;
      }
      return { logs, tips };
    },

    /** All transactions of a canonical block; null where there is none. */
    async transactionsOf(
      indexBlockHash: string,
      patience: Patience,
    ): Promise<HiroTransaction[] | null> {
      const listed: HiroTransaction[] = [];
      for (let cursor: string | null = null; ; ) {
        const path: string = `/extended/v3/blocks/${indexBlockHash}/transactions?${from(cursor)}`;
        const page: z.infer<typeof blockPageSchema> | null = await ask(
          path,
          blockPageSchema,
          patience,
        );
        if (page === null) return null;
        listed.push(...page.results);
        const { current, next } = page.cursor;
        if (next === null) return listed;
        checkOrder(current, next);
        cursor = next;
      }
    },
  };
}

/**
 * Reads a list from a height upwards, though its pages lead downwards. So it walks down once, keeps the cursors only,
 * and reads the pages again on the way up. A list may be longer than memory.
 * @param after items at this height or below may be on the first page, too
 * @throws NodeError when a fork has changed the list meanwhile
 */
async function* readUpwards<Item>(
  read: (cursor: string | null) => Promise<Page<Item>>,
  after: number,
): AsyncGenerator<Page<Item> & { start: string }> {
  const starts: string[] = [];
  let page = await read(null);
  while (page.start !== null && heightOf(page.start) > after) {
    starts.push(page.start);
    if (page.older === null || heightOf(page.older) <= after) break;
    checkOrder(page.start, page.older);
    page = await read(page.older);
  }
  for (const [above, start] of [...starts.entries()].reverse()) {
    if (page.start !== start) page = await read(start);
    const below = starts[above + 1];
    if (page.start !== start || (below !== undefined && page.older !== below)) {
      throw new NodeError(`The list has changed at ${start} while it was being read`);
    }
    yield { ...page, start };
  }
}

/** @param cursor `{height}:…` */
export function heightOf(cursor: string): number {
  return placeOf(cursor)[0] ?? 0;
}

function placeOf(cursor: string): number[] {
  if (!/^\d+(:\d+){2,3}$/.test(cursor)) throw new NodeError(`${cursor} is not a cursor`);
  return cursor.split(":").map(Number);
}

/** @throws NodeError when a page does not lead to older items, so that nobody reads in circles */
function checkOrder(cursor: string | null, older: string | null): void {
  if (cursor === null || older === null) return;
  const [place, next] = [placeOf(cursor), placeOf(older)];
  const differing = place.findIndex((part, index) => part !== next[index]);
  if (differing !== -1 && (next[differing] ?? 0) < (place[differing] ?? 0)) return;
  throw new NodeError(`The page at ${cursor} leads to ${older}, which is not older`);
}
