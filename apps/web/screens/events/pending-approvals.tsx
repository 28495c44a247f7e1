import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { Picture, senderSide } from "../../features/endorsement/card-parts.tsx";
import { type EndorsementFilter, endorsementPages } from "../../features/endorsement/query.ts";
import { RevealedTitle } from "../../features/endorsement/revealed-title.tsx";
import { standingWords, stateOf } from "../../features/endorsement/words.ts";
import { inboxQuery } from "../../features/events/query.ts";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Name, OrganizationLabel } from "../../ui/name.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";
import { QueryError } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";
import { PanelTitle } from "./panel-title.tsx";
import { type Choosing, RejectMany, useChoosing } from "./reject-many.tsx";

/**
 * What waits for the viewer's approval. What people without any tie to the viewer sent stands last, as requests.
 * Several can be rejected at once.
 */
export function PendingApprovals({ address }: { address: string }) {
  const tied = useWaiting({ receiver: address, approved: "false", requests: "false" });
  const requests = useWaiting({ receiver: address, approved: "false", requests: "true" });
  const { data: inbox } = useQuery(inboxQuery(address));
  const count = (inbox?.waiting ?? 0) + (inbox?.requests ?? 0);
  return (
    <section aria-labelledby="pending-my-approval">
      <PanelTitle id="pending-my-approval" count={count === 0 ? undefined : count}>
        {messages.pendingMyApproval}
      </PanelTitle>
      <Lists address={address} tied={tied} requests={requests} requestCount={inbox?.requests} />
    </section>
  );
}

function Lists({
  address,
  tied,
  requests,
  requestCount,
}: {
  address: string;
  tied: WaitingList;
  requests: WaitingList;
  requestCount: number | undefined;
}) {
  const all = [...(tied.endorsements ?? []), ...(requests.endorsements ?? [])];
  const choosing = useChoosing(all);
  const missing = [tied, requests].filter(({ endorsements }) => endorsements === undefined);
  const failed = missing.map(({ list }) => list).filter(({ error }) => error !== null);
  if (failed[0] !== undefined) {
    const query = {
      error: failed[0].error,
      isFetching: failed.some(({ isFetching }) => isFetching),
      refetch: () => failed.map((list) => list.refetch()),
    };
    return <QueryError title="Pending endorsements could not be loaded" query={query} />;
  }
  if (missing.length > 0) return <PendingApprovalSkeleton />;
  if (isEmpty(tied) && isEmpty(requests)) {
    return (
      <Card as="div" className="p-5 text-muted">
        {messages.noEndorsementsPending}
      </Card>
    );
  }
  return (
    <>
      {isEmpty(tied) ? null : <Waiting waiting={tied} address={address} choosing={choosing} />}
      {isEmpty(requests) ? null : (
        <Requests count={requestCount}>
          <Waiting waiting={requests} address={address} choosing={choosing} />
        </Requests>
      )}
      {all.length < 2 ? null : <RejectMany address={address} choosing={choosing} />}
    </>
  );
}

type WaitingList = ReturnType<typeof useWaiting>;

/** Pages that are fetched without asking while none has an endorsement. Then "Show more" goes on. */
const MOST_EMPTY_PAGES = 5;

/** A list of what waits. A page may be empty although older ones are not, so empty pages are read past. */
function useWaiting(filter: EndorsementFilter) {
  const list = useInfiniteQuery(endorsementPages(filter));
  // A long list keeps what was decided until it is loaded again.
  const endorsements = list.data?.pages.flatMap(({ items }) =>
    items.filter((endorsement) => stateOf(endorsement) === "pending"),
  );
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const pages = list.data?.pages.length ?? 0;
  const isReadOn =
    endorsements?.length === 0 &&
    pages < MOST_EMPTY_PAGES &&
    hasNextPage &&
    !isFetching &&
    !isFetchNextPageError;
  useEffect(() => {
    if (isReadOn) fetchNextPage();
  }, [isReadOn, fetchNextPage]);
  return { list, endorsements };
}

/** Whether nothing waits: nothing is loaded, and there is no other page. */
const isEmpty = ({ list, endorsements = [] }: WaitingList) =>
  endorsements.length === 0 && !list.hasNextPage;

