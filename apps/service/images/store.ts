import { readFile } from "node:fs/promises";
import { categories } from "@colonnade/domain/category.ts";
import { normalizeCid } from "@colonnade/domain/cid.ts";
import { cidOfBytes } from "@colonnade/domain/cid-of-bytes.ts";
import type { Config } from "@colonnade/domain/config.ts";
import { ipfsAddress, ipfsPathOf } from "@colonnade/domain/image-address.ts";
import { times } from "@colonnade/domain/limits.ts";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { PreparedImage } from "./processing.ts";
import { takeRoom } from "./quota.ts";

export interface FoundImage {
  contentType: string;
  /** When the image may be removed, if the chain does not name it until then, in Unix milliseconds; null if it stays. */
  leavesAt: number | null;
  read(): Promise<Uint8Array>;
}

/**
 * Stores an image by its CID. The same image is stored once. Another upload keeps it for another day.
 * @throws QuotaError
 */
export async function storeImage(
  { config, database }: { config: Pick<Config, "imagesMb">; database: Database },
  { bytes, contentType }: PreparedImage,
  uploader: string,
): Promise<string> {
  const cid = await cidOfBytes(bytes);
  const at = Date.now();
  const used = sql<number>`(select at from named_images where cid = ${cid})`;
  const row = { cid, bytes, content_type: contentType, uploader, at, published_at: null, used };
  await database.kysely.transaction().execute(async (trx) => {
    // One statement, because an old image may be removed at any moment.
    const { is_new } = await trx
      .insertInto("images")
      .values(row)
      .onConflict((conflict) => conflict.column("cid").doUpdateSet({ at }))
      // PostgreSQL sets xmax in a row that it updates.
      .returning(sql<boolean>`xmax = 0`.as("is_new"))
      .executeTakeFirstOrThrow();
    if (is_new) await takeRoom(trx, row, config.imagesMb * 1_000_000);
  });
  return cid;
}

/**
 * Finds an image by its CID: one of the ten presets, or an uploaded one.
 * @returns `hidden` if a watcher has hidden it, wherever it is stored; null if it is not stored here
 */
export async function findImage(
  { kysely }: Database,
  cid: string,
): Promise<FoundImage | "hidden" | null> {
  const preset = presets.get(cid);
  if (preset !== undefined) return { contentType: "image/png", leavesAt: null, read: preset };
  const found = kysely.selectFrom("images").where("cid", "=", cid);
  const { content_type, leaves_at, hidden } = await kysely
    .selectNoFrom(({ selectFrom, exists }) => [
      selectFrom("images").where("cid", "=", cid).select("content_type").as("content_type"),
      selectFrom("images")
        .where("cid", "=", cid)
        .where("used", "is", null)
        .select(({ eb }) => eb("at", "+", times.unusedImage).as("leaves_at"))
        .as("leaves_at"),
      exists(selectFrom("hidden_images").where("image", "=", ipfsAddress(cid)).select("image")).as(
        "hidden",
      ),
    ])
    .executeTakeFirstOrThrow();
  if (hidden) return "hidden";
  if (content_type === null) return null;
  return {
    contentType: content_type,
    leavesAt: leaves_at,
    read: async () => (await found.select("bytes").executeTakeFirstOrThrow()).bytes,
  };
}

/** Whether a watcher has hidden an image. @param image its address as `normalizeImage` spells it */
export async function isHidden({ kysely }: Database, image: string): Promise<boolean> {
  const hidden = kysely.selectFrom("hidden_images").where("image", "=", image).select("image");
  return (await hidden.executeTakeFirst()) !== undefined;
}

const presets = new Map(
  categories.map(({ cid, slug }) => {
    let bytes: Uint8Array | undefined;
    const file = new URL(import.meta.resolve(`@colonnade/domain/presets/${slug}.png`));
    return [cid as string, async () => (bytes ??= await readFile(file))];
  }),
);

/** Whether an image is one of the ten presets. */
export const isPreset = (cid: string) => presets.has(cid);

/**
 * The stored image that an address names, for pictures and pages of ours that other sites show.
 * @returns null if it is not stored here, or if a watcher has hidden it
 */
export async function findShownImage(
  database: Database,
  address: string,
): Promise<{ cid: string; image: FoundImage } | null> {
  const cid = normalizeCid(ipfsPathOf(address) ?? "");
  const image = cid === null ? null : await findImage(database, cid);
  return cid === null || image === null || image === "hidden" ? null : { cid, image };
}
