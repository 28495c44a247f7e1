import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { Link, type To } from "react-router";
import { Perforation } from "../../ui/perforation.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { CategoryLabel, Parties, Serial } from "./marks.tsx";
import { receiverParty, senderParty } from "./party.ts";
import { Picture } from "./picture.tsx";

const sheet =
  "relative grid grid-cols-[7rem_minmax(0,1fr)] overflow-hidden rounded-paper border border-rule bg-sheet sm:grid-cols-[12.5rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr_auto]";

/** As high as the words beside it where they take more lines. */
const image = "h-full min-h-28 w-28 sm:row-span-3 sm:w-auto";

/** An endorsement in the feed: a stub with its image, torn off along a perforation, and its words. */
export function EndorsementCard({
  endorsement,
  viewerAddress,
  to,
}: {
  endorsement: Endorsement;
  viewerAddress: string | null;
  /** Where a press on the card leads. */
  to: To;
}) {
  const words = currentWords(endorsement);
  return (
    <div
      className={`${sheet} group transition-colors focus-within:border-line hover:border-line sm:min-h-[12.5rem]`}
    >
      <Picture
        address={words.milestoneURI}
        seed={`endorsement ${endorsement.id}`}
        sizes="(width >= 40rem) 12.5rem, 7rem"
        className={image}
      />
      <Perforation vertical className="left-[12.5rem] hidden sm:flex" />
      <div className="flex min-w-0 flex-col gap-1 p-4 pb-2 sm:px-6 sm:pt-5 sm:pb-1">
        <div className="flex flex-col-reverse items-start gap-x-4 gap-y-1 sm:flex-row sm:justify-between">
          <CategoryLabel name={endorsement.category} />
          <span className="sm:ml-auto">
            <Serial id={endorsement.id} />
          </span>
        </div>
        <h2 className="line-clamp-2 text-lg leading-6 sm:text-xl sm:leading-7">
          <Link
            to={to}
            preventScrollReset
            className="outline-offset-4 after:absolute after:inset-0 after:content-['']"
          >
            {words.title}
          </Link>
        </h2>
      </div>
      {/* Three lines high with fewer words too: their own font, when it arrives, may break them elsewhere. */}
      <div className="relative col-span-2 px-4 pt-4 sm:col-span-1 sm:px-6 sm:pt-0">
        <Perforation className="top-0 sm:hidden" />
        <p className="voice measure line-clamp-3 min-h-[4.875rem]">{words.endorsement}</p>
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 sm:col-span-1 sm:mt-auto sm:px-6 sm:pb-5">
        <Parties
          sender={senderParty(endorsement, viewerAddress)}
          receiver={receiverParty(endorsement, viewerAddress)}
        />
        <span className="ml-auto flex">
          <Stamp approved={endorsement.approved} />
        </span>
      </div>
    </div>
  );
}

/** The same sheet before the ink. */
export function EndorsementCardSkeleton() {
  return (
    <div aria-hidden="true" className={`${sheet} sm:min-h-[12.5rem]`}>
      <Skeleton shape="flat" className={image} />
      <Perforation vertical className="left-[12.5rem] hidden sm:flex" />
      <div className="flex flex-col gap-3 p-4 pb-2 sm:px-6 sm:pt-5">
        <Skeleton className="h-3 w-32 max-w-full" />
        <Skeleton className="h-5 w-64 max-w-full" />
      </div>
      <div className="relative col-span-2 flex flex-col gap-3 px-4 pt-4 sm:col-span-1 sm:px-6 sm:pt-0">
        <Perforation className="top-0 sm:hidden" />
        <Skeleton className="h-4 w-full max-w-lg" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <div className="col-span-2 flex items-center justify-between p-4 sm:col-span-1 sm:px-6 sm:pb-5">
        <Skeleton className="h-8 w-40" />
        <Skeleton className="h-7 w-28" />
      </div>
    </div>
  );
}
