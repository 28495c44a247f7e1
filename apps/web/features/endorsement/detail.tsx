import { unknownCategory } from "@colonnade/domain/category.ts";
import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { explorerLink } from "@colonnade/domain/web-config.ts";
import { ArrowDown, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { Portrait } from "../../ui/avatar.tsx";
import { Perforation } from "../../ui/perforation.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { Time } from "../../ui/time.tsx";
import { CategoryLabel, Serial } from "./marks.tsx";
import { type Party, receiverParty, senderParty } from "./party.ts";
import { Picture } from "./picture.tsx";

/** An endorsement whole: its image, all of its words, both sides, and where to check it. */
export function EndorsementDetail({
  endorsement,
  viewerAddress,
}: {
  endorsement: Endorsement;
  viewerAddress: string | null;
}) {
  const words = currentWords(endorsement);
  return (
    <article className="relative grid overflow-hidden md:grid-cols-[22rem_1fr] md:grid-rows-[auto_1fr]">
      <Picture
        address={words.milestoneURI}
        seed={`endorsement ${endorsement.id}`}
        alt={endorsement.category === unknownCategory.name ? "" : endorsement.category}
        className="aspect-square w-full"
      />
      <div className="relative md:hidden">
        <Perforation className="top-0" />
      </div>
      <div className="flex min-w-0 flex-col gap-4 px-5 pt-7 pb-6 sm:px-8 md:col-start-2 md:row-span-2 md:row-start-1 md:pt-8">
        <span className="pr-14">
          <CategoryLabel name={endorsement.category} />
        </span>
        <h2 className="text-2xl leading-8 sm:text-3xl sm:leading-9">{words.title}</h2>
        <p className="voice measure whitespace-pre-wrap break-words sm:text-xl sm:leading-8">
          {words.endorsement}
        </p>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-6 pt-4">
          <div className="flex min-w-0 flex-col gap-1">
            <Side party={senderParty(endorsement, viewerAddress)} />
            <span className="ml-3 inline-flex items-center gap-2 text-sm text-muted">
              <ArrowDown aria-hidden="true" className="size-4" />
              {messages.to}
            </span>
            <Side party={receiverParty(endorsement, viewerAddress)} />
          </div>
          <Stamp approved={endorsement.approved} />
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] content-start items-baseline gap-x-6 gap-y-2 px-5 py-5 text-sm max-md:border-t max-md:border-rule sm:px-8 md:px-6">
        <Fact name="Number">
          <Serial id={endorsement.id} />
        </Fact>
        <Fact name="Sent">
          <Time date={endorsement.date} className="font-mono text-xs" />
        </Fact>
        <Fact name="On chain">
          <a
            href={explorerLink(runtimeConfig(), endorsement.txId)}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1.5 font-mono text-xs underline decoration-rule underline-offset-4 hover:decoration-seal"
          >
            {`${endorsement.txId.slice(0, 8)}…${endorsement.txId.slice(-6)}`}
            <ExternalLink aria-hidden="true" className="size-3.5" />
            <span className="sr-only">see the transaction in the explorer</span>
          </a>
        </Fact>
      </dl>
      <Perforation vertical className="left-[22rem] hidden md:flex" />
    </article>
  );
}

function Side({ party }: { party: Party }) {
  return (
    <Link
      to={party.to}
      className="group inline-flex min-h-11 max-w-full min-w-0 items-center gap-3 self-start font-semibold"
    >
      <Portrait {...party} size={40} />
      <span className="truncate underline decoration-transparent underline-offset-4 transition-colors group-hover:decoration-seal">
        {party.name}
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

/** The same sheet before the ink. */
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
