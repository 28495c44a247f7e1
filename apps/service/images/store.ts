import { readFile } from "node:fs/promises";
import { categories } from "@colonnade/domain/category.ts";
import type { Database } from "../db/database.ts";
import { cidOfBytes } from "./cid.ts";
import type { PreparedImage } from "./prepare.ts";

export interface FoundImage {
  contentType: string;
  read(): Promise<Uint8Array>;
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

/** Finds an image by its CID: one of the ten presets, or an uploaded one; null for any other. */
export async function findImage({ kysely }: Database, cid: string): Promise<FoundImage | null> {
  const preset = presets.get(cid);
  if (preset !== undefined) return { contentType: "image/png", read: preset };
  const found = kysely.selectFrom("images").where("cid", "=", cid);
  const row = await found.select("content_type").executeTakeFirst();
  if (row === undefined) return null;
  return {
    contentType: row.content_type,
    read: async () => (await found.select("bytes").executeTakeFirstOrThrow()).bytes,
  };
}

const presets = new Map(
  categories.map(({ cid, slug }) => {
    let bytes: Promise<Uint8Array> | undefined;
    const file = new URL(import.meta.resolve(`@colonnade/domain/presets/${slug}.png`));
    return [cid as string, () => (bytes ??= readFile(file))];
  }),
);
