import { parseJson } from "@colonnade/domain/text.ts";
import { z } from "zod";
import { type Block, BlockError, decodeBlock } from "./block.ts";
import { blockHeightSchema, blockLinkSchema, type NewBlock, readNewBlock } from "./new-block.ts";
import { parsingTrouble } from "./parsing-trouble.ts";

/** A decoded block, with what the quarantine would keep of it. */
export interface Candidate {
  block: Block;
  /** What it was decoded from, unless that is long. */
  whole: NewBlock | null;
}

/** A payload that does not decode. */
export interface UnfitPayload {
  /** Null where the payload does not say it. */
  height: number | null;
  indexBlockHash: string | null;
  parentIndexBlockHash: string | null;
  /** Why it does not decode, in a sentence or two. */
  reason: string;
  /** JSON of what is kept of it: the part that is read, else all of it; of a long one, only the beginning. */
  kept: string;
}

/** The index block hash of a block; null where its payload does not say it. */
export const hashOf = (read: Candidate | UnfitPayload): string | null =>
  "block" in read ? read.block.indexBlockHash : read.indexBlockHash;

/** Bytes of JSON that are kept of a payload. */
const MOST_KEPT = 64 * 1024;
/** Characters of the beginning of a longer one. Each takes six bytes of JSON at most. */
const EXCERPT = 10_000;
/** Characters of a reason. An error may quote what it is about. */
const LONGEST_REASON = 1_000;
/** Transactions that name the protocol. A block has 2 MiB at most, and a transaction more than 100 bytes. */
const MOST_TRANSACTIONS = 20_971;
/** The protocol's prints. It writes to the chain with each, and a block holds 15,000 writes at most. */
const MOST_PRINTS = 15_000;

/** Reads the text of a `/new_block` payload. */
export function readPayloadText(text: string, protocolContract: string): Candidate | UnfitPayload {
  const trouble = parsingTrouble(text);
  if (trouble !== null) return unreadable(trouble, text);
  const payload = parseJson(text);
  return payload === undefined
    ? unreadable("It is not JSON", text)
    : readPayload(payload, protocolContract, text);
}

/** What is kept of a text that says nothing of a block. */
export function unreadable(reason: string, text: string): UnfitPayload {
  const nothing = { height: null, indexBlockHash: null, parentIndexBlockHash: null };
  return { ...nothing, reason, kept: JSON.stringify(text.slice(0, EXCERPT)) };
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
  if (read.transactions.length > MOST_TRANSACTIONS || read.events.length > MOST_PRINTS)
    return keepShort(payload, "It holds more of ours than any block can", text);
  try {
    const block = decodeBlock(read, protocolContract);
    return { block, whole: isBrief(read) ? read : null };
  } catch (error) {
    if (!(error instanceof BlockError)) throw error;
    return keepShort(payload, error.message, JSON.stringify(read));
  }
}

/** Whether what a block holds may be short enough to be kept. Making its JSON would take as long as decoding its prints. */
function isBrief({ transactions, events }: NewBlock): boolean {
  const prints = events.map(({ contract_event }) => contract_event?.raw_value ?? "");
  const texts = [...transactions.map(({ raw_tx }) => raw_tx), ...prints];
  return texts.reduce((sum, text) => sum + text.length, 0) <= MOST_KEPT;
}

const isShort = (json: string) => Buffer.byteLength(json) <= MOST_KEPT;

function unfit(payload: unknown, reason: string, kept: string): UnfitPayload {
  const hashes = blockLinkSchema.safeParse(payload).data;
  return {
    height: blockHeightSchema.safeParse(payload).data?.block_height ?? null,
    indexBlockHash: hashes?.index_block_hash ?? null,
    parentIndexBlockHash: hashes?.parent_index_block_hash ?? null,
    reason: reason.slice(0, LONGEST_REASON),
    kept,
  };
}

/**
 * What is kept of a long payload. An excerpt cannot be indexed when it is tried again. The node is asked for the block
 * when its tip is followed again.
 */
const excerptSchema = z.strictObject({
  ...blockHeightSchema.partial().shape,
  ...blockLinkSchema.partial().shape,
  reason: z.string(),
  excerpt: z.string().max(EXCERPT),
});

function keepShort(payload: unknown, reason: string, text = stringify(payload)): UnfitPayload {
  return unfit(payload, reason, isShort(text) ? text : excerptOf(payload, reason, text));
}

function excerptOf(payload: unknown, reason: string, text: string): string {
  const excerpt: z.infer<typeof excerptSchema> = {
    ...blockHeightSchema.safeParse(payload).data,
    ...blockLinkSchema.safeParse(payload).data,
    reason: reason.slice(0, LONGEST_REASON),
    excerpt: text.slice(0, EXCERPT),
  };
  return JSON.stringify(excerpt);
}

/** What is kept of a decoded block that cannot be indexed. */
export function keptOf({ block, whole }: Candidate, reason: string): UnfitPayload {
  const { height, indexBlockHash, parentIndexBlockHash } = block;
  const link = { block_height: height, index_block_hash: indexBlockHash };
  const payload = { ...link, parent_index_block_hash: parentIndexBlockHash };
  const json = whole === null ? null : JSON.stringify(whole);
  const isKept = json !== null && isShort(json);
  return unfit(payload, reason, isKept ? json : excerptOf(payload, reason, "too long"));
}

/** @returns the JSON of null for a value that is nested too deeply */
function stringify(payload: unknown): string {
  try {
    return JSON.stringify(payload) ?? "null";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return "null";
  }
}
