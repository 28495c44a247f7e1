import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutBidiOverrides } from "@colonnade/domain/hidden-text.ts";
import { Portrait } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Perforation } from "../../ui/perforation.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SealMark, Stamp } from "../../ui/stamp.tsx";
import { Time } from "../../ui/time.tsx";
import { useViewerAddress } from "../profile/viewer.ts";
import {
  CardLink,
  CategoryLabel,
  Picture,
  RemovedSigner,
  receiverSide,
  Serial,
  type Side,
  SideLink,
  senderSide,
} from "./card-parts.tsx";
import { Withdrawn } from "./withdrawn.tsx";
import { standingWords } from "./words.ts";

const sheet =
  "relative flex h-full flex-col overflow-hidden rounded-paper border border-rule bg-sheet print:break-inside-avoid print:flex-row";

/** An endorsement on a profile's wall: image, title and the other side. */
export function GalleryCard({
  endorsement,
  side,
  ofOrganization = false,
}: {
  endorsement: Endorsement;
  /** Whose wall it is: `earned` names the sender (`from`), `issued` the receiver (`to`). */
  side: "earned" | "issued";
  /** Whether it is the wall of an organization, which need not be named on each card. */
  ofOrganization?: boolean;
}) {
  const viewer = useViewerAddress();
  const words = standingWords(endorsement);
  const { withdrawn } = endorsement;
  const from = senderSide(endorsement, viewer);
  const other = side === "earned" ? from : receiverSide(endorsement, viewer);
  // On a person's wall, what they sent for an organization must not look like their own.
  const organization = side === "issued" && !ofOrganization && from.square ? from : undefined;
  return (
    <div className={`${sheet} group transition-colors focus-within:border-line hover:border-line`}>
      <Picture
        address={words.milestoneURI}
        seed={`endorsement ${endorsement.id}`}
        sizes="(width >= 80rem) 18rem, (width >= 48rem) 32vw, (width >= 28rem) 46vw, 92vw"
        className={classNames(
          "aspect-square w-full print:aspect-auto print:w-[38mm] print:shrink-0 print:[&_img]:object-contain",
          withdrawn !== undefined && "opacity-60 grayscale",
        )}
      />
      <div className="relative print:static">
        <Perforation className="top-0 print:hidden" />
        {endorsement.approved ? (
          <span className="absolute -top-5 right-5 z-10 rounded-full bg-sheet text-approved print:top-3 print:right-3">
            <SealMark className="size-10" />
            <span className="sr-only">Approved</span>
          </span>
        ) : null}
      </div>
      <div className="flex grow flex-col gap-1.5 px-4 pt-5 pb-4 print:min-w-0 print:py-3 print:pr-16">
        <CategoryLabel name={endorsement.category} />
        <h3 className="line-clamp-2 text-lg leading-6">
          <CardLink endorsement={endorsement} />
        </h3>
        <p dir="auto" className="voice hidden whitespace-pre-wrap print:block">
          {withoutBidiOverrides(words.endorsement)}
        </p>
        <div className="mt-auto flex items-end justify-between gap-3 pt-1 text-sm print:-mr-12">
          <span className="grid min-w-0 grid-cols-[auto_1fr] items-center gap-x-1.5 gap-y-2 text-muted">
            <OtherSide side={other}>{side === "earned" ? "from" : "to"}</OtherSide>
            {organization === undefined ? null : <OtherSide side={organization}>as</OtherSide>}
          </span>
          <span className="flex items-center gap-3 pb-1.5">
            <Time
              date={endorsement.wordsDate}
              className="hidden font-mono text-xs text-muted print:inline"
            />
            <Serial id={endorsement.id} />
          </span>
        </div>
        <RemovedSigner endorsement={endorsement} />
        <Status endorsement={endorsement} />
      </div>
    </div>
  );
}

/** A row of the grid: a preposition with the portrait, and the name. */
function OtherSide({ side, children }: { side: Side; children: string }) {
  return (
    <>
      <span className="flex items-center gap-1.5">
        {children}
        <Portrait {...side} size={20} />
      </span>
      <SideLink side={side} className="w-fit max-w-full font-medium text-ink" />
    </>
  );
}

/** What a seal on the card does not say: it is pending, hidden, or withdrawn. */
function Status({ endorsement }: { endorsement: Endorsement }) {
  const { withdrawn, approved, shown } = endorsement;
  if (withdrawn !== undefined) return <Withdrawn withdrawn={withdrawn} className="text-sm" />;
  if (!approved) {
    return (
      <span className="pt-1">
        <Stamp status="pending" />
      </span>
    );
  }
  return shown ? null : <p className="text-xs text-muted">Hidden from your public profile</p>;
}

export function GalleryCardSkeleton() {
  return (
    <div aria-hidden="true" className={sheet}>
      <Skeleton shape="flat" className="aspect-square w-full" />
      <div className="relative flex flex-col gap-3 px-4 pt-6 pb-5">
        <Perforation className="top-0" />
        <Skeleton className="h-3 w-28" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-3 w-24" />
      </div>
    </div>
  );
}
