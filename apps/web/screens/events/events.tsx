import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { OPEN_ENDORSEMENT } from "../../features/endorsement/card-parts.tsx";
import { EventRow, EventRowSkeleton } from "../../features/events/event-row.tsx";
import { eventPages } from "../../features/events/query.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { OpenEndorsement } from "../shared/open-endorsement.tsx";
import { ConnectGate, QueryError } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";
import { BlockedList } from "./blocked.tsx";
import { BulkRejectionNotice } from "./bulk-rejection-notice.tsx";
import { Invitations } from "./invitations.tsx";
import { OwnRejected } from "./own-rejected.tsx";
import { PendingApprovals } from "./pending-approvals.tsx";
import { Suggestions } from "./suggestions.tsx";

/** What happened to the viewer, and the endorsements that wait for their approval. */
export function Events() {
  usePageMeta(pages["/events"]);
  const address = useSession((session) => session.senderAddress);
  if (address === null) {
    return <ConnectGate title={messages.myEvents}>{messages.connectToContinue}</ConnectGate>;
  }
  return (
    <div className="page grid gap-8 py-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12 lg:py-12">
      <div className="flex min-w-0 flex-col gap-10 max-lg:order-2">
        <section aria-labelledby="my-events">
          <h1 id="my-events" className="mb-4 text-2xl">
            {messages.myEvents}
          </h1>
          <EventList address={address} />
        </section>
        <OwnRejected key={address} address={address} />
      </div>
      <aside aria-label="Waiting for you" className="flex min-w-0 flex-col gap-8 lg:pt-1">
        <BulkRejectionNotice address={address} />
        <Invitations address={address} />
        <Suggestions address={address} />
        <PendingApprovals key={address} address={address} />
        <BlockedList address={address} />
      </aside>
      <OpenEndorsement known={[]} />
    </div>
  );
}

const endorsementAt = (id: number) => ({ search: `?${OPEN_ENDORSEMENT}=${id}` });

function EventList({ address }: { address: string }) {
  const list = useInfiniteQuery(eventPages(address));
  const events = list.data?.pages.flat();
  if (events === undefined) {
    return list.error === null ? (
      <Card as="div" className="divide-y divide-rule">
        {["first", "second", "third", "fourth"].map((place) => (
          <EventRowSkeleton key={place} />
        ))}
      </Card>
    ) : (
      <QueryError title="Your events could not be loaded" query={list} />
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
              <EventRow event={event} viewer={address} endorsementAt={endorsementAt} />
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
