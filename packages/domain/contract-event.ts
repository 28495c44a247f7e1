import * as z from "zod/mini";
import { ClarityValueError, type PlainValue, readClarityValue } from "./clarity-value.ts";
import { principalSchema } from "./principal.ts";

const id = z.pipe(
  z.bigint().check(z.positive(), z.lte(BigInt(Number.MAX_SAFE_INTEGER))),
  z.transform(Number),
);
const height = z.pipe(
  z.bigint().check(z.nonnegative(), z.lte(BigInt(Number.MAX_SAFE_INTEGER))),
  z.transform(Number),
);
const name = z.pipe(
  z.instanceof(Uint8Array),
  z.transform((bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)),
);
const words = { title: z.string(), description: z.string(), image: z.string() };

/**
 * What each write of the protocol contract prints, by its topic: the whole of what the chain tells Colonnade of people,
 * organizations and endorsements. The contract's source documents the same shapes.
 */
const contractEventSchema = z.discriminatedUnion("topic", [
  z.object({
    topic: z.literal("register-profile"),
    principal: principalSchema,
    bns: name,
    "bns-name": name,
    statement: z.nullable(z.string()),
    image: z.string(),
  }),
  z.object({
    topic: z.literal("remove-profile"),
    principal: principalSchema,
    reason: z.enum(["owner", "name-moved"]),
  }),
  z.object({
    topic: z.literal("update-statement"),
    principal: principalSchema,
    statement: z.string(),
  }),
  z.object({
    topic: z.literal("update-profile-image-url"),
    principal: principalSchema,
    image: z.string(),
  }),
  z.object({
    topic: z.literal("watcher-remove-profile"),
    principal: principalSchema,
    watcher: principalSchema,
  }),
  z.object({ topic: z.literal("add-watcher"), watcher: principalSchema }),
  z.object({ topic: z.literal("remove-watcher"), watcher: principalSchema }),
  z.object({
    topic: z.literal("watcher-new-organization"),
    id,
    admin: principalSchema,
    name: z.string(),
    logo: z.string(),
    description: z.string(),
    website: z.string(),
    representatives: z.array(principalSchema),
    watcher: principalSchema,
  }),
  z.object({ topic: z.literal("add-representative"), id, representative: principalSchema }),
  z.object({ topic: z.literal("remove-representative"), id, representative: principalSchema }),
  z.object({
    topic: z.literal("submit-endorsement"),
    id,
    revision: id,
    sender: principalSchema,
    receiver: principalSchema,
    ...words,
    "block-height": height,
    org: z.nullable(z.object({ id, name: z.string() })),
  }),
  z.object({
    topic: z.literal("edit-endorsement"),
    id,
    revision: id,
    editor: principalSchema,
    ...words,
    date: height,
    accepted: z.boolean(),
  }),
  z.object({
    topic: z.literal("approve-endorsement"),
    id,
    revision: id,
    sender: principalSchema,
    receiver: principalSchema,
    ...words,
  }),
  z.object({
    topic: z.literal("burn-endorsement"),
    id,
    revision: id,
    sender: principalSchema,
    receiver: principalSchema,
  }),
  z.object({ topic: z.literal("display-status"), id, shown: z.boolean() }),
]);
export type ContractEvent = z.infer<typeof contractEventSchema>;
export type ContractEventTopic = ContractEvent["topic"];

/** Every topic that the contract prints. */
export const contractEventTopics: readonly ContractEventTopic[] =
  contractEventSchema.def.options.flatMap(({ shape }) => shape.topic.def.values);

const topics: ReadonlySet<unknown> = new Set(contractEventTopics);

/** A print of the protocol contract that is no value, or not of any known shape. */
export class ContractEventError extends Error {
  override readonly name = "ContractEventError";
}

/**
 * Decodes one print of the protocol contract.
 * @param rawValue the consensus-serialized Clarity value as hex, with or without 0x (a node's `raw_value`)
 * @returns null for a print that is not a tuple with one of our topics (an owner's notice, say)
 * @throws ContractEventError for what is not one whole value, and when the topic is ours and the rest does not fit
 */
export function decodeContractEvent(rawValue: string): ContractEvent | null {
  const value = readWhole(rawValue);
  if (typeof value !== "object" || value === null || !("topic" in value)) return null;
  if (!topics.has(value.topic)) return null;
  const parsed = contractEventSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ContractEventError(
    `The print of ${String(value.topic)} does not fit: ${z.prettifyError(parsed.error)}`,
  );
}

function readWhole(hex: string): PlainValue {
  try {
    return readClarityValue(hex);
  } catch (cause) {
    if (!(cause instanceof ClarityValueError)) throw cause;
    throw new ContractEventError(`The print is no value: ${cause.message}`, { cause });
  }
}
