import { type EventType, eventTypes } from "@colonnade/domain/event-type.ts";
import { addressSchema, principalSchema, txIdSchema } from "@colonnade/domain/principal.ts";
import * as z from "zod/mini";
import { create } from "zustand";
import { followOtherTabs, readStored, removeStored, storageKeys, writeStored } from "./storage.ts";

/** At most this many are kept; the oldest go first. */
const MOST = 100;

/** A transaction that this device sent and whose outcome the pages do not show yet. */
export const sentTransactionSchema = z.object({
  txId: txIdSchema,
  address: addressSchema,
  event: z.enum(eventTypes),
  metaData: z.object({
    endorsementId: z.optional(z.int().check(z.positive())),
    organizationId: z.optional(z.int().check(z.positive())),
    /** The endorsements of a call about several. Stored on this device only. */
    endorsementIds: z.optional(z.array(z.int().check(z.positive()))),
    /** Who is endorsed, admitted, added to the organization, removed or blocked. Stored on this device only. */
    person: z.optional(principalSchema),
    /** The name of the sender that it blocks or unblocks. Stored on this device only. */
    name: z.optional(z.string()),
    /** Whether it takes back what its sender suggested or proposed. Stored on this device only. */
    takesBack: z.optional(z.boolean()),
  }),
  /**
   * What the wallet left out. `refused`: the conditions, so the network refuses the call. `open`: the deny mode, too,
   * so the network takes it. `unclear`: the conditions, and the mode is unknown. `loose`: the deny mode alone.
   */
  unprotected: z.optional(z.enum(["refused", "open", "unclear", "loose"])),
  /** Why it is not the call that the page asked for, in words, where that was learned after it was sent. */
  other: z.optional(z.string()),
  /** Unix milliseconds. */
  sentAt: z.int().check(z.positive()),
  /** Whether the service knows it. Until then, it is announced again and again. */
  announced: z.boolean(),
});
export type SentTransaction = z.infer<typeof sentTransactionSchema>;
const sentTransactionsSchema = z.array(sentTransactionSchema).check(z.maxLength(MOST));

const restore = () => readStored(storageKeys.pendingTransactions, sentTransactionsSchema) ?? [];

/**
 * The transactions that this device sent and whose outcome the pages do not show yet, oldest first. They survive a
 * reload. Each tab follows those of all tabs until it has shown their outcome itself.
 */
export const useSentTransactions = create(() => ({ sent: restore() }));

/** Whether a call about this person, organization or endorsement is sent and not confirmed yet. */
export const useIsPending = (
  event: EventType,
  about: Pick<SentTransaction["metaData"], "endorsementId" | "organizationId" | "person">,
) =>
  useSentTransactions(({ sent }) =>
    sent.some(
      ({ event: sentEvent, metaData }) =>
        sentEvent === event &&
        metaData.endorsementId === about.endorsementId &&
        metaData.organizationId === about.organizationId &&
        metaData.person === about.person,
    ),
  );

/** Those whose outcome this tab has shown. Another tab may store them once more. */
const removed = new Set<string>();

/** The transactions that this tab follows. */
export const getSent = () => useSentTransactions.getState().sent;

export function addSent(transaction: SentTransaction): void {
  change((before) => [...before, transaction]);
}

/** Adds new facts to a sent transaction. */
export function updateSent(txId: string, learned: Partial<SentTransaction>): void {
  change((before) => before.map((one) => (one.txId === txId ? { ...one, ...learned } : one)));
}

export function removeSent(txId: string): void {
  removed.add(txId);
  change((before) => before.filter((one) => one.txId !== txId));
}

/** Stops following what an address sent in this tab, as storage keeps it for others. */
export function forgetTransactionsOf(address: string): void {
  useSentTransactions.setState({ sent: getSent().filter((one) => one.address !== address) });
}

/** Removes all that an address sent. */
export function removeTransactionsOf(address: string): void {
  change((before) => before.filter((one) => one.address !== address));
}

function change(next: (before: SentTransaction[]) => SentTransaction[]): void {
  const stored = next(restore());
  if (stored.length === 0) removeStored(storageKeys.pendingTransactions);
  else writeStored(storageKeys.pendingTransactions, stored.slice(-MOST));
  useSentTransactions.setState({ sent: next(getSent()) });
}

/** Follows what other tabs have sent, too: the tab that sent it may be closed. */
function adopt(): void {
  const stored = restore();
  const own = getSent();
  const isNew = ({ txId }: SentTransaction) =>
    !removed.has(txId) && !own.some((one) => one.txId === txId);
  const known = own.map((one) => stored.find(({ txId }) => txId === one.txId) ?? one);
  useSentTransactions.setState({ sent: [...known, ...stored.filter(isNew)] });
}

followOtherTabs([storageKeys.pendingTransactions], adopt);
