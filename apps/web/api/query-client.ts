import { times } from "@colonnade/domain/limits.ts";
import { QueryClient } from "@tanstack/react-query";
import { statusOf } from "./error.ts";

/** Whether asking again could help: not after the service understood the question and said no. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  const status = statusOf(error);
  const refused = status !== undefined && status >= 400 && status < 500;
  return !refused && failures < times.retries;
}

/** One second, two, four and so on, never more than the cap. */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, times.retryCap);
}

/** @param gcTime for how many milliseconds an answer is kept that nothing shows */
export function createQueryClient(gcTime: number): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime,
        refetchInterval: times.refetch,
        retry: isWorthRetrying,
        retryDelay,
      },
      mutations: { retry: false },
    },
  });
}

/** The browser's own. */
export const queryClient = createQueryClient(times.cache);
