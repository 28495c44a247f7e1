import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { explain } from "../../api/error.ts";
import { GalleryCard, GalleryCardSkeleton } from "../../features/endorsement/gallery-card.tsx";
import { type EndorsementFilter, endorsementPages } from "../../features/endorsement/query.ts";
import { Button } from "../../ui/button.tsx";
import { Gallery } from "../../ui/gallery.tsx";
import { useEndorsementLink } from "../endorsement-links.ts";

/** The profile carries at most this many; what is older is paged. */
const CARRIED = 100;

/** A headed wall of endorsements. Shows what the profile carries; fetches older ones when asked to. */
export function EndorsementWall({
  title,
  count,
  carried,
  filter,
  isShown,
  side,
  viewerAddress,
  empty,
}: {
  title: string;
  /** Said beside the title. */
  count?: ReactNode;
  /** The newest, as they came with the page. */
  carried: Endorsement[];
  /** What finds the older ones. */
  filter: EndorsementFilter;
  /** Which of them belong on the wall. */
  isShown: (endorsement: Endorsement) => boolean;
  side: "earned" | "issued";
  viewerAddress: string | null;
  /** What is shown where there is none. */
  empty?: ReactNode;
}) {
  const linkTo = useEndorsementLink(viewerAddress);
  const [wantsOlder, setWantsOlder] = useState(false);
  const older = useInfiniteQuery({ ...endorsementPages(filter), enabled: wantsOlder });
  const known = new Set(carried.map(({ id }) => id));
  const fetched = older.data?.pages.flatMap(({ items }) => items) ?? [];
  const all = [...carried, ...fetched.filter(({ id }) => !known.has(id))].filter(isShown);
  const mayHaveMore = carried.length >= CARRIED && (!wantsOlder || older.hasNextPage);
  const heading = `wall-${side}`;
  if (all.length === 0 && empty === undefined) return null;
  return (
    <section aria-labelledby={heading} className="page pt-10 print:px-0 print:pt-[8mm]">
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={heading} className="text-2xl">
          {title}
        </h2>
        {count === undefined ? null : <span className="font-mono text-sm text-muted">{count}</span>}
      </div>
      {all.length === 0 ? (
        empty
      ) : (
        <Gallery>
          {all.map((endorsement) => (
            <li
              key={endorsement.id}
              className={endorsement.approved && endorsement.shown ? undefined : "print:hidden"}
            >
              <GalleryCard
                endorsement={endorsement}
                viewerAddress={viewerAddress}
                to={linkTo(endorsement)}
                side={side}
              />
            </li>
          ))}
        </Gallery>
      )}
      {older.isError ? <p className="mt-4 text-sm text-seal">{explain(older.error)}</p> : null}
      {mayHaveMore ? (
        <p className="mt-6 flex justify-center print:hidden">
          <Button
            tone="secondary"
            busy={older.isFetching}
            onClick={() => {
              if (wantsOlder) older.fetchNextPage();
              setWantsOlder(true);
            }}
          >
            Show older endorsements
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** A wall before the ink. */
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
