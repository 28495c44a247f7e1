import * as z from "zod/mini";
import { addressSchema } from "./principal.ts";

/** What a wallet is asked to sign to prove that a request comes from an address. */
export interface Challenge {
  /** Host of the app, with the port where it has one. */
  domain: string;
  address: string;
  /** The app's public address. */
  uri: string;
  chainId: number;
  nonce: string;
  /** ISO 8601, UTC. */
  issuedAt: string;
  expiresAt: string;
}

/** The text of a challenge, after the manner of EIP-4361, for a wallet to show and sign. */
export function challengeText(challenge: Challenge): string {
  return [
    `${challenge.domain} wants you to sign in with your Stacks account:`,
    challenge.address,
    "",
    "Sign in to Colonnade. This is not a transaction and costs nothing.",
    "",
    `URI: ${challenge.uri}`,
    "Version: 1",
    `Chain ID: ${challenge.chainId}`,
    `Nonce: ${challenge.nonce}`,
    `Issued At: ${challenge.issuedAt}`,
    `Expiration Time: ${challenge.expiresAt}`,
  ].join("\n");
}

/** A signed challenge: what `stx_signMessage` gave for the text with this nonce. */
export const signInSchema = z.object({
  address: addressSchema,
  nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  publicKey: z.string().check(z.regex(/^(?:0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/)),
  signature: z.string().check(z.regex(/^[0-9a-fA-F]{130}$/)),
});
export type SignIn = z.infer<typeof signInSchema>;

/** Who is signed in with the service, by the cookie that came along. */
export const sessionSchema = z.object({
  /** Who is signed in; null when nobody is. */
  address: z.nullable(addressSchema),
  expiresAt: z.nullable(z.iso.datetime()),
  /** Whether the signed-in principal is a watcher, for the screens that only watchers have. */
  watcher: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;
