import { messages } from "@colonnade/domain/messages.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { type EndorsementFilter, endorsementPages } from "../../features/endorsement/query.ts";
import { stateOf } from "../../features/endorsement/words.ts";
import { inboxQuery } from "../../features/events/query.ts";
import { Card } from "../../ui/card.tsx";
import { QueryError } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";
import { PanelTitle } from "./panel-title.tsx";
import { PendingApproval, PendingApprovalSkeleton } from "./pending-approval.tsx";
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
    return <QueryError title="What waits for you could not be loaded" query={query} />;
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

/** The endorsements of strangers. */
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
      <p className="mt-0.5 mb-3 text-sm text-muted">From people you have no tie to.</p>
      {children}
    </section>
  );
}
