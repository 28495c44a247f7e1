import { messages } from "@colonnade/domain/messages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import { Serial } from "../../features/endorsement/card-parts.tsx";
import { type EndorsementFilter, endorsementPages } from "../../features/endorsement/query.ts";
import { RevealedTitle } from "../../features/endorsement/revealed-title.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryError, SuspendedPage } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";

/** Tells somebody whom a watcher suspended what they may still do, and lists the endorsements to do it with. */
export function SuspendedProfile({ address }: { address: string }) {
  return (
    <>
      <SuspendedPage action={<LinkButton to="/contact">{messages.footerContact}</LinkButton>} />
      <div className="page flex max-w-3xl flex-col gap-8 pb-16">
        <p className="text-muted">
          You can still reject what is pending, withdraw what you sent, remove what you earned, and
          resign from organizations.{" "}
          <Link
            to="/events"
            className="font-semibold text-ink underline decoration-rule underline-offset-4 hover:decoration-seal"
          >
            Your events
          </Link>{" "}
          link, by number, to what you sent that nobody has approved.
        </p>
        <Endorsements
          title="Waiting for my approval"
          filter={{ receiver: address, approved: "false" }}
        />
        <Endorsements
          title={messages.endorsementsIEarned}
          filter={{ receiver: address, approved: "true" }}
        />
        <Endorsements
          title="Withdrawn by their authors"
          filter={{ receiver: address, withdrawn: "true" }}
        />
        <Endorsements
          title={messages.endorsementsIIssued}
          filter={{ sender: address, approved: "true" }}
        />
      </div>
    </>
  );
}

/** Links to the pages where each can be managed. Left out if there is none. */
function Endorsements({ title, filter }: { title: string; filter: EndorsementFilter }) {
  const heading = useId();
  const list = useInfiniteQuery(endorsementPages(filter));
  const endorsements = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.error !== null && list.data === undefined) {
    return <QueryError title={`${title}: they could not be loaded`} query={list} />;
  }
  if (endorsements.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-3 text-lg">
        {title}
      </h2>
      <Card as="div">
        <ul className="divide-y divide-rule">
          {endorsements.map((endorsement) => (
            <li key={endorsement.id}>
              <Link
                to={`/manage-endorsement/${endorsement.id}`}
                className="flex min-h-11 items-center justify-between gap-4 px-4 py-2 font-semibold wrap-anywhere transition-colors hover:bg-sunk"
              >
                <RevealedTitle endorsement={endorsement} />
                <Serial id={endorsement.id} />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <ShowMore list={list} failure="More could not be loaded." className="mt-4">
        Show more
      </ShowMore>
    </section>
  );
}
