import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  EndorsementCard,
  FOLDED_TITLE,
  useIsFolded,
} from "../../features/endorsement/endorsement-card.tsx";
import { shownTitle } from "../../features/endorsement/words.ts";
import { Button } from "../../ui/button.tsx";
import { useHydrating } from "../../ui/hydration.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { type PagedList, RestNeedsScripts } from "../shared/show-more.tsx";

const GAP = 16;
/** How many are rendered on the service: more than a window shows would only make the page late. */
const RENDERED = 10;

/** A virtualized list of endorsements: only those near the screen are in the page. Its end loads the next page. */
export function EndorsementList({
  endorsements,
  list,
}: {
  endorsements: Endorsement[];
  list: PagedList;
}) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const feed = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const hydrating = useHydrating();
  const isFolded = useIsFolded();
  const [rendered] = useState(hydrating);
  /** Measured heights of the cards that the service rendered, by id. */
  const heights = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    if (feed.current === null) return;
    const place = feed.current.getBoundingClientRect().top + window.scrollY;
    if (!rendered) {
      setTop(place);
      return;
    }
    for (const card of feed.current.children) {
      heights.current.set(card.id, card.getBoundingClientRect().height);
    }
    // A transition, which React renders in slices: the virtual list comes the same way.
    startTransition(() => setTop(place));
  }, [rendered]);
  const virtual = useWindowVirtualizer({
    enabled: !hydrating,
    count: endorsements.length,
    estimateSize: (index) =>
      heights.current.get(idOf(endorsements[index])) ?? (window.innerWidth < 640 ? 346 : 220),
    getItemKey: (index) => endorsements[index]?.id ?? index,
    measureElement: (card, entry) =>
      entry?.borderBoxSize[0]?.blockSize ?? card.getBoundingClientRect().height,
    overscan: 2,
    gap: GAP,
    scrollMargin: top,
  });
  const shown = virtual.getVirtualItems();
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= endorsements.length - 8;
  const wantsMore = isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (wantsMore) fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  // A list from the service stays whole until it is known which of its cards are near the screen.
  const isWhole = hydrating || (rendered && shown.length === 0);
  const cards = isWhole
    ? endorsements.slice(0, RENDERED).map((_, index) => ({ index, start: null }))
    : shown;
  return (
    <>
      <div
        ref={feed}
        role="feed"
        aria-label="Endorsements"
        className={isWhole ? "flex flex-col gap-4" : "relative"}
        style={isWhole ? undefined : { height: virtual.getTotalSize() }}
      >
        {cards.map(({ index, start }) => {
          const endorsement = endorsements[index];
          return endorsement === undefined ? null : (
            <article
              key={endorsement.id}
              id={idOf(endorsement)}
              ref={isWhole ? undefined : virtual.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={-1}
              aria-label={labelOf(endorsement, isFolded(endorsement))}
              className={start === null ? undefined : "absolute inset-x-0 top-0"}
              // A transform in both cases: adding it later would count as a layout shift.
              style={{ transform: `translateY(${start === null ? 0 : start - top}px)` }}
            >
              <EndorsementCard endorsement={endorsement} />
            </article>
          );
        })}
      </div>
      {endorsements.length > RENDERED ? <RestNeedsScripts /> : null}
      <ListEnd list={list} />
    </>
  );
}

const labelOf = (endorsement: Endorsement, isFolded: boolean) =>
  isFolded ? FOLDED_TITLE : shownTitle(endorsement);

const idOf = (endorsement: Endorsement | undefined) => `endorsement-${endorsement?.id ?? ""}`;

/** What stands below the last card. */
function ListEnd({ list }: { list: PagedList }) {
  const hydrating = useHydrating();
  if (list.isFetchNextPageError) {
    return (
      <p className="flex items-center justify-center gap-4 py-4 text-sm text-muted">
        Older endorsements could not be loaded.
        <Button tone="secondary" onClick={() => list.fetchNextPage()}>
          Try again
        </Button>
      </p>
    );
  }
  if (hydrating) return null;
  return list.hasNextPage ? (
    <p className="flex justify-center py-4">
      <Spinner>Loading older endorsements</Spinner>
    </p>
  ) : (
    <p className="py-6 text-center text-sm text-muted">You have reached the first one.</p>
  );
}
