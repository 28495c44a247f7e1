import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { explain, statusOf } from "../api/error.ts";
import { EndorsementDetailSkeleton } from "../features/endorsement/detail.tsx";
import { endorsementQuery } from "../features/endorsement/query.ts";
import { LinkButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Loupe } from "../ui/drawings.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { usePageMeta } from "../ui/page-meta.ts";

/** The endorsement that an address names, or why it cannot be shown. */
export function EndorsementLoader({
  id,
  task,
  nothingNamed = "There is no such endorsement",
  children,
}: {
  /** As it stands in the address; anything. */
  id: string | undefined;
  /** What the page is for; the window is named by it. */
  task: string;
  /** What is said where the address names none. */
  nothingNamed?: string;
  children: (endorsement: Endorsement) => ReactNode;
}) {
  const number = /^[1-9]\d{0,14}$/.test(id ?? "") ? Number(id) : null;
  const { data, error, isFetching, refetch } = useQuery({
    ...endorsementQuery(number ?? 0),
    enabled: number !== null,
  });
  usePageMeta(data === undefined ? task : `${task}: ${currentWords(data).title}`);
  if (number === null || statusOf(error) === 404) {
    return (
      <div className="page py-8">
        <EmptyState
          heading="h1"
          title={number === null ? nothingNamed : "There is no such endorsement"}
          drawing={<Loupe />}
          action={<LinkButton to="/home">Go to the feed</LinkButton>}
        >
          {number === null
            ? "The link may have lost a letter on its way."
            : "It may have been rejected by the person it was sent to."}
        </EmptyState>
      </div>
    );
  }
  if (data !== undefined) return children(data);
  if (error !== null) {
    return (
      <ErrorState
        heading="h1"
        title="The endorsement could not be loaded"
        detail={explain(error)}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <div className="page max-w-5xl py-8 sm:py-12">
      <h1 className="sr-only">Endorsement</h1>
      <span role="status" className="sr-only">
        Loading
      </span>
      <Card as="div">
        <EndorsementDetailSkeleton />
      </Card>
    </div>
  );
}
