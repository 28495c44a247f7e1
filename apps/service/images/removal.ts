import { times } from "@colonnade/domain/limits.ts";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database, Executor, Trx } from "../db/database.ts";
import { readTip } from "../revision/revision.ts";
import { keptLogos } from "./kept-logos.ts";
import { giveRoomBack } from "./quota.ts";

/** Images that are removed at once. */
const AT_ONCE = 50;
/** Milliseconds between two times that a logo gets another day. */
const LOGO_RENEWAL = 3_600_000;

/**
 * Removes images that the chain has not named within a day of their upload. Those that are on IPFS are noted to be
 * unpinned. An image is kept while a block that may name it is not indexed, a transaction of its uploader is pending, or
 * an application with it is open.
 */
export async function removeUnusedImages({ kysely }: Database, log: Logger): Promise<void> {
  await keepLogos(kysely);
  const before = await readCutoff(kysely);
  if (before === null) return;
  const removed = await kysely.transaction().execute((trx) => remove(trx, before));
  if (removed.length > 0) log.info({ cids: removed }, "unused images were removed");
}

/** Gives the logos that open applications keep another day, as an upload does. */
async function keepLogos(db: Executor): Promise<void> {
  const now = Date.now();
  await sql`
    update images set at = ${now} where cid = any(array(
      select cid from images
      where cid = any(array(${keptLogos})) and used is null and at < ${now - LOGO_RENEWAL}
      for update skip locked
    ))`.execute(db);
}

/**
 * Unused images that were uploaded before this time may be removed. In Unix milliseconds.
 * @returns null while any block waits to be indexed
 */
async function readCutoff(db: Executor): Promise<number | null> {
  const tip = await readTip(db);
  if (tip === null) return null;
  const { time, waits } = await db
    .selectNoFrom(({ selectFrom, exists }) => [
      selectFrom("blocks")
        .where("index_block_hash", "=", tip.indexBlockHash)
        .select("block_time")
        .as("time"),
      exists(selectFrom("quarantine").where("index_block_hash", "is not", null).select("id")).as(
        "waits",
      ),
    ])
    .executeTakeFirstOrThrow();
  if (waits || time === null) return null;
  // Blocks after the tip may name images that were uploaded before them.
  return Math.min(Date.now(), time * 1000) - times.unusedImage;
}

/** @returns the CIDs of the removed images */
async function remove(trx: Trx, before: number): Promise<string[]> {
  // An image may have been stored while a block that names it was indexed.
  await sql`
    update images i set used = n.at from named_images n
    where n.cid = i.cid and i.used is null and i.at < ${before}`.execute(trx);
  const { rows } = await sql<{ cid: string; uploader: string; size: number; published: boolean }>`
    delete from images where used is null and cid = any(array(
      select i.cid from images i
      where i.used is null and i.at < ${before}
        and not exists (
          select from pending_events p
          where p.sender = i.uploader and p.failure is null and not p.mined
        )
      order by i.at limit ${AT_ONCE}
      for update skip locked
    ))
    returning cid, uploader, octet_length(bytes) as size, published_at is not null as published
  `.execute(trx);
  await giveRoomBack(trx, rows);
  const unpins = rows.filter(({ published }) => published).map(({ cid }) => ({ cid }));
  if (unpins.length > 0) {
    await trx
      .insertInto("unpins")
      .values(unpins)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return rows.map(({ cid }) => cid);
}
