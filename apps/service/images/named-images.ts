import { categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import { normalizeImage } from "@colonnade/domain/image.ts";
import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { sql } from "kysely";
import { anyText } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";

/**
 * Notes that events of the chain name images, so that they are kept. What was named once stays named: a fork may undo a
 * block and bring it back. Call it in the transaction that stores the events.
 * @param addresses image addresses in any spelling; the images may be uploaded later
 */
export async function noteUse(trx: Trx, addresses: readonly string[]): Promise<void> {
  const cids = [...new Set(addresses.flatMap(cidsOf))].sort();
  if (cids.length === 0) return;
  const now = Date.now();
  await sql`
    insert into named_images (cid, at) select cid, ${now}::bigint from unnest(${cids}::text[]) cid
    on conflict do nothing`.execute(trx);
  await trx
    .updateTable("images")
    .set({ used: now })
    .where("cid", "=", anyText(cids))
    .where("used", "is", null)
    .execute();
}

/** Keeps the images that were named while they were not stored here. */
export async function markUsed(trx: Trx): Promise<void> {
  await sql`
    update images i set used = n.at from named_images n where n.cid = i.cid and i.used is null
  `.execute(trx);
}

/** The CID that an address names; none for a preset, or for an image outside of IPFS. */
export function cidsOf(address: string): string[] {
  if (categoryOf(address) !== unknownCategory) return [];
  const image = normalizeImage(address);
  const scheme = ipfsAddress("");
  return image?.startsWith(scheme) ? [image.slice(scheme.length)] : [];
}
