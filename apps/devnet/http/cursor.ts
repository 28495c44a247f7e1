import type { Context } from "hono";
import { BadRequestError } from "./input.ts";

/**
 * The place of an item in a list. In the chain: height, microblock, transaction and event. In the mempool: time and id.
 * Places are compared part by part.
 */
export type Place = readonly (number | string)[];

/** The microblock number of transactions that are in no microblock. */
export const NO_MICROBLOCK = 2 ** 31 - 1;

/**
 * The place that a request's cursor names, if it has one. A fork may have orphaned what was there.
 * @throws BadRequestError
 */
export function readPlace(c: Context, parts: number): Place | undefined {
  const cursor = c.req.query("cursor");
  if (cursor === undefined) return undefined;
  const place = cursor.split(":");
  if (place.length !== parts || !place.every((part) => /^\d+$/.test(part))) {
    throw new BadRequestError("querystring/cursor names no place in the chain");
  }
  return place.map(Number);
}

/** The place in the mempool that a request's cursor names, if it has one. @throws BadRequestError */
export function readMempoolPlace(c: Context): Place | undefined {
  const cursor = c.req.query("cursor");
  if (cursor === undefined) return undefined;
  const [, time = "", id = ""] = /^(\d+):(?:0x)?([0-9a-f]{64})$/i.exec(cursor) ?? [];
  if (id === "") throw new BadRequestError("querystring/cursor names no place in the mempool");
  return [Number(time), `0x${id.toLowerCase()}`];
}

/** Finds the first place that is not above the cursor. The places are newest first. -1 if there is none. */
export function findStart(places: readonly { place: Place }[], cursor: Place | undefined): number {
  if (cursor === undefined) return 0;
  return places.findIndex(({ place }) => !isAbove(place, cursor));
}

function isAbove(place: Place, other: Place): boolean {
  const differing = place.findIndex((part, index) => part !== other[index]);
  const [ours = 0, theirs = 0] = [place[differing], other[differing]];
  return typeof ours === "string" ? ours > `${theirs}` : ours > Number(theirs);
}
