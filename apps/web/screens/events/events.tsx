import { messages } from "@colonnade/domain/messages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { explain } from "../../api/error.ts";
import { EventRow, EventRowSkeleton } from "../../features/events/event-row.tsx";
import { eventPages } from "../../features/events/query.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { ConnectGate } from "../connect-gate.tsx";
import { ShowMore } from "../show-more.tsx";
import { PendingApprovals } from "./pending-approvals.tsx";

/** What happened to the connected person, and what waits for them. */
export function Events() {
  usePageMeta(
    "My Events",
    "What you sent, what others sent you, and what waits for your approval.",
  );
  const address = useSession((session) => session.senderAddress);
  if (address === null) {
    return <ConnectGate title={messages.myEvents}>{messages.connectToContinue}</ConnectGate>;
  }
  return (
    <div className="page grid gap-8 py-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12 lg:py-12">
      <section aria-labelledby="my-events" className="min-w-0 max-lg:order-2">
        <h1 id="my-events" className="mb-4 text-2xl">
          {messages.myEvents}
        </h1>
        <EventList address={address} />
      </section>
      <aside aria-labelledby="pending-my-approval" className="min-w-0 lg:pt-1">
        <h2 id="pending-my-approval" className="mb-4 text-lg">
          {messages.pendingMyApproval}
        </h2>
        <PendingApprovals address={address} />
      </aside>
    </div>
  );
}

function EventList({ address }: { address: string }) {
  const list = useInfiniteQuery(eventPages(address));
  const { data, error, isFetching, refetch } = list;
  const events = data?.pages.flat();
  if (events === undefined) {
    return error === null ? (
      <Card as="div" className="divide-y divide-rule">
        {["first", "second", "third", "fourth"].map((place) => (
          <EventRowSkeleton key={place} />
        ))}
      </Card>
    ) : (
      <ErrorState
        title="Your events could not be loaded"
        detail={explain(error)}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    );
  }
  if (events.length === 0) {
    return (
      <Card as="div">
        <EmptyState
          title="Nothing has happened yet"
          action={<LinkButton to="/new-endorsement">{messages.sendEndorsement}</LinkButton>}
        >
          What you send and what others send you is listed here.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <Card as="div">
        <ul className="divide-y divide-rule">
          {events.map((event) => (
            <li key={event.cursor}>
              <EventRow event={event} />
            </li>
          ))}
        </ul>
      </Card>
      <ShowMore list={list} failure="Earlier events could not be loaded." className="mt-4">
        Show earlier events
      </ShowMore>
    </>
  );
}
