import type * as z from "zod/mini";

/** The keys of local storage. They never change, because browsers hold values under them. */
export const storageKeys = {
  principal: "principal",
  nftHoldings: "nftHoldings",
  columnMilestones: "columnMilestones",
  pendingAccountCreation: "pendingAccountCreation",
  pendingTransactions: "pendingTransactions",
  /** Whether somebody disconnected while the service was not reached, so that their session is yet to be ended. */
  endingSession: "endingSession",
  /** The session record of `@stacks/auth`, under its own key. */
  walletSession: "blockstack-session",
} as const;

/** Storage may be forbidden, so even naming it can throw. */
type OpenStorage = () => Storage;
const ofDevice: OpenStorage = () => localStorage;
const ofTab: OpenStorage = () => sessionStorage;

/**
 * Reads a stored value. A value that does not fit the schema is removed: an older version, another tab or a person
 * may have written it.
 * @returns null when nothing fits, or when storage is forbidden
 */
export function readStored<Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
  storage = ofDevice,
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

/** Stores a value as JSON. Does nothing where storage is forbidden or full: the page works without it. */
export function writeStored(key: string, value: unknown, storage = ofDevice): void {
  try {
    storage().setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  } catch {
    // Private windows may refuse. A value that is not stored is asked for again.
  }
}

export function removeStored(key: string, storage = ofDevice): void {
  try {
    storage().removeItem(key);
  } catch {
    // Where storage is forbidden, there is nothing to remove.
  }
}

/** Parses JSON. Any other text, such as an address, is returned as it is. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * A value stored for this tab only. Text that was typed and not sent survives a reload and a cancelled wallet, and
 * no other tab or later visitor finds it.
 */
export function tabItem<Schema extends z.ZodMiniType>(key: string, schema: Schema) {
  return {
    read: () => readStored(key, schema, ofTab),
    write: (value: z.output<Schema>) => writeStored(key, value, ofTab),
    remove: () => removeStored(key, ofTab),
  };
}

/** Runs `adopt` when another tab may have changed a value under one of these keys. The service has no window. */
export function followOtherTabs(keys: readonly string[], adopt: () => void): void {
  if (typeof window === "undefined") return;
  window.addEventListener("storage", ({ key }) => {
    if (key === null || keys.includes(key)) adopt();
  });
  // A page in the browser's back/forward cache hears nothing of storage.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) adopt();
  });
}

/** The keys of what is typed into forms for everybody. It belongs to no account. */
export const openDrafts = { message: "unsentMessage", contact: "unsentContact" } as const;

/** Removes what is typed into these forms. The next person on the device must not read it. */
export function removeOpenDrafts(): void {
  for (const key of Object.values(openDrafts)) removeStored(key, ofTab);
}
