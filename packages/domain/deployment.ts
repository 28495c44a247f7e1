import * as z from "zod/mini";
import { addressSchema, contractIdSchema, principalSchema } from "./principal.ts";

const publishedSchema = z.object({
  id: contractIdSchema,
  /** The Stacks height of the block that has it. */
  height: z.int(),
  /** The SHA-256 of its source on chain, in hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

/** `deployments/{network}.json`: what `npm run contracts:deploy` found on the chain when it was done. */
export const deploymentSchema = z.object({
  deployer: addressSchema,
  protocol: publishedSchema,
  endorsement: publishedSchema,
  /** The contracts of others that the sources name. */
  bns: contractIdSchema,
  nftTrait: contractIdSchema,
  /** The address of a token's metadata, without the `{id}` at its end. */
  metadataBase: z.string(),
  /** The watchers that the command was given. Others may have been added or removed since. */
  watchers: z.array(principalSchema),
});
export type Deployment = z.infer<typeof deploymentSchema>;
