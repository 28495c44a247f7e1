import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../db/database.ts";
import { pinImage, unpinImage } from "./kubo.ts";

const AT_ONCE = 20;

/**
 * Publishes stored images to IPFS through a Kubo node, oldest first. Hidden ones are left out.
 * @throws KuboError, and what `fetch` throws; the remaining images are published next time
 */
export async function publishImages(
  { kysely }: Database,
  kuboUrl: string,
  log: Logger,
): Promise<void> {
  const images = await kysely
    .selectFrom("images")
    .where("published_at", "is", null)
    .where(
      ({ selectFrom }) => selectFrom("hidden_images").where("image", "=", address).select("image"),
      "is",
      null,
    )
    .orderBy("at")
    .limit(AT_ONCE)
    .select(["cid", "bytes"])
    .execute();
  for (const { cid, bytes } of images) {
    await pinImage(kuboUrl, cid, bytes);
    await kysely
      .updateTable("images")
      .set({ published_at: Date.now() })
      .where("cid", "=", cid)
      .execute();
    log.info({ cid }, "an image was published");
  }
}

/** The address of a row of `images`. */
const address = sql<string>`${ipfsAddress("")} || images.cid`;

/**
 * Unpins removed images. One that was uploaded and published again stays.
 * @throws KuboError, and what `fetch` throws; the remaining images are unpinned next time
 */
export async function unpinImages(
  { kysely }: Database,
  kuboUrl: string,
  log: Logger,
): Promise<void> {
  const removed = await kysely
    .selectFrom("unpins as u")
    .leftJoin("images as i", "i.cid", "u.cid")
    .limit(AT_ONCE)
    .select(["u.cid", "i.published_at"])
    .execute();
  for (const { cid, published_at } of removed) {
    if (published_at === null) {
      await unpinImage(kuboUrl, cid);
      log.info({ cid }, "an image was unpinned");
    }
    await kysely.deleteFrom("unpins").where("cid", "=", cid).execute();
  }
}
