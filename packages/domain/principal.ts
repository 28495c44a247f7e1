import { c32addressDecode } from "c32check";
import * as z from "zod/mini";
import { messages } from "./messages.ts";

/** As in stacks-core. `__transient` is its name for code without a contract, and anybody can write it. */
const CONTRACT_NAME = /^(?:[a-zA-Z][a-zA-Z0-9_-]{0,127}|__transient)$/;

/**
 * Upper-case c32, which has no I, L, O and U. The decoder would accept other spellings as well. A longer text is not
 * decoded: that takes a time that grows with the square of its length.
 */
const C32_ADDRESS = /^S[0-9A-HJKMNP-TV-Z]{1,40}$/;
const HASH_DIGITS = 40;

/**
 * Whether a text is a standard principal: a Stacks address of any network with a valid checksum. Only the chain's own
 * spelling is accepted, so that nobody has two addresses.
 */
export function isAddress(text: string): boolean {
  if (!C32_ADDRESS.test(text)) return false;
  try {
    const [, hash] = c32addressDecode(text);
    return hash.length === HASH_DIGITS;
  } catch {
    return false;
  }
}

/** Whether a text is a contract identifier, `address.contract-name`. */
function isContractId(text: string): boolean {
  const [address = "", name = "", ...rest] = text.split(".");
  return rest.length === 0 && isAddress(address) && CONTRACT_NAME.test(name);
}

/** For a longer text, the length is the only issue that is reported. */
const atMost = (length: number) => z.maxLength(length, { abort: true });

/** A standard principal (`SP…`, `ST…`). */
export const addressSchema = z
  .string()
  .check(atMost(41), z.refine(isAddress, "Expected a Stacks address"));

/** Whether an address is of one key (`SP…`, `ST…`), and so can sign a message. Those of several keys are SM and SN. */
export function isSingleKey(principal: string): boolean {
  return /^S[PT]/.test(principal) && isAddress(principal);
}

/** A principal that can sign in. */
export const signerSchema = z.string().check(
  atMost(170),
  z.refine((text) => isAddress(text) || isContractId(text), {
    error: "Expected a Stacks address",
    abort: true,
  }),
  z.refine(isSingleKey, messages.noSingleKey),
);

/** A contract identifier (`SP….name`). */
export const contractIdSchema = z
  .string()
  .check(atMost(170), z.refine(isContractId, "Expected a contract identifier"));

/** A principal: an address or a contract identifier. */
export const principalSchema = z.string().check(
  atMost(170),
  z.refine((text) => isAddress(text) || isContractId(text), "Expected a Stacks principal"),
);

/** A transaction id as the API writes it: 0x and 64 lower-case hexadecimal digits. */
export const txIdSchema = z
  .string()
  .check(z.regex(/^0x[0-9a-f]{64}$/, "Expected a transaction id"));

/** Shortens a principal to its ends: `ST1PQ…PGZGM`. */
export function shortenPrincipal(principal: string): string {
  return principal.length <= 12 ? principal : `${principal.slice(0, 5)}…${principal.slice(-5)}`;
}
