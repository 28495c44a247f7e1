import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import {
  type EndorsementFilter,
  endorsementKey,
  endorsementPages,
} from "../../features/endorsement/query.ts";
import type { PagedList } from "../show-more.tsx";

/** So many that a page carries are fetched with the older ones: as many may arrive before there is a gap between them. */
const OVERLAP = 10;

/**
 * The endorsements of a wall: the newest, as many as a page carries (`limits.pageItems`), and once asked for the older
 * ones, page after page. What was asked for is there again when one comes back.
 * @param filter what finds the older ones
 */
export function useWall(
  carried: Endorsement[],
  filter: EndorsementFilter,
): { endorsements: Endorsement[]; older: PagedList } {
  const client = useQueryClient();
  const { data: asked } = useQuery<string>({ queryKey: startKeyOf(filter), queryFn: skipToken });
  const last = carried.at(-1)?.id ?? 0;
  // Where so many have arrived that a gap would be left, the older ones begin anew.
  const start = asked !== undefined && Number(asked) <= last ? startOf(carried) : asked;
  useEffect(() => {
    if (start !== asked) client.setQueryData(startKeyOf(filter), start);
  }, [client, filter, start, asked]);
  const older = useInfiniteQuery({
    ...endorsementPages(filter, start),
    enabled: start !== undefined,
  });
  const fetched = older.data?.pages.flatMap(({ items }) => items) ?? [];
  const known = new Set(carried.map(({ id }) => id));
  return {
    endorsements: [...carried, ...fetched.filter(({ id }) => !known.has(id))],
    older: {
      hasNextPage:
        older.data === undefined ? carried.length >= limits.pageItems : older.hasNextPage,
      isFetchingNextPage: older.isFetchingNextPage || older.isLoading,
      isFetchNextPageError: older.isFetchNextPageError || older.isLoadingError,
      fetchNextPage() {
        client.setQueryData(startKeyOf(filter), start ?? startOf(carried));
        if (older.data !== undefined) older.fetchNextPage();
        else if (start !== undefined) older.refetch();
      },
    },
  };
}

const startKeyOf = (filter: EndorsementFilter) => [...endorsementKey, "start", filter];

/** The older ones are those below this number. */
function startOf(carried: Endorsement[]): string | undefined {
  const id = carried.at(-1 - OVERLAP)?.id;
  return id === undefined ? undefined : String(id);
}
