import * as z from "zod/mini";

/** SIP-016 metadata of an endorsement's token. */
export const tokenMetadataSchema = z.object({
  sip: z.literal(16),
  name: z.string(),
  description: z.optional(z.string()),
  image: z.optional(z.url()),
  attributes: z.optional(z.array(z.object({ trait_type: z.string(), value: z.string() }))),
  properties: z.optional(z.record(z.string(), z.unknown())),
});
export type TokenMetadata = z.infer<typeof tokenMetadataSchema>;
