import { readFile } from "node:fs/promises";
import { categories } from "@colonnade/domain/category.ts";
import type { Database } from "../db/database.ts";
import { cidOfBytes } from "./cid.ts";
import type { PreparedImage } from "./prepare.ts";

export interface StoredImage {
  bytes: Uint8Array;
  contentType: string;
}

/** Keeps an image by its CID; the same image is kept once. */
export async function storeImage(
  { database }: { database: Database },
  { bytes, contentType }: PreparedImage,
  uploader: string,
): Promise<string> {
  const cid = await cidOfBytes(bytes);
  await database.kysely
    .insertInto("images")
    .values({ cid, bytes, content_type: contentType, uploader, at: Date.now(), published_at: null })
    .onConflict((conflict) => conflict.column("cid").doNothing())
    .execute();
  return cid;
}

/** An image by its CID: one of the ten presets, or an uploaded one; null for any other. */
export async function readImage(database: Database, cid: string): Promise<StoredImage | null> {
  const preset = await presets.get(cid)?.();
  if (preset !== undefined) return { bytes: preset, contentType: "image/png" };
  const row = await database.kysely
    .selectFrom("images")
    .where("cid", "=", cid)
    .select(["bytes", "content_type"])
    .executeTakeFirst();
  return row === undefined ? null : { bytes: row.bytes, contentType: row.content_type };
}

const presets = new Map(
  categories.map(({ cid, slug }) => {
    let bytes: Promise<Uint8Array> | undefined;
    const file = new URL(import.meta.resolve(`@colonnade/domain/presets/${slug}.png`));
    return [cid as string, () => (bytes ??= readFile(file))];
  }),
);
