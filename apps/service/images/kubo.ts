import { parseJson } from "@colonnade/domain/text.ts";
import { z } from "zod";

// Calls to a Kubo node. Source: docs.ipfs.tech/reference/kubo/rpc.

/** Kubo refused something, or computed another CID for an image. */
export class KuboError extends Error {
  override readonly name = "KuboError";
}

const TIMEOUT = 30_000;

const addedSchema = z.object({ Hash: z.string() });

/**
 * Adds an image to IPFS, pinned.
 * @throws KuboError, and what `fetch` throws
 */
export async function pinImage(kuboUrl: string, cid: string, bytes: Uint8Array): Promise<void> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(bytes)]), cid);
  const { ok, status, text } = await ask(
    `${kuboUrl}/api/v0/add?cid-version=1&raw-leaves=true&pin=true`,
    form,
  );
  if (!ok) throw new KuboError(`Kubo answered ${status}: ${text.slice(0, 200)}`);
  const added = addedSchema.safeParse(parseJson(text));
  if (added.data?.Hash !== cid) {
    throw new KuboError(`Kubo knows ${cid} as ${added.data?.Hash ?? text.slice(0, 200)}`);
  }
}

/**
 * Ends the pin of an image. Kubo's garbage collection then removes it. Does nothing if the image is not pinned.
 * @throws KuboError, and what `fetch` throws
 */
export async function unpinImage(kuboUrl: string, cid: string): Promise<void> {
  const { ok, status, text } = await ask(`${kuboUrl}/api/v0/pin/rm?arg=${cid}`);
  if (ok || text.includes("not pinned")) return;
  throw new KuboError(`Kubo answered ${status}: ${text.slice(0, 200)}`);
}

async function ask(url: string, body: FormData | null = null) {
  const response = await fetch(url, {
    method: "POST",
    body,
    signal: AbortSignal.timeout(TIMEOUT),
  });
  return { ok: response.ok, status: response.status, text: await response.text() };
}
