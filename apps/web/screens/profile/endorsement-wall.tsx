import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import type { ReactNode } from "react";
import { GalleryCard, GalleryCardSkeleton } from "../../features/endorsement/gallery-card.tsx";
import type { EndorsementFilter } from "../../features/endorsement/query.ts";
import { Gallery } from "../../ui/gallery.tsx";
import { useHydrating } from "../../ui/hydrating.ts";
import { useEndorsementLink } from "../endorsement-links.ts";
import { RestNeedsScripts } from "../rest-needs-scripts.tsx";
import { ShowMore } from "../show-more.tsx";
import { useWall } from "./use-wall.ts";

/** How many are rendered on the service: what no window shows only makes the page late. */
const RENDERED = 12;

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
  const { endorsements, older } = useWall(carried, filter);
  const all = endorsements.filter(isShown);
  const shown = useHydrating() ? all.slice(0, RENDERED) : all;
  const heading = `wall-${side}`;
  const isEmpty = all.length === 0 && !older.hasNextPage;
  if (isEmpty && empty === undefined) return null;
  return (
    <section aria-labelledby={heading} className="page pt-10 print:px-0 print:pt-[8mm]">
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
      {all.length > RENDERED && !older.hasNextPage ? <RestNeedsScripts /> : null}
      <ShowMore list={older} failure="Older endorsements could not be loaded." className="mt-6">
        Show older endorsements
      </ShowMore>
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
