import { parseJson } from "@colonnade/domain/text.ts";
import { z } from "zod";
import { type Block, BlockError, decodeBlock } from "./block.ts";
import { blockHeightSchema, blockLinkSchema, type NewBlock, readNewBlock } from "./new-block.ts";

/** A decoded block, with what it was decoded from. */
export interface Candidate {
  block: Block;
  payload: NewBlock;
}

/** A payload that does not decode. */
export interface UnfitPayload {
  /** Null where the payload does not say it. */
  height: number | null;
  indexBlockHash: string | null;
  parentIndexBlockHash: string | null;
  /** Why it does not decode, in a sentence. */
  reason: string;
  /** JSON of what is kept of it: the part that is read, else the whole if it is short, else its beginning. */
  kept: string;
}

/** Characters that are kept of a payload without the shape of a block. */
const MOST_KEPT = 64 * 1024;
/** Transactions and events of ours. The costliest of our calls fit into a block of Stacks a few thousand times. */
const MOST_OF_OURS = 10_000;

/** Reads the text of a `/new_block` payload. */
export function readPayloadText(text: string, protocolContract: string): Candidate | UnfitPayload {
  const payload = parseJson(text);
  return payload === undefined
    ? unreadable("It is not JSON", text)
    : readPayload(payload, protocolContract, text);
}

/** What is kept of a text that says nothing of a block. */
export function unreadable(reason: string, text: string): UnfitPayload {
  const nothing = { height: null, indexBlockHash: null, parentIndexBlockHash: null };
  return { ...nothing, reason, kept: JSON.stringify(text.slice(0, MOST_KEPT)) };
}

/** Reads a `/new_block` payload. @param text its JSON, if that is known */
export function readPayload(
  payload: unknown,
  protocolContract: string,
  text?: string,
): Candidate | UnfitPayload {
  const excerpt = excerptSchema.safeParse(payload).data;
  if (excerpt !== undefined) return unfit(payload, excerpt.reason, JSON.stringify(excerpt));
  let read: NewBlock;
  try {
    read = readNewBlock(payload, protocolContract);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return keepShort(payload, z.prettifyError(error), text);
  }
  if (read.transactions.length + read.events.length > MOST_OF_OURS)
    return keepShort(payload, "It holds more of ours than any block can", text);
  try {
    return { block: decodeBlock(read, protocolContract), payload: read };
  } catch (error) {
    if (!(error instanceof BlockError)) throw error;
    return unfit(payload, error.message, JSON.stringify(read));
  }
}

function unfit(payload: unknown, reason: string, kept: string): UnfitPayload {
  const hashes = blockLinkSchema.safeParse(payload).data;
  return {
    height: blockHeightSchema.safeParse(payload).data?.block_height ?? null,
    indexBlockHash: hashes?.index_block_hash ?? null,
    parentIndexBlockHash: hashes?.parent_index_block_hash ?? null,
    reason,
    kept,
  };
}

/** What is kept of a long payload. When it is tried again, it stays what it is. */
const excerptSchema = z.strictObject({
  ...blockHeightSchema.partial().shape,
  ...blockLinkSchema.partial().shape,
  reason: z.string(),
  excerpt: z.string().max(MOST_KEPT),
});

function keepShort(payload: unknown, reason: string, text = stringify(payload)): UnfitPayload {
  if (text.length <= MOST_KEPT) return unfit(payload, reason, text);
  const excerpt: z.infer<typeof excerptSchema> = {
    ...blockHeightSchema.safeParse(payload).data,
    ...blockLinkSchema.safeParse(payload).data,
    reason,
    excerpt: text.slice(0, MOST_KEPT),
  };
  return unfit(payload, reason, JSON.stringify(excerpt));
}

/** @returns null's JSON for a value that is nested too deeply */
function stringify(payload: unknown): string {
  try {
    return JSON.stringify(payload) ?? "null";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return "null";
  }
}
