import { times } from "@colonnade/domain/limits.ts";
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { statusOf } from "./error.ts";

/** Whether to retry a failed call: not when the service refused it (400 to 499). */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  const status = statusOf(error);
  const refused = status !== undefined && status >= 400 && status < 500;
  return !refused && failures < times.retries;
}

/** Exponential backoff: one second, two, four and so on up to the cap. @returns milliseconds */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, times.retryCap);
}

/** @param gcTime milliseconds to keep an answer that no component uses */
export function createQueryClient(gcTime: number): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // After a failed refetch a query keeps its last answer. What the service says is gone must not be shown.
      onError: (error, query) => statusOf(error) === 404 && query.setState({ data: undefined }),
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime,
        refetchInterval: times.refetch,
        retry: isWorthRetrying,
        retryDelay,
        // A call without a network fails at once. Otherwise it would wait for one, and no page would say so.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** The query client of the browser; the service makes one for each page it renders. */
export const queryClient = createQueryClient(times.cache);
