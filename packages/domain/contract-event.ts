import { ClarityType, type ClarityValue, deserializeCV, serializeCV } from "@stacks/transactions";
import * as z from "zod/mini";
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
  z.transform((bytes) => new TextDecoder().decode(bytes)),
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
  const value = plain(readWhole(rawValue.replace(/^0x/, "").toLowerCase()));
  if (typeof value !== "object" || value === null || !("topic" in value)) return null;
  if (!topics.has(value.topic)) return null;
  const parsed = contractEventSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ContractEventError(
    `The print of ${String(value.topic)} does not fit: ${z.prettifyError(parsed.error)}`,
  );
}

/** A value that was cut off may still read as another one, and what follows a value is passed over: so both ways. */
function readWhole(hex: string): ClarityValue {
  try {
    const value = deserializeCV(hex);
    if (serializeCV(value) === hex) return value;
  } catch (cause) {
    throw new ContractEventError("The print is no value", { cause });
  }
  throw new ContractEventError("The print is not one whole value");
}

/** A Clarity value as plain data: tuples as objects, none as null, integers as bigint, buffers as bytes. */
function plain(value: ClarityValue): unknown {
  switch (value.type) {
    case ClarityType.Tuple:
      return Object.fromEntries(
        Object.entries(value.value).map(([key, part]) => [key, plain(part)]),
      );
    case ClarityType.List:
      return value.value.map(plain);
    case ClarityType.OptionalNone:
      return null;
    case ClarityType.OptionalSome:
    case ClarityType.ResponseOk:
    case ClarityType.ResponseErr:
      return plain(value.value);
    case ClarityType.Int:
    case ClarityType.UInt:
      return BigInt(value.value);
    case ClarityType.BoolTrue:
      return true;
    case ClarityType.BoolFalse:
      return false;
    case ClarityType.Buffer:
      return Uint8Array.from(
        (value.value.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)),
      );
    default:
      return value.value;
  }
}
