import * as z from "zod/mini";
import { contractIdSchema } from "./principal.ts";
import { networkNames } from "./web-config.ts";

/** What a service proposes on its page that checks proofs: JSON in the page's `#colonnade-config` element. */
export const verifySettingsSchema = z.object({
  network: z.enum(networkNames),
  /** The public address of the service, without a trailing slash. */
  origin: z.url(),
  /** The protocol contract that it serves. */
  protocol: contractIdSchema,
  /** Addresses of nodes to ask. */
  nodes: z.array(z.url()).check(z.minLength(1)),
});
export type VerifySettings = z.infer<typeof verifySettingsSchema>;
