import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { To } from "react-router";
import { EndorsementCard } from "../features/endorsement/endorsement-card.tsx";
import { useHydrating } from "../ui/hydrating.ts";
import { RestNeedsScripts } from "./rest-needs-scripts.tsx";

const GAP = 16;
/** How many are rendered on the service: what no window shows only makes the page late. */
const RENDERED = 10;

/**
 * Endorsements under one another, however many: only those near the screen are in the page.
 * Asks for more when the end comes near.
 */
export function EndorsementList({
  endorsements,
  viewerAddress,
  linkTo,
  onNearEnd,
  end,
}: {
  endorsements: Endorsement[];
  viewerAddress: string | null;
  linkTo: (endorsement: Endorsement) => To;
  onNearEnd: () => void;
  /** What stands below the last card. */
  end?: ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const hydrating = useHydrating();
  const [rendered] = useState(hydrating);
  /** The heights that cards had as they were rendered on the service. */
  const heights = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    if (list.current === null) return;
    const place = list.current.getBoundingClientRect().top + window.scrollY;
    if (!rendered) {
      setTop(place);
      return;
    }
    for (const card of list.current.children) {
      heights.current.set(card.id, card.getBoundingClientRect().height);
    }
    // Not needed before the virtual list is, which comes in slices.
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
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= endorsements.length - 8) onNearEnd();
  }, [last, endorsements.length, onNearEnd]);
  // A rendered list stands as it is until it is known which of its cards are near the screen; then these stay.
  const isWhole = hydrating || (rendered && shown.length === 0);
  const cards = isWhole
    ? endorsements.slice(0, RENDERED).map((_, index) => ({ index, start: null }))
    : shown;
  return (
    <>
      <div
        ref={list}
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
              aria-label={currentWords(endorsement).title}
              className={start === null ? undefined : "absolute inset-x-0 top-0"}
              // A place of its own for what is drawn in it, in both ways, or the browser takes one for a shift.
              style={{ transform: `translateY(${start === null ? 0 : start - top}px)` }}
            >
              <EndorsementCard
                endorsement={endorsement}
                viewerAddress={viewerAddress}
                to={linkTo(endorsement)}
              />
            </article>
          );
        })}
      </div>
      {endorsements.length > RENDERED ? <RestNeedsScripts /> : null}
      {end}
    </>
  );
}

const idOf = (endorsement: Endorsement | undefined) => `endorsement-${endorsement?.id ?? ""}`;
