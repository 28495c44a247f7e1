import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type EndorsementFilter, endorsementPages } from "../../features/endorsement/query.ts";
import type { PagedList } from "../show-more.tsx";

/**
 * The endorsements of a wall: the newest, as the page carries them, and once asked for the older ones, page
 * after page. A page carries 100 at most (`limits.pageItems`), newest first.
 * @param filter what finds the older ones
 */
export function useWall(
  carried: Endorsement[],
  filter: EndorsementFilter,
): { endorsements: Endorsement[]; older: PagedList } {
  /** What was carried when the older ones were first asked for: they begin below its last. */
  const [start, setStart] = useState<Endorsement[] | null>(null);
  const before = lastId(start ?? carried);
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery({
    ...endorsementPages(filter, before === null ? null : String(before)),
    enabled: ({ state }) => start !== null || state.data !== undefined,
  });
  const last = lastId(carried);
  // Newer ones that arrive push the last of these out of what is carried.
  const pushedOut = (start ?? []).filter(({ id }) => last !== null && id < last);
  const known = new Set([...carried, ...pushedOut].map(({ id }) => id));
  const fetched = data?.pages.flatMap(({ items }) => items) ?? [];
  return {
    endorsements: [...carried, ...pushedOut, ...fetched.filter(({ id }) => !known.has(id))],
    older: {
      hasNextPage: data === undefined ? carried.length >= limits.pageItems : hasNextPage,
      isFetchingNextPage: isFetching,
      isFetchNextPageError: isError,
      fetchNextPage() {
        setStart(start ?? carried);
        if (data !== undefined) fetchNextPage();
        else if (start !== null) refetch();
      },
    },
  };
}

const lastId = (endorsements: Endorsement[]) => endorsements.at(-1)?.id ?? null;
