import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { contractIdSchema, principalSchema, txIdSchema } from "./principal.ts";
import { networkNames } from "./web-config.ts";

const digest = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));

/** Words with the block height that their writer dates them with. */
const words = {
  title: z.string(),
  endorsement: z.string(),
  milestoneURI: z.string(),
  signedHeight: z.int().check(z.nonnegative()),
};

/**
 * Why a bundle does not hold the bytes of a transaction. `contract`: it calls another contract, which calls the
 * protocol, so its signature says nothing of the words. `withheld`: it holds what the service does not serve.
 * `missing`: it is too long to be kept.
 */
const absenceSchema = z.enum(["contract", "withheld", "missing"]);

const provingTransactionSchema = z.object({
  /** `edit`: by the author. `suggest`: the receiver's open suggestion. */
  action: z.enum(["submit", "edit", "suggest", "approve", "withdraw"]),
  /** The contract-caller: a person, or the contract that holds the role. */
  by: principalSchema,
  txId: txIdSchema,
  /** Its place in the block. */
  txIndex: z.int().check(z.nonnegative()),
  block: z.object({ id: digest, height: z.int().check(z.nonnegative()), date: z.iso.datetime() }),
  /** The signed transaction: 0x and hexadecimal digits. */
  raw: z.nullable(
    z.string().check(z.maxLength(2 + 2 * limits.rawTransactionBytes), z.regex(/^0x[0-9a-f]*$/)),
  ),
  /** Given where `raw` is null. */
  absent: z.optional(absenceSchema),
  /** The words that it states. */
  words: z.optional(z.object(words)),
  /** The digest of what the author stands by after it. */
  wordsHash: z.optional(digest),
});

/**
 * What proves an endorsement without the service: what is claimed, and the signed transactions behind it. It holds what
 * the other public answers hold. Words that the author has replaced are left out, as there. So is what a suspended person
 * suggests.
 */
export const proofSchema = z.object({
  version: z.literal(1),
  network: z.enum(networkNames),
  contracts: z.object({
    protocol: contractIdSchema,
    endorsement: contractIdSchema,
    bns: contractIdSchema,
  }),
  claim: z.object({
    id: z.int().check(z.positive()),
    status: z.enum(["pending", "approved", "withdrawn"]),
    sender: principalSchema,
    receiver: principalSchema,
    organization: z.nullable(z.object({ id: z.int().check(z.positive()), name: z.string() })),
    /** The BNS names that the profiles have now; null for one without a profile. */
    names: z.object({ sender: z.nullable(z.string()), receiver: z.nullable(z.string()) }),
    /** What the author stands by. */
    words: z.object(words),
    wordsHash: digest,
  }),
  /** In the order of the chain; one of each action at most. */
  transactions: z.array(provingTransactionSchema).check(z.maxLength(5)),
});
export type Proof = z.infer<typeof proofSchema>;
export type ProvingTransaction = Proof["transactions"][number];

/** The SHA-256 of a bundle's bytes. It is part of the address that never answers with other bytes. */
export const proofDigestSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));
