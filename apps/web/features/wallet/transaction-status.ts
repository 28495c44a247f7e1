import { times } from "@colonnade/domain/limits.ts";
import { queryOptions, skipToken, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../api/client.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { describeFailure, errorCodeOf } from "./contract-error.ts";
import { getTransaction } from "./node.ts";
import { useSentTransactions } from "./sent-transactions.ts";
import type { SentTransaction } from "./stored-state.ts";
import { announceTransaction } from "./transaction.ts";

/** What became of a transaction. `reason` is said in plain words. */
export type Outcome =
  | { state: "pending" }
  | { state: "succeeded" }
  | { state: "failed"; reason: string };

/** How it ended. */
export type Ending = Exclude<Outcome, { state: "pending" }>;

const outcomeKey = (txId: string) => ["transaction", txId] as const;

const pending: Outcome = { state: "pending" };

/** How long the service may take to read a block before the node's word alone is enough. */
const INDEX_PATIENCE = 15_000;

/** When the node first said of a transaction that it succeeded: Unix milliseconds. */
const succeededAt = new Map<string, number>();

/** Asks the node, and the service where the node does not know (any more). */
async function findOutcome(transaction: SentTransaction, signal: AbortSignal): Promise<Outcome> {
  const { status, result } = await getTransaction(transaction.txId, signal);
  if (status === null) return findIndexedOutcome(transaction);
  if (status === "pending") return pending;
  if (status !== "success") {
    const code = result === null ? null : errorCodeOf(result);
    return { state: "failed", reason: describeFailure(transaction.event, status, code) };
  }
  return (await isIndexed(transaction)) ? { state: "succeeded" } : pending;
}

/** Whether the pages show it, too: what is said to be confirmed should be found when one looks for it. */
async function isIndexed(transaction: SentTransaction): Promise<boolean> {
  const since = succeededAt.get(transaction.txId) ?? Date.now();
  succeededAt.set(transaction.txId, since);
  if (Date.now() - since > INDEX_PATIENCE) return true;
  const indexed = await findIndexedOutcome(transaction).catch(() => pending);
  return indexed.state === "succeeded";
}

async function findIndexedOutcome({
  txId,
  address,
  sentAt,
  event: kind,
}: SentTransaction): Promise<Outcome> {
  const events = await api("getEvents", { query: { principal: address } });
  const event = events.find((one) => one.txId === txId);
  if (event?.status === "SUCCESS") return { state: "succeeded" };
  if (event?.status === "FAILED") {
    const { reason, errorCode } = event;
    return { state: "failed", reason: describeFailure(kind, reason ?? "dropped", errorCode) };
  }
  return Date.now() - sentAt > times.pendingEvent
    ? { state: "failed", reason: "The network does not know it any more." }
    : pending;
}

/** Blocks come every few seconds on a devnet, and every few minutes at worst elsewhere. */
const pollInterval = () => (runtimeConfig().network === "devnet" ? 1_000 : 10_000);

/**
 * Follows every transaction sent from this device to its end.
 * @param onOutcome runs once for each when it succeeded or failed; keep it stable
 */
export function useTransactionOutcomes(
  onOutcome: (transaction: SentTransaction, outcome: Ending) => void,
): void {
  const sent = useSentTransactions((state) => state.sent);
  const outcomes = useQueries({
    queries: sent.map((transaction) => ({
      queryKey: outcomeKey(transaction.txId),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        if (!transaction.announced) await announceTransaction(transaction);
        return findOutcome(transaction, signal);
      },
      refetchInterval: pollInterval(),
      staleTime: 0,
    })),
  });
  useEffect(() => {
    for (const [index, transaction] of sent.entries()) {
      const outcome = outcomes[index]?.data;
      if (outcome === undefined || outcome.state === "pending") continue;
      if (useSentTransactions.getState().remove(transaction.txId)) onOutcome(transaction, outcome);
    }
  });
}

const outcomeQuery = (txId: string) =>
  queryOptions<Outcome>({ queryKey: outcomeKey(txId), queryFn: skipToken });

/** What became of a transaction that was sent while the page is open; `useTransactionOutcomes` does the asking. */
export function useOutcome(txId: string): Outcome {
  return useQuery(outcomeQuery(txId)).data ?? pending;
}

/** The same of several, in their order. */
export function useOutcomes(txIds: string[]): Outcome[] {
  return useQueries({ queries: txIds.map(outcomeQuery) }).map(({ data }) => data ?? pending);
}
