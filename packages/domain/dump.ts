import * as z from "zod/mini";
import { endorsementSchema } from "./endorsement.ts";
import { organizationCardSchema } from "./organization.ts";
import { contractIdSchema } from "./principal.ts";
import { profileCardSchema } from "./profile.ts";
import { proofSchema } from "./proof.ts";
import { networkNames } from "./web-config.ts";

// A dump is a gzip file of JSON lines: a header, then a line for each profile, organization and endorsement, and an
// end.

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());

/** A block of the chain. */
const blockSchema = z.object({ height: count, id: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)) });

const counts = { profiles: count, organizations: count, endorsements: count };

export const dumpHeaderSchema = z.object({
  colonnade: z.literal("dump"),
  version: z.literal(1),
  network: z.enum(networkNames),
  contracts: z.object({
    protocol: contractIdSchema,
    endorsement: contractIdSchema,
    bns: contractIdSchema,
  }),
  /** The service that made it. */
  origin: z.url(),
  at: z.iso.datetime(),
  /** The newest block when it was begun. */
  block: blockSchema,
});
export type DumpHeader = z.infer<typeof dumpHeaderSchema>;

/** Somebody with a profile whom no watcher suspends. */
const profileLineSchema = z.strictObject({ profile: profileCardSchema });
const organizationLineSchema = z.strictObject({ organization: organizationCardSchema });
/** An endorsement that was approved, as `/api/milestone` and `/api/proof/{id}` answer it. */
const endorsementLineSchema = z.strictObject({
  endorsement: endorsementSchema,
  proof: proofSchema,
});

export const dumpEndSchema = z.strictObject({
  end: z.object({
    ...counts,
    /** The newest block when it was finished. Each line is true at a block from the header's to this one. */
    block: blockSchema,
    /** SHA-256 of all lines before, each with its line break. */
    sha256: digest,
  }),
});
export type DumpEnd = z.infer<typeof dumpEndSchema>["end"];

/** A line between the header and the end. */
export const dumpLineSchema = z.union([
  endorsementLineSchema,
  profileLineSchema,
  organizationLineSchema,
]);
export type DumpLine = z.infer<typeof dumpLineSchema>;

/** What `/dump.json` says of the newest dump. */
export const dumpManifestSchema = z.extend(dumpHeaderSchema, {
  ...counts,
  /** Bytes of the file. */
  bytes: count,
  /** SHA-256 of the file. */
  sha256: digest,
  /** Where the file is. */
  file: z.url(),
  /** Where the JSON Schema of its lines is. */
  schema: z.url(),
});
export type DumpManifest = z.infer<typeof dumpManifestSchema>;
