import { limits } from "@colonnade/domain/limits.ts";
import { bytesToHex } from "@noble/hashes/utils";
import * as z from "zod/mini";
import { isPrincipal } from "./address.ts";
import { ClarityValueError, type PlainValue, readClarityValue } from "./clarity-value.ts";

const principal = z.string().check(z.refine(isPrincipal, "Expected a Stacks principal"));
const id = z.pipe(
  z.bigint().check(z.positive(), z.lte(BigInt(Number.MAX_SAFE_INTEGER))),
  z.transform(Number),
);
const height = z.pipe(
  z.bigint().check(z.nonnegative(), z.lte(BigInt(Number.MAX_SAFE_INTEGER))),
  z.transform(Number),
);
/** The most bytes of a name. BNS and the contract allow far fewer. The database takes seconds to index 20,000. */
const LONGEST_NAME = 256;
const name = z.pipe(
  z.instanceof(Uint8Array).check(z.refine((bytes) => bytes.length <= LONGEST_NAME)),
  z.transform((bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)),
);
const organizationName = z.string().check(z.maxLength(LONGEST_NAME));
/** The digest of the words that the author stands by, as `words` in the pending asset: 0x and 64 hex digits. */
const digest = z.pipe(
  z.instanceof(Uint8Array).check(z.refine((bytes) => bytes.length === 32)),
  z.transform((bytes) => `0x${bytesToHex(bytes)}`),
);
/** Refuses a list longer than any of the contract's before it checks the items: each wrong item would be an issue. */
const principals = z.pipe(
  z.array(z.unknown()).check(z.maxLength(limits.organizationAdmins)),
  z.array(principal),
);
const text = { title: z.string(), description: z.string(), image: z.string() };
/** The contract-caller: a person, or the contract that holds the role. */
const actor = { by: principal };
const membership = { id, representative: principal };

/**
 * What each write of the protocol contract prints, by topic. Colonnade learns everything about profiles,
 * organizations and endorsements from these prints. `contracts/README.md` documents the same shapes.
 */
const contractEventSchema = z.discriminatedUnion("topic", [
  z.object({
    topic: z.literal("register-profile"),
    principal,
    bns: name,
    "bns-name": name,
    statement: z.nullable(z.string()),
    image: z.string(),
  }),
  z.object({
    topic: z.literal("remove-profile"),
    principal,
    reason: z.enum(["owner", "name-moved"]),
  }),
  z.object({
    topic: z.literal("update-statement"),
    principal,
    statement: z.string(),
  }),
  z.object({
    topic: z.literal("update-profile-image-url"),
    principal,
    image: z.string(),
  }),
  z.object({
    topic: z.literal("watcher-remove-profile"),
    principal,
    watcher: principal,
  }),
  z.object({
    topic: z.literal("watcher-restore-profile"),
    principal,
    watcher: principal,
  }),
  z.object({ topic: z.literal("propose-owner"), owner: principal, ...actor }),
  z.object({ topic: z.literal("accept-owner"), owner: principal }),
  z.object({ topic: z.literal("add-watcher"), watcher: principal, ...actor }),
  z.object({ topic: z.literal("remove-watcher"), watcher: principal, ...actor }),
  z.object({
    topic: z.literal("watcher-new-organization"),
    id,
    admin: principal,
    name: organizationName,
    logo: z.string(),
    description: z.string(),
    website: z.string(),
    invited: principals,
    watcher: principal,
  }),
  z.object({ topic: z.literal("add-representative"), ...membership, ...actor }),
  z.object({ topic: z.literal("accept-representation"), ...membership }),
  z.object({ topic: z.literal("decline-representation"), ...membership }),
  z.object({ topic: z.literal("resign-representation"), ...membership }),
  z.object({ topic: z.literal("remove-representative"), ...membership, ...actor }),
  z.object({ topic: z.literal("propose-admin"), id, admin: principal, ...actor }),
  z.object({
    topic: z.literal("watcher-replace-admin"),
    id,
    admin: principal,
    from: height,
    watcher: principal,
  }),
  z.object({ topic: z.literal("refuse-replacement"), id, admin: principal, ...actor }),
  z.object({
    topic: z.literal("accept-admin"),
    id,
    admin: principal,
    former: principal,
  }),
  z.object({ topic: z.literal("decline-admin"), id, admin: principal }),
  z.object({ topic: z.literal("close-organization"), id, ...actor }),
  z.object({
    topic: z.literal("submit-endorsement"),
    id,
    words: digest,
    sender: principal,
    receiver: principal,
    ...text,
    "block-height": height,
    org: z.nullable(z.object({ id, name: organizationName })),
  }),
  z.object({
    topic: z.literal("edit-endorsement"),
    id,
    words: digest,
    editor: principal,
    ...text,
    date: height,
    suggested: z.boolean(),
  }),
  z.object({
    topic: z.literal("approve-endorsement"),
    id,
    words: digest,
    sender: principal,
    receiver: principal,
    ...text,
    date: height,
  }),
  z.object({
    topic: z.literal("burn-endorsement"),
    id,
    words: digest,
    sender: principal,
    receiver: principal,
  }),
  z.object({
    topic: z.literal("withdraw-endorsement"),
    id,
    ...actor,
    reason: z.nullable(z.string()),
    earned: z.boolean(),
  }),
  z.object({
    topic: z.literal("discard-endorsement"),
    id,
    sender: principal,
    receiver: principal,
  }),
  z.object({ topic: z.literal("display-status"), id, shown: z.boolean(), ...actor }),
  z.object({
    topic: z.literal("block-sender"),
    principal,
    sender: principal,
  }),
  z.object({
    topic: z.literal("unblock-sender"),
    principal,
    sender: principal,
  }),
  z.object({ topic: z.literal("block-organization"), principal, id }),
  z.object({ topic: z.literal("unblock-organization"), principal, id }),
]);
export type ContractEvent = z.infer<typeof contractEventSchema>;
export type ContractEventTopic = ContractEvent["topic"];

/** Every topic that the contract prints. */
export const contractEventTopics: readonly ContractEventTopic[] =
  contractEventSchema.def.options.flatMap(({ shape }) => shape.topic.def.values);

const topics: ReadonlySet<unknown> = new Set(contractEventTopics);

/** The most characters of a print. Words, an image address and some principals take less than a third of it. */
const LONGEST = 64 * 1024;

/** A print of the protocol contract is no Clarity value, or does not have its topic's shape. */
export class ContractEventError extends Error {
  override readonly name = "ContractEventError";
}

/**
 * Decodes one print of the protocol contract.
 * @param rawValue the consensus-serialized Clarity value as hex, with or without 0x (a node's `raw_value`)
 * @returns null if the print is not a tuple with one of our topics, such as a SIP-019 notice
 * @throws ContractEventError if the bytes are not one value, or the topic is ours and the other fields do not fit
 */
export function decodeContractEvent(rawValue: string): ContractEvent | null {
  if (rawValue.length > LONGEST)
    throw new ContractEventError("The print is longer than any of ours");
  const value = readPrint(rawValue);
  if (typeof value !== "object" || value === null || !("topic" in value)) return null;
  if (!topics.has(value.topic)) return null;
  const parsed = contractEventSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ContractEventError(
    `The print of ${String(value.topic)} does not fit: ${z.prettifyError(parsed.error)}`,
  );
}

function readPrint(hex: string): PlainValue {
  try {
    return readClarityValue(hex);
  } catch (cause) {
    if (!(cause instanceof ClarityValueError)) throw cause;
    throw new ContractEventError(`The print is no Clarity value: ${cause.message}`, { cause });
  }
}
