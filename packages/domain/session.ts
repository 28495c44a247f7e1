import * as z from "zod/mini";
import { addressSchema, signerSchema } from "./principal.ts";

/** A signed challenge: the result of `stx_signMessage` for the text with this nonce. */
export const signInSchema = z.object({
  address: signerSchema,
  nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  publicKey: z.string().check(z.regex(/^(?:0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/)),
  signature: z.string().check(z.regex(/^[0-9a-fA-F]{130}$/)),
});
export type SignIn = z.infer<typeof signInSchema>;

/** The session that the request's cookie belongs to. */
export const sessionSchema = z.object({
  /** Null if nobody is signed in. */
  address: z.nullable(addressSchema),
  /** When it ends, unless a request uses it before. */
  expiresAt: z.nullable(z.iso.datetime()),
  /** Whether the signed-in principal is a watcher. Some screens are for watchers only. */
  watcher: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;
