import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { Link, type To } from "react-router";
import { Perforation } from "../../ui/perforation.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SealMark, Stamp } from "../../ui/stamp.tsx";
import { Time } from "../../ui/time.tsx";
import { CategoryLabel, PartyLink, Serial } from "./marks.tsx";
import { receiverParty, senderParty } from "./party.ts";
import { Picture } from "./picture.tsx";

const sheet =
  "relative flex h-full flex-col overflow-hidden rounded-paper border border-rule bg-sheet print:break-inside-avoid print:flex-row";

/** An endorsement on a wall: its image, what it says it is for, and who stands behind it. */
export function GalleryCard({
  endorsement,
  viewerAddress,
  to,
  side,
}: {
  endorsement: Endorsement;
  viewerAddress: string | null;
  /** Where a press on the card leads. */
  to: To;
  /** Whether the wall is of the one who earned it (`from` is said) or of the one who sent it (`to`). */
  side: "earned" | "issued";
}) {
  const words = currentWords(endorsement);
  return (
    <div className={`${sheet} group transition-colors focus-within:border-line hover:border-line`}>
      <Picture
        address={words.milestoneURI}
        seed={`endorsement ${endorsement.id}`}
        sizes="(width >= 80rem) 18rem, (width >= 48rem) 32vw, (width >= 28rem) 46vw, 92vw"
        className="aspect-square w-full print:aspect-auto print:w-[38mm] print:shrink-0 print:[&_img]:object-contain"
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
          <Link
            to={to}
            preventScrollReset
            className="outline-offset-4 after:absolute after:inset-0 after:content-['']"
          >
            {words.title}
          </Link>
        </h3>
        <p className="voice hidden whitespace-pre-wrap print:block">{words.endorsement}</p>
        <div className="mt-auto flex items-end justify-between gap-3 pt-1 text-sm print:-mr-12">
          <span className="flex min-w-0 items-center gap-1.5 text-muted">
            {side === "earned" ? "from" : "to"}
            <PartyLink
              party={
                side === "earned"
                  ? senderParty(endorsement, viewerAddress)
                  : receiverParty(endorsement, viewerAddress)
              }
              className="font-medium text-ink"
            />
          </span>
          <span className="flex items-center gap-3 pb-1.5">
            <Time
              date={endorsement.date}
              className="hidden font-mono text-xs text-muted print:inline"
            />
            <Serial id={endorsement.id} />
          </span>
        </div>
        {endorsement.approved ? (
          endorsement.shown ? null : (
            <p className="text-xs text-muted">Hidden from your public profile</p>
          )
        ) : (
          <span className="pt-1">
            <Stamp approved={false} />
          </span>
        )}
      </div>
    </div>
  );
}

/** The same sheet before the ink. */
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
