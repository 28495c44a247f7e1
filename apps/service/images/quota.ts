import { limits, times } from "@colonnade/domain/limits.ts";
import { sql } from "kysely";
import { anyText } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";
import { keptLogos } from "./kept-logos.ts";

/** There is no room for an image. The message is shown to its owner. */
export class QuotaError extends Error {
  override readonly name = "QuotaError";
  /** Which room is full: the uploader's own, or that of all. */
  readonly scope: "own" | "all";
  /** Seconds until unused images make room; null if the chain or open applications keep all that are stored. */
  readonly retryAfter: number | null;

  constructor(scope: "own" | "all", retryAfter: number | null, message: string) {
    super(message);
    this.scope = scope;
    this.retryAfter = retryAfter;
  }
}

const MEGABYTE = 1_000_000;
const share = `the ${limits.imagesOfOneBytes / MEGABYTE} MB that one person has here`;
const words = {
  ownForNow: `Your images take up ${share}. Those that nobody uses are removed a day after their upload: then there is room again.`,
  own: `Your images take up ${share}. Please write to us by the contact form if you need more.`,
  allForNow:
    "Colonnade has no room for another image now. Please try again tomorrow, or write to us by the contact form.",
  all: "Colonnade has no room for another image now. Please write to us by the contact form.",
};

/** The holder in `image_totals` that stands for all uploaders. */
const ALL = "";

/**
 * Counts a new image's bytes, for its uploader and for all. Call it in the transaction that stores the image.
 * @param most bytes for the images of all
 * @throws QuotaError when there is no room
 */
export async function takeRoom(
  trx: Trx,
  { cid, uploader, bytes }: { cid: string; uploader: string; bytes: Uint8Array },
  most: number,
): Promise<void> {
  const totals = await addToTotals(trx, new Map([[uploader, bytes.length]]));
  const { own, all } = { own: totals.get(uploader) ?? 0, all: totals.get(ALL) ?? 0 };
  if (own > limits.imagesOfOneBytes) {
    const wait = await secondsUntilRoom(trx, cid, uploader);
    throw new QuotaError("own", wait, wait === null ? words.own : words.ownForNow);
  }
  if (all > most) {
    const wait = await secondsUntilRoom(trx, cid);
    throw new QuotaError("all", wait, wait === null ? words.all : words.allForNow);
  }
}

/** Gives back the bytes of removed images. */
export async function giveRoomBack(
  trx: Trx,
  removed: readonly { uploader: string; size: number }[],
): Promise<void> {
  const bytes = new Map<string, number>();
  for (const { uploader, size } of removed) {
    bytes.set(uploader, (bytes.get(uploader) ?? 0) - size);
  }
  await addToTotals(trx, bytes);
  await trx
    .deleteFrom("image_totals")
    .where("holder", "=", anyText([...bytes.keys()]))
    .where("bytes", "<=", 0)
    .execute();
}

/** @returns the changed totals by holder */
async function addToTotals(trx: Trx, bytes: Map<string, number>): Promise<Map<string, number>> {
  if (bytes.size === 0) return new Map();
  // The total of all comes first, and the others in order, so that no two transactions wait for each other.
  const sum = [...bytes.values()].reduce((total, change) => total + change, 0);
  const changes = [[ALL, sum] as const, ...[...bytes].sort(([a], [b]) => (a < b ? -1 : 1))];
  const rows = await trx
    .insertInto("image_totals")
    .values(changes.map(([holder, change]) => ({ holder, bytes: change })))
    .onConflict((conflict) =>
      conflict.column("holder").doUpdateSet({ bytes: sql`image_totals.bytes + excluded.bytes` }),
    )
    .returning(["holder", "bytes"])
    .execute();
  return new Map(rows.map(({ holder, bytes: total }) => [holder, total]));
}

/** @param cid the new image, which waits for room itself */
async function secondsUntilRoom(trx: Trx, cid: string, uploader?: string): Promise<number | null> {
  const oldest = await trx
    .selectFrom("images")
    .where("used", "is", null)
    .where("cid", "<>", cid)
    .where(sql<boolean>`cid <> all(array(${keptLogos}))`)
    .$if(uploader !== undefined, (query) => query.where("uploader", "=", uploader ?? ""))
    .orderBy("at")
    .limit(1)
    .select("at")
    .executeTakeFirst();
  if (oldest === undefined) return null;
  return Math.max(60, Math.ceil((oldest.at + times.unusedImage - Date.now()) / 1000));
}
