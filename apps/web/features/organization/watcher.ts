import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

/** Whether an address is a watcher, who admits organizations. */
function watcherQuery(address: string) {
  return queryOptions({
    queryKey: ["watcher", address],
    queryFn: async ({ signal }) => {
      const { watcher } = await api("getWatcher", { query: { principal: address } }, { signal });
      return watcher;
    },
  });
}

/** Whether an address is a watcher: false until that is known, and while nobody is connected. */
export function useIsWatcher(address: string | null) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...watcherQuery(address ?? ""),
    enabled: address !== null,
  });
  return {
    isWatcher: data ?? false,
    isKnown: data !== undefined,
    failed: isError && data === undefined,
    isFetching,
    refetch,
  };
}
