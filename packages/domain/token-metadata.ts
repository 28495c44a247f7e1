import { z } from "zod";

/** SIP-016 metadata of an endorsement's token. */
export const tokenMetadataSchema = z.object({
  sip: z.literal(16),
  name: z.string(),
  description: z.string().optional(),
  image: z.url().optional(),
  attributes: z.array(z.object({ trait_type: z.string(), value: z.string() })).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
export type TokenMetadata = z.infer<typeof tokenMetadataSchema>;
