import { normalizeCid } from "@colonnade/domain/cid.ts";
import { ipfsPathOf } from "@colonnade/domain/image-address.ts";
import type { Database } from "../db/database.ts";
import { type FoundImage, findImage } from "./store.ts";

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
