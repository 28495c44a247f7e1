import { readFile } from "node:fs/promises";
import { categories } from "@colonnade/domain/category.ts";
import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { type ImportCandidate, importer } from "ipfs-unixfs-importer";
import type { Database } from "../db/database.ts";
import type { PreparedImage } from "./processing.ts";

export interface FoundImage {
  contentType: string;
  read(): Promise<Uint8Array>;
}

/** Stores an image by its CID. The same image is stored once. */
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

/**
 * Finds an image by its CID: one of the ten presets, or an uploaded one.
 * @returns `hidden` if a watcher has hidden it, wherever it is stored; null if it is not stored here
 */
export async function findImage(
  { kysely }: Database,
  cid: string,
): Promise<FoundImage | "hidden" | null> {
  const preset = presets.get(cid);
  if (preset !== undefined) return { contentType: "image/png", read: preset };
  const found = kysely.selectFrom("images").where("cid", "=", cid);
  const { content_type, hidden } = await kysely
    .selectNoFrom(({ selectFrom, exists }) => [
      selectFrom("images").where("cid", "=", cid).select("content_type").as("content_type"),
      exists(selectFrom("hidden_images").where("image", "=", ipfsAddress(cid)).select("image")).as(
        "hidden",
      ),
    ])
    .executeTakeFirstOrThrow();
  if (hidden) return "hidden";
  if (content_type === null) return null;
  return {
    contentType: content_type,
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

/** Computes the CID of a file in IPFS: version 1, raw leaves, as Kubo does with `--cid-version=1`. */
export async function cidOfBytes(bytes: Uint8Array): Promise<string> {
  const file: ImportCandidate = { content: bytes };
  for await (const { cid } of importer([file], nowhere, { cidVersion: 1, rawLeaves: true })) {
    return cid.toString();
  }
  throw new Error("The importer returned no CID");
}

/** Discards the IPFS blocks: we store the file itself. */
const nowhere: Parameters<typeof importer>[1] = { put: (cid) => cid };
