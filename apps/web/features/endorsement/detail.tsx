import { unknownCategory } from "@colonnade/domain/category.ts";
import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutBidiOverrides } from "@colonnade/domain/hidden-text.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { ArrowDown, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Portrait } from "../../ui/avatar.tsx";
import { ExplorerLink } from "../../ui/explorer-link.tsx";
import { Perforation } from "../../ui/perforation.tsx";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { Time } from "../../ui/time.tsx";
import { useViewerAddress } from "../profile/viewer.ts";
import {
  CategoryLabel,
  Picture,
  receiverSide,
  Serial,
  type Side,
  SideName,
  SignedBy,
  senderSide,
} from "./card-parts.tsx";
import { Withdrawn } from "./withdrawn.tsx";
import { isBackdated, isHeld, shownTitle, standingWords, stateOf } from "./words.ts";

/**
 * The whole endorsement: image, words, sender and receiver, and a link to its transaction.
 * @param revealing whether characters that cannot be seen are shown, because somebody decides on the words
 */
export function EndorsementDetail({
  endorsement,
  revealing = false,
  heading: Heading = "h2",
}: {
  endorsement: Endorsement;
  revealing?: boolean;
  /** `h1` where it is the page. */
  heading?: "h1" | "h2";
}) {
  const viewer = useViewerAddress();
  const words = standingWords(endorsement);
  const { withdrawn, height, signedHeight, wordsHeight, txId, wordsTxId = txId } = endorsement;
  // Who decides sees each character of the title, also of one that shows nothing to others.
  const title = revealing && words.title.trim() !== "" ? words.title : shownTitle(endorsement);
  return (
    <article className="relative grid overflow-hidden md:grid-cols-[22rem_1fr] md:grid-rows-[auto_1fr]">
      <Picture
        address={words.milestoneURI}
        seed={`endorsement ${endorsement.id}`}
        alt={endorsement.category === unknownCategory.name ? "" : endorsement.category}
        isMain
        className="aspect-square w-full"
      />
      <div className="relative md:hidden">
        <Perforation className="top-0" />
      </div>
      <div className="flex min-w-0 flex-col gap-4 px-5 pt-7 pb-6 sm:px-8 md:col-start-2 md:row-span-2 md:row-start-1 md:pt-8">
        <span className="pr-14">
          <CategoryLabel name={endorsement.category} />
        </span>
        <Heading className="text-2xl leading-8 sm:text-3xl sm:leading-9">
          <bdi>
            {revealing ? <RevealedText>{title}</RevealedText> : withoutBidiOverrides(title)}
          </bdi>
        </Heading>
        <p
          dir="auto"
          className="voice measure whitespace-pre-wrap break-words sm:text-xl sm:leading-8"
        >
          {revealing ? (
            <RevealedText>{words.endorsement}</RevealedText>
          ) : (
            withoutBidiOverrides(words.endorsement)
          )}
        </p>
        {isHeld(endorsement) ? (
          <p className="text-muted">A watcher suspended its sender, so its words are not shown.</p>
        ) : null}
        {withdrawn === undefined ? null : <Withdrawn withdrawn={withdrawn} />}
        <div className="mt-auto flex flex-wrap items-end justify-between gap-6 pt-4">
          <div className="flex min-w-0 flex-col gap-1">
            <LargeSide side={senderSide(endorsement, viewer)} />
            {endorsement.organization === undefined ? null : (
              <p className="ml-13 flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm">
                <SignedBy endorsement={endorsement} />
              </p>
            )}
            <span className="ml-3 inline-flex items-center gap-2 text-sm text-muted">
              <ArrowDown className="size-4" />
              {messages.to}
            </span>
            <LargeSide side={receiverSide(endorsement, viewer)} />
          </div>
          {withdrawn === undefined ? <Stamp status={stateOf(endorsement)} /> : null}
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] content-start items-baseline gap-x-6 gap-y-2 px-5 py-5 text-sm max-md:border-t max-md:border-rule sm:px-8 md:px-6">
        <Fact name="Number">
          <Serial id={endorsement.id} />
        </Fact>
        <Fact name="Sent">
          <span className="font-mono text-xs">
            <Time date={endorsement.date} />, block {height.toLocaleString("en")}
          </span>
        </Fact>
        {wordsHeight === height ? null : (
          <Fact name="Edited">
            <span className="font-mono text-xs">
              <Time date={endorsement.wordsDate} />, block {wordsHeight.toLocaleString("en")}
            </span>
          </Fact>
        )}
        {isBackdated(endorsement) ? (
          <Fact name="Claimed">
            <span className="font-mono text-xs">
              dated block {signedHeight.toLocaleString("en")} by its author
            </span>
          </Fact>
        ) : null}
        <Fact name="On chain">
          <ExplorerLink txId={wordsTxId} className={`${factLink} font-mono`}>
            {`${wordsTxId.slice(0, 8)}…${wordsTxId.slice(-6)}`}
            <ExternalLink className="size-3.5" />
            <span className="sr-only">see the transaction in the explorer</span>
          </ExplorerLink>
        </Fact>
        {isHeld(endorsement) ? null : (
          <Fact name="Proof">
            {/* A document of its own, which this app cannot open by itself. */}
            <a href={`/verify/${endorsement.id}`} className={factLink}>
              Check it yourself
            </a>
          </Fact>
        )}
      </dl>
      <Perforation vertical className="left-[22rem] hidden md:flex" />
    </article>
  );
}

const factLink =
  "inline-flex items-center gap-1.5 text-xs underline decoration-rule underline-offset-4 hover:decoration-seal";

function LargeSide({ side }: { side: Side }) {
  return (
    <Link
      to={side.to}
      className="group/side inline-flex min-h-11 max-w-full min-w-0 items-center gap-3 self-start font-semibold"
    >
      <Portrait {...side} size={40} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <SideName side={side} />
      </span>
    </Link>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

export function EndorsementDetailSkeleton() {
  return (
    <div aria-hidden="true" className="relative grid overflow-hidden md:grid-cols-[22rem_1fr]">
      <Skeleton shape="flat" className="aspect-square w-full" />
      <div className="relative flex flex-col gap-4 px-5 pt-7 pb-6 sm:px-8 md:static md:pt-8">
        <Perforation className="top-0 md:hidden" />
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-8 w-4/5" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
      <Perforation vertical className="left-[22rem] hidden md:flex" />
    </div>
  );
}
