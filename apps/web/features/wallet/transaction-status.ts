import { times } from "@colonnade/domain/limits.ts";
import { queryOptions, skipToken, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../api/client.ts";
import { retryDelay } from "../../api/query-client.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { describeFailure, describeUnprotected, errorCodeOf } from "./contract-error.ts";
import { getTransaction } from "./node.ts";
import {
  getSent,
  removeSent,
  type SentTransaction,
  updateSent,
  useSentTransactions,
} from "./sent-transactions.ts";

/** What became of a transaction. `reason` can be shown as it is. */
export type Outcome =
  | { state: "pending" }
  | { state: "succeeded" }
  | { state: "failed"; reason: string };

/** The outcome of a transaction that has ended. */
export type Ending = Exclude<Outcome, { state: "pending" }>;

const outcomeKey = (txId: string) => ["transaction", txId] as const;

const pending: Outcome = { state: "pending" };

/** Milliseconds after which a success that the node reports counts even if the service does not show it. */
const INDEX_PATIENCE = 15_000;

/** When the node first reported a transaction's success: Unix milliseconds by transaction id. */
const succeededAt = new Map<string, number>();

/** Asks the node, or the service if the node does not know the transaction, or has forgotten it. */
async function findOutcome(transaction: SentTransaction, signal: AbortSignal): Promise<Outcome> {
  if (transaction.other !== undefined) return { state: "failed", reason: transaction.other };
  const { status, result } = await getTransaction(transaction.txId, signal);
  if (status === null) return findIndexedOutcome(transaction);
  if (status === "pending") return pending;
  if (status !== "success") {
    const code = result === null ? null : errorCodeOf(result);
    return { state: "failed", reason: describeEnd(transaction, status, code) };
  }
  return (await isIndexed(transaction)) ? { state: "succeeded" } : pending;
}

/** Whether the service shows it, too. A transaction that we call confirmed should be on its pages. */
async function isIndexed(transaction: SentTransaction): Promise<boolean> {
  const since = succeededAt.get(transaction.txId) ?? Date.now();
  succeededAt.set(transaction.txId, since);
  if (Date.now() - since > INDEX_PATIENCE) return true;
  const indexed = await findIndexedOutcome(transaction).catch(() => pending);
  return indexed.state === "succeeded";
}

/** Why it failed. Where the wallet left out the conditions, that is why the network refused to move anything. */
function describeEnd(
  { event, unprotected }: SentTransaction,
  status: string,
  code?: number | null,
) {
  const isLeftOut = unprotected === "refused" || unprotected === "unclear";
  return status === "abort_by_post_condition" && isLeftOut
    ? describeUnprotected(event, "refused")
    : describeFailure(event, status, code);
}

async function findIndexedOutcome(transaction: SentTransaction): Promise<Outcome> {
  const { txId, address, sentAt } = transaction;
  const events = await api("getEvents", { query: { principal: address } });
  const event = events.find((one) => one.txId === txId);
  if (event?.status === "SUCCESS") return { state: "succeeded" };
  if (event?.status === "FAILED") {
    const { reason, errorCode } = event;
    return { state: "failed", reason: describeEnd(transaction, reason ?? "dropped", errorCode) };
  }
  return Date.now() - sentAt > times.pendingEvent
    ? { state: "failed", reason: "The network does not know it any more." }
    : pending;
}

/**
 * Announces a transaction to the service, again and again at growing intervals while this is watched.
 * @param onSeen runs once the service's node has seen it, so that the service shows it
 */
export const announcementQuery = (
  transaction: SentTransaction,
  onSeen: (transaction: SentTransaction) => void,
) =>
  queryOptions({
    queryKey: ["announcement", transaction.txId],
    queryFn: async () => {
      const { txId, address, event } = transaction;
      const { endorsementId, organizationId } = transaction.metaData;
      const metaData = { endorsementId, organizationId };
      const body = { txId, senderPrincipal: address, event, metaData };
      const { seen } = await api("announceTransaction", { body });
      if (seen) {
        updateSent(txId, { announced: true });
        onSeen(transaction);
      }
      return seen;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => retryDelay(state.dataUpdateCount + state.errorUpdateCount),
  });

/** Blocks come every few seconds on a devnet, and every few minutes at worst elsewhere. */
const pollInterval = () => (runtimeConfig().network === "devnet" ? 1_000 : 10_000);

/** The transactions whose end `onOutcome` was told. Pages may still be loading what they changed. */
const ended = new Set<string>();

/**
 * Follows every transaction sent from this device to its end, and announces it until the service's node has seen it.
 * @param onSeen runs when the service shows one as pending
 * @param onOutcome runs once for each when it succeeded or failed. It resolves when the page shows what changed; until
 *   then the transaction counts as pending. Keep it stable.
 */
export function useTransactionOutcomes(
  onSeen: (transaction: SentTransaction) => void,
  onOutcome: (transaction: SentTransaction, outcome: Ending) => Promise<unknown>,
): void {
  const sent = useSentTransactions((state) => state.sent);
  const unseen = sent.filter(({ announced }) => !announced);
  useQueries({ queries: unseen.map((transaction) => announcementQuery(transaction, onSeen)) });
  const outcomes = useQueries({
    queries: sent.map((transaction) => ({
      queryKey: outcomeKey(transaction.txId),
      queryFn: ({ signal }: { signal: AbortSignal }) => findOutcome(transaction, signal),
      refetchInterval: pollInterval(),
      staleTime: 0,
    })),
  });
  useEffect(() => {
    for (const [index, transaction] of sent.entries()) {
      const outcome = outcomes[index]?.data;
      const { txId } = transaction;
      if (outcome === undefined || outcome.state === "pending" || ended.has(txId)) continue;
      ended.add(txId);
      const isKnown = getSent().some((one) => one.txId === txId);
      if (isKnown) onOutcome(transaction, outcome).finally(() => removeSent(txId));
    }
  });
}

const outcomeQuery = (txId: string) =>
  queryOptions<Outcome>({ queryKey: outcomeKey(txId), queryFn: skipToken });

/** The outcome of a transaction sent while the page is open. `useTransactionOutcomes` asks for it. */
export function useOutcome(txId: string): Outcome {
  return useQuery(outcomeQuery(txId)).data ?? pending;
}

/** The outcome of a transaction that this device sent, also if it ended before the page was loaded. */
export function useSentOutcome(transaction: SentTransaction): Outcome {
  const { data = pending } = useQuery({
    queryKey: outcomeKey(transaction.txId),
    queryFn: ({ signal }) => findOutcome(transaction, signal),
    refetchInterval: ({ state }) =>
      (state.data ?? pending).state === "pending" ? pollInterval() : false,
  });
  return data;
}

/** The outcomes of several transactions, in their order. */
export function useOutcomes(txIds: string[]): Outcome[] {
  return useQueries({ queries: txIds.map(outcomeQuery) }).map(({ data }) => data ?? pending);
}
