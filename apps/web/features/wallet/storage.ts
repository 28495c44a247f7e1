import type * as z from "zod/mini";

/** Names under which this device remembers things. What is kept under them stays, so they do too. */
export const storageKeys = {
  principal: "principal",
  nftHoldings: "nftHoldings",
  columnMilestones: "columnMilestones",
  pendingAccountCreation: "pendingAccountCreation",
  pendingTransactions: "pendingTransactions",
  /** The wallet session: the key that `@stacks/auth` uses. */
  walletSession: "blockstack-session",
} as const;

/**
 * Reads what was remembered under a key. What does not fit the schema is dropped: nothing in storage is trusted,
 * for an older version, another tab or a person may have written it.
 * @returns null when there is nothing that fits, or storage is forbidden
 */
export function readStored<Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
  storage: () => Storage = () => localStorage,
): z.output<Schema> | null {
  try {
    const text = storage().getItem(key);
    if (text === null) return null;
    const value = schema.safeParse(parse(text));
    if (value.success) return value.data;
    storage().removeItem(key);
    return null;
  } catch {
    return null;
  }
}

/** Remembers a value as JSON. Does nothing where storage is forbidden or full: the page works without it. */
export function writeStored(
  key: string,
  value: unknown,
  storage: () => Storage = () => localStorage,
): void {
  try {
    storage().setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  } catch {
    // Private windows may refuse; what is not remembered is asked again.
  }
}

/** Forgets what was remembered under a key. */
export function removeStored(key: string, storage: () => Storage = () => localStorage): void {
  try {
    storage().removeItem(key);
  } catch {
    // Nothing is remembered where storage is forbidden.
  }
}

/** JSON where it is JSON; a bare text (an address) otherwise. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