function Waiting({
  waiting: { list, endorsements = [] },
  address,
  choosing,
}: {
  waiting: WaitingList;
  address: string;
  choosing: Choosing;
}) {
  return (
    <>
      <ul className="flex flex-col gap-3">
        {endorsements.map((endorsement) => (
          <li key={endorsement.id}>
            <PendingApproval endorsement={endorsement} address={address} choosing={choosing} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} failure="More could not be loaded." className="mt-4">
        Show more
      </ShowMore>
    </>
  );
}

/** The endorsements from people without any tie to the viewer. */
function Requests({ count, children }: { count: number | undefined; children: ReactNode }) {
  return (
    <section aria-labelledby="requests" className="not-first:mt-6">
      <div className="flex items-baseline justify-between gap-4">
        <h3 id="requests" className="text-base">
          {messages.requests}
        </h3>
        {count === undefined ? null : (
          <span className="font-mono text-sm text-muted">{count.toLocaleString("en")}</span>
        )}
      </div>
      <p className="mt-0.5 mb-3 text-sm text-muted">From people you have no connection to.</p>
      {children}
    </section>
  );
}

const sheet =
  "grid w-full grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-4 overflow-hidden rounded-paper border bg-sheet pr-3";

/** One endorsement that waits: a link to its page, or a box to tick while several are chosen. */
function PendingApproval({
  endorsement,
  address,
  choosing: { isOn, chosen, toggle },
}: {
  endorsement: Endorsement;
  /** The viewer's. */
  address: string;
  choosing: Choosing;
}) {
  const isDecided = useIsDecided(address, endorsement.id);
  const classes = classNames(sheet, "transition-colors hover:border-ink");
  const content = <Content endorsement={endorsement} isDecided={isDecided} />;
  if (!isOn || isDecided) {
    return (
      <Link
        to={`/manage-endorsement/${endorsement.id}`}
        className={classNames(classes, "border-rule")}
      >
        {content}
        <ChevronRight className="size-5 text-muted" />
      </Link>
    );
  }
  const isChosen = chosen.some(({ id }) => id === endorsement.id);
  return (
    <label
      className={classNames(classes, "cursor-pointer", isChosen ? "border-seal" : "border-rule")}
    >
      {content}
      <span className="inline-flex size-11 items-center justify-center">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={() => toggle(endorsement)}
          className="size-5 accent-seal"
        />
      </span>
    </label>
  );
}

function Content({ endorsement, isDecided }: { endorsement: Endorsement; isDecided: boolean }) {
  const words = standingWords(endorsement);
  const sender = senderSide(endorsement);
  return (
    <>
      <Picture
        address={words.milestoneURI}
        seed={`endorsement ${endorsement.id}`}
        sizes="4.5rem"
        className="h-full min-h-18 w-full"
      />
      <span className="min-w-0 py-2">
        <span className="line-clamp-2 font-heading leading-5 font-semibold">
          <RevealedTitle endorsement={endorsement} />
        </span>
        <span className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-muted">
          <span className="max-w-full truncate">
            from <Name>{sender.name}</Name>
          </span>
          {sender.square ? <OrganizationLabel /> : null}
        </span>
        {isDecided ? (
          <span className="mt-0.5 flex items-center gap-2 text-sm text-pending">
            <SpinnerMark />
            Being confirmed
          </span>
        ) : null}
      </span>
    </>
  );
}

/** Whether an endorsement was approved or rejected on this device, in a transaction still pending. */
function useIsDecided(address: string, id: number): boolean {
  return useSentTransactions(({ sent }) =>
    sent.some(
      ({ event, metaData, ...transaction }) =>
        transaction.address === address &&
        (event === "APPROVE_ENDORSEMENT" || event === "BURN_ENDORSEMENT") &&
        (metaData.endorsementId === id || metaData.endorsementIds?.includes(id) === true),
    ),
  );
}

function PendingApprovalSkeleton() {
  return (
    <div aria-hidden="true" className={classNames(sheet, "border-rule")}>
      <Skeleton shape="flat" className="h-full min-h-18 w-full" />
      <span className="flex flex-col gap-2">
        <Skeleton className="h-4 w-44 max-w-full" />
        <Skeleton className="h-3 w-24" />
      </span>
    </div>
  );
}
