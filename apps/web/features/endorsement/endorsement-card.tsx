import { unknownCategory } from "@colonnade/domain/category.ts";
import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutBidiOverrides } from "@colonnade/domain/hidden-text.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useState } from "react";
import { create } from "zustand";
import { Portrait } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Perforation } from "../../ui/perforation.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { useViewerAddress } from "../profile/viewer.ts";
import {
  CardLink,
  CategoryLabel,
  Picture,
  RemovedSigner,
  receiverSide,
  Serial,
  SideLink,
  senderSide,
} from "./card-parts.tsx";
import { isFromNewcomer, standingWords, stateOf } from "./words.ts";

const sheet =
  "relative grid grid-cols-[7rem_minmax(0,1fr)] overflow-hidden rounded-paper border border-rule bg-sheet sm:grid-cols-[12.5rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr_auto]";

/** As high as the words beside it if they need more room. */
const image = "h-full min-h-28 w-28 sm:row-span-3 sm:w-auto";

/** Stands in place of a folded title. */
export const FOLDED_TITLE = "An endorsement from somebody new";

/** The endorsements whose folded words the viewer has opened. They stay open until the page is loaded again. */
const useOpened = create(() => ({ ids: new Set<number>() }));

const open = (id: number) => useOpened.setState(({ ids }) => ({ ids: new Set([...ids, id]) }));

/** Whether an endorsement's words are folded, because nobody has approved anything of its sender's yet. */
export function useIsFolded(): (endorsement: Endorsement) => boolean {
  const { ids } = useOpened();
  return (endorsement) => isFromNewcomer(endorsement) && !ids.has(endorsement.id);
}

/** An endorsement in the feed: a stub with its image, a perforation, and its words. */
export function EndorsementCard({ endorsement }: { endorsement: Endorsement }) {
  const words = standingWords(endorsement);
  const isFolded = useIsFolded()(endorsement);
  const [wasPressed, setPressed] = useState(false);
  const show = () => {
    setPressed(true);
    open(endorsement.id);
  };
  return (
    <div
      className={`${sheet} group transition-colors focus-within:border-line hover:border-line sm:min-h-[12.5rem]`}
    >
      <Picture
        // Without an address, a rosette. The images of categories are known to be harmless.
        address={
          isFolded && endorsement.category === unknownCategory.name ? "" : words.milestoneURI
        }
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
          {isFolded ? (
            <CardLink endorsement={endorsement}>{FOLDED_TITLE}</CardLink>
          ) : (
            <CardLink endorsement={endorsement} />
          )}
        </h2>
      </div>
      {/* Always three lines high: when the font loads, the words may break at other places. */}
      <div className="relative col-span-2 px-4 pt-4 sm:col-span-1 sm:px-6 sm:pt-0">
        <Perforation className="top-0 sm:hidden" />
        {isFolded ? (
          <Folded onOpen={show} />
        ) : (
          <p
            dir="auto"
            tabIndex={wasPressed ? -1 : undefined}
            ref={wasPressed ? takeFocus : undefined}
            className="voice measure line-clamp-3 min-h-[4.875rem]"
          >
            {withoutBidiOverrides(words.endorsement)}
          </p>
        )}
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 sm:col-span-1 sm:mt-auto sm:px-6 sm:pb-5">
        <div className="flex min-w-0 flex-col gap-2">
          <Sides endorsement={endorsement} />
          <RemovedSigner endorsement={endorsement} />
        </div>
        <span className="ml-auto flex">
          <Stamp status={stateOf(endorsement)} />
        </span>
      </div>
    </div>
  );
}

/** The words take the focus from the button that showed them. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** Takes the place of the words, at the same height. */
function Folded({ onOpen }: { onOpen: () => void }) {
  return (
    <div className="flex min-h-[4.875rem] flex-col items-start gap-1">
      <p className="text-sm text-muted">Nobody has approved anything from this sender yet.</p>
      {/* Above the link of the whole card. */}
      <Button tone="quiet" onClick={onOpen} className="relative z-10 -ml-3">
        {messages.showWords}
      </Button>
    </div>
  );
}

/** Two overlapping portraits and both names, each a link to its page. */
function Sides({ endorsement }: { endorsement: Endorsement }) {
  const viewer = useViewerAddress();
  const sender = senderSide(endorsement, viewer);
  const receiver = receiverSide(endorsement, viewer);
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="flex shrink-0">
        <Portrait {...sender} size={32} />
        <Portrait {...receiver} size={32} className="-ml-2 ring-2 ring-sheet" />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-2 text-[0.9375rem]">
        <SideLink side={sender} />
        <span className="text-muted">{messages.to}</span>
        <SideLink side={receiver} />
      </span>
    </span>
  );
}

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
