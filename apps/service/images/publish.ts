import type { Logger } from "pino";
import { z } from "zod";
import type { Database } from "../db/database.ts";

/** Kubo did not take an image, or knows it by another CID. */
export class PublishError extends Error {
  override readonly name = "PublishError";
}

const AT_ONCE = 20;
const TIMEOUT = 30_000;

const addedSchema = z.object({ Hash: z.string() });

/**
 * Gives IPFS the images that it does not have yet, oldest first, by the RPC of a Kubo node.
 * Source: docs.ipfs.tech/reference/kubo/rpc, `/api/v0/add`.
 * @throws PublishError, and what `fetch` throws: the rest stays for the next time
 */
export async function publishImages(
  { kysely }: Database,
  kuboUrl: string,
  log: Logger,
): Promise<void> {
  const images = await kysely
    .selectFrom("images")
    .where("published_at", "is", null)
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
  const added = addedSchema.safeParse(parse(text));
  if (added.data?.Hash !== cid) {
    throw new PublishError(`Kubo knows ${cid} as ${added.data?.Hash ?? text.slice(0, 200)}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
