import type { Agent } from "node:https";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";
import { type DecodeInTurn, ImageError, prepareImage } from "./processing.ts";
import { LinkedImageError, requestImage } from "./request-image.ts";

/** The most that is kept. The oldest images are removed first. */
const MOST = { bytes: 256 * 1024 * 1024, images: 20_000 };
/** Milliseconds before a host that failed is asked for the image again. */
const PAUSE = 60_000;
const MOST_FAILED = 10_000;

/** Images at other hosts. Each is loaded once, encoded again as uploads are, and kept in the database. */
interface LinkedImages {
  /**
   * Finds an image that is kept, as WebP.
   * @param address as `normalizeImage` spells it
   * @throws LinkedImageError when its host failed within the last minute
   */
  find(address: string): Promise<Uint8Array | null>;
  /**
   * Loads an image from its host, as WebP. Concurrent requests for the same one load it once.
   * @param address as `normalizeImage` spells it
   * @throws LinkedImageError, and what `options.begin` throws
   */
  load(address: string, options: LoadOptions): Promise<Uint8Array>;
}

interface LoadOptions {
  /** Called before the host is asked, unless another request is loading the image. What it throws stops only this one. */
  begin(): void;
  /** Other requests may need the image, so it is decoded in any case. */
  inTurn: DecodeInTurn;
}

export function createLinkedImages({ kysely }: Database, agent: Agent): LinkedImages {
  const underway = new Map<string, Promise<Uint8Array>>();
  const failed = new LRUCache<string, LinkedImageError>({ max: MOST_FAILED, ttl: PAUSE });

  async function find(address: string): Promise<Uint8Array | null> {
    const failure = failed.get(address);
    if (failure !== undefined) throw failure;
    const kept = await kysely
      .selectFrom("linked_images")
      .where("address", "=", address)
      .select("bytes")
      .executeTakeFirst();
    return kept?.bytes ?? null;
  }

  async function load(address: string, inTurn: DecodeInTurn): Promise<Uint8Array> {
    try {
      const file = await requestImage(address, agent);
      const { bytes } = await prepareImage(file, inTurn);
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
  }

  return {
    find,
    async load(address, { begin, inTurn }) {
      // The image may have been loaded while this request waited.
      const kept = underway.has(address) ? null : await find(address);
      if (kept !== null) return kept;
      const known = underway.get(address);
      if (known !== undefined) return known;
      begin();
      const loading = load(address, inTurn).finally(() => underway.delete(address));
      underway.set(address, loading);
      return loading;
    },
  };
}

/** Removes the oldest images beyond what may be kept. */
export async function removeOldestLinkedImages({ kysely }: Database): Promise<void> {
  await sql`
    delete from linked_images where address in (
      select address from (
        select address, row_number() over newest as place, sum(size) over newest as total
        from linked_images window newest as (order by at desc, address)
      ) as images where place > ${MOST.images} or total > ${MOST.bytes}
    )`.execute(kysely);
}
