import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { parseJson } from "@colonnade/domain/text.ts";
import { sql } from "kysely";
import type { Logger } from "pino";
import { z } from "zod";
import type { Database } from "../db/database.ts";

/** Kubo refused an image, or computed another CID for it. */
export class PublishError extends Error {
  override readonly name = "PublishError";
}

const AT_ONCE = 20;
const TIMEOUT = 30_000;

const addedSchema = z.object({ Hash: z.string() });

/**
 * Publishes stored images to IPFS through a Kubo node, oldest first. Hidden ones are left out.
 * Source: docs.ipfs.tech/reference/kubo/rpc, `/api/v0/add`.
 * @throws PublishError, and what `fetch` throws; the remaining images are published next time
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
    await add(kuboUrl, cid, bytes);
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

async function add(kuboUrl: string, cid: string, bytes: Uint8Array): Promise<void> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(bytes)]), cid);
  const response = await fetch(`${kuboUrl}/api/v0/add?cid-version=1&raw-leaves=true&pin=true`, {
    method: "POST",
    body: form,
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const text = await response.text();
  if (!response.ok)
    throw new PublishError(`Kubo answered ${response.status}: ${text.slice(0, 200)}`);
  const added = addedSchema.safeParse(parseJson(text));
  if (added.data?.Hash !== cid) {
    throw new PublishError(`Kubo knows ${cid} as ${added.data?.Hash ?? text.slice(0, 200)}`);
  }
}
