import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { queryKeys } from "../../api/query-keys.ts";
import { GalleryCard, GalleryCardSkeleton } from "../../features/endorsement/gallery-card.tsx";
import { type EndorsementFilter, endorsementPages } from "../../features/endorsement/query.ts";
import { Gallery } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useHydrating } from "../../ui/hydration.ts";
import { RestNeedsScripts, ShowMore } from "../shared/show-more.tsx";

/** How many are rendered on the service: more than a window shows would only make the page late. */
const RENDERED = 12;

/** A gallery of endorsements under a heading. Shows what the page carries, and loads older ones on request. */
export function EndorsementWall({
  title,
  count,
  carried,
  filter,
  isShown,
  side,
  ofOrganization = false,
  name = side,
  printed = true,
  empty,
}: {
  title: string;
  /** Stands beside the title. */
  count?: ReactNode;
  /** The newest ones, which came with the profile or organization. */
  carried: Endorsement[];
  /** Finds the older ones. */
  filter: EndorsementFilter;
  /** Which of them belong on the wall. */
  isShown: (endorsement: Endorsement) => boolean;
  side: "earned" | "issued";
  ofOrganization?: boolean;
  /** Names the heading, if the page has several walls of one side. */
  name?: string;
  /** Whether it stands on the printed page. */
  printed?: boolean;
  /** Shown if there are none; without it the wall is left out. */
  empty?: ReactNode;
}) {
  const { endorsements, older } = useWall(carried, filter);
  const all = endorsements.filter(isShown);
  const shown = useHydrating() ? all.slice(0, RENDERED) : all;
  const heading = `wall-${name}`;
  const isEmpty = all.length === 0 && !older.hasNextPage;
  if (isEmpty && empty === undefined) return null;
  return (
    <section
      aria-labelledby={heading}
      className={classNames("page pt-10 print:px-0 print:pt-[8mm]", !printed && "print:hidden")}
    >
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={heading} className="text-2xl">
          {title}
        </h2>
        {count === undefined ? null : <span className="font-mono text-sm text-muted">{count}</span>}
      </div>
      {isEmpty ? (
        empty
      ) : (
        <Gallery>
          {shown.map((endorsement) => (
            <li
              key={endorsement.id}
              className={endorsement.approved && endorsement.shown ? undefined : "print:hidden"}
            >
              <GalleryCard endorsement={endorsement} side={side} ofOrganization={ofOrganization} />
            </li>
          ))}
        </Gallery>
      )}
      {all.length > RENDERED && !older.hasNextPage ? <RestNeedsScripts /> : null}
      <ShowMore list={older} failure="Older endorsements could not be loaded." className="mt-6">
        Show older endorsements
      </ShowMore>
    </section>
  );
}

export function EndorsementWallSkeleton({ title }: { title: string }) {
  return (
    <section aria-busy="true" aria-label={title} className="page min-h-dvh pt-10">
      <h2 className="mb-5 text-2xl">{title}</h2>
      <Gallery>
        {["a", "b", "c", "d"].map((key) => (
          <li key={key}>
            <GalleryCardSkeleton />
          </li>
        ))}
      </Gallery>
    </section>
  );
}

/** How many carried endorsements the first older page repeats. If more new ones arrive, the lists no longer meet. */
const OVERLAP = 10;

/**
 * The endorsements of a wall: the newest, which the page carries (at most `limits.pageItems`), and the older ones page
 * after page, once the viewer asks. Older ones are still there when the viewer comes back to the page.
 * @param filter finds the older ones
 */
function useWall(carried: Endorsement[], filter: EndorsementFilter) {
  const client = useQueryClient();
  const { data: asked } = useQuery<string>({ queryKey: startKeyOf(filter), queryFn: skipToken });
  const last = carried.at(-1)?.id ?? 0;
  // If the two lists no longer meet, the older ones are loaded from the start again.
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

const startKeyOf = (filter: EndorsementFilter) => [...queryKeys.endorsement, "start", filter];

/** The older ones have numbers below this one. */
function startOf(carried: Endorsement[]): string | undefined {
  const id = carried.at(-1 - OVERLAP)?.id;
  return id === undefined ? undefined : String(id);
}
