import type { Agent } from "node:https";
import { type Kysely, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Tables } from "../db/tables.ts";
import { ImageError, prepareImage } from "./processing.ts";
import { LinkedImageError, requestImage } from "./request-image.ts";
import { createTurns } from "./turns.ts";

/** Requests to other hosts at once. Each may hold five megabytes for four seconds. */
const AT_ONCE = 24;
/** Bytes of all images that are kept. The oldest go first. */
const CAPACITY = 256 * 1024 * 1024;
/** Milliseconds before a host that failed is asked for the image again. */
const PAUSE = 60_000;
const MOST_FAILED = 10_000;

/** Images at other hosts. Each is loaded once, encoded again as uploads are, and kept in the database. */
export interface LinkedImages {
  /**
   * Returns an image as WebP.
   * @param address as `normalizeImage` spells it
   * @param acquire called where the host is asked; returns what to call at the end
   * @throws LinkedImageError, and what `acquire` throws
   */
  read(address: string, acquire: () => () => void): Promise<Uint8Array>;
}

export function createLinkedImages(
  { kysely }: { kysely: Kysely<Tables> },
  agent: Agent,
): LinkedImages {
  const inTurn = createTurns(AT_ONCE);
  const underway = new Map<string, Promise<Uint8Array>>();
  const failed = new LRUCache<string, LinkedImageError>({ max: MOST_FAILED, ttl: PAUSE });

  async function load(address: string): Promise<Uint8Array> {
    try {
      const { bytes } = await prepareImage(await inTurn(() => requestImage(address, agent)));
      await keep(bytes, address);
      return bytes;
    } catch (error) {
      if (!(error instanceof LinkedImageError || error instanceof ImageError)) throw error;
      const failure =
        error instanceof ImageError ? new LinkedImageError(error.message, { cause: error }) : error;
      failed.set(address, failure);
      throw failure;
    }
  }

  async function keep(bytes: Uint8Array, address: string): Promise<void> {
    await kysely
      .insertInto("linked_images")
      .values({ address, bytes, size: bytes.length, at: Date.now() })
      .onConflict((conflict) => conflict.column("address").doNothing())
      .execute();
    await sql`
      delete from linked_images where address in (
        select address from (
          select address, sum(size) over (order by at desc, address) as total from linked_images
        ) as newest where total > ${CAPACITY}
      )`.execute(kysely);
  }

  return {
    async read(address, acquire) {
      const kept = await kysely
        .selectFrom("linked_images")
        .where("address", "=", address)
        .select("bytes")
        .executeTakeFirst();
      if (kept !== undefined) return kept.bytes;
      const failure = failed.get(address);
      if (failure !== undefined) throw failure;
      const known = underway.get(address);
      if (known !== undefined) return known;
      const release = acquire();
      const loading = load(address).finally(() => {
        release();
        underway.delete(address);
      });
      underway.set(address, loading);
      return loading;
    },
  };
}
