import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { To } from "react-router";
import { EndorsementCard } from "../features/endorsement/endorsement-card.tsx";

const GAP = 16;
/** How many cards the first screen shows at most: their images are fetched at once. */
const FIRST = 3;

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
  useLayoutEffect(() => {
    if (list.current === null) return;
    setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: endorsements.length,
    estimateSize: () => (window.innerWidth < 640 ? 346 : 220),
    getItemKey: (index) => endorsements[index]?.id ?? index,
    overscan: 2,
    gap: GAP,
    scrollMargin: top,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= endorsements.length - 8) onNearEnd();
  }, [last, endorsements.length, onNearEnd]);
  return (
    <>
      <div
        ref={list}
        role="feed"
        aria-label="Endorsements"
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {shown.map(({ index, key, start }) => {
          const endorsement = endorsements[index];
          return endorsement === undefined ? null : (
            <article
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={-1}
              aria-label={currentWords(endorsement).title}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <EndorsementCard
                endorsement={endorsement}
                viewerAddress={viewerAddress}
                to={linkTo(endorsement)}
                eager={index < FIRST}
              />
            </article>
          );
        })}
      </div>
      {end}
    </>
  );
}
