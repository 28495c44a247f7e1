import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { explain, statusOf } from "../api/error.ts";
import { readId } from "../api/route-param.ts";
import { EndorsementDetailSkeleton } from "../features/endorsement/detail.tsx";
import { endorsementQuery } from "../features/endorsement/query.ts";
import { Card } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { usePageMeta } from "../ui/page-meta.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { NotFound } from "./not-found.tsx";

/** The endorsement that an address names, or why it cannot be shown. */
export function EndorsementLoader({
  id: text,
  task,
  nothingNamed = "There is no such endorsement",
  outline = <DetailOutline task={task} />,
  children,
}: {
  /** As it stands in the address; anything. */
  id: string | undefined;
  /** What the page is for; the window is named by it until there is an endorsement, which names it itself. */
  task: string;
  /** What is said where the address names none. */
  nothingNamed?: string;
  /** What stands there until there is an endorsement: the places of what is to come. */
  outline?: ReactNode;
  children: (endorsement: Endorsement) => ReactNode;
}) {
  const id = readId(text);
  return id === null ? (
    <NotFound title={nothingNamed}>The link may have lost a letter on its way.</NotFound>
  ) : (
    <Named id={id} task={task} outline={outline}>
      {children}
    </Named>
  );
}

function Named({
  id,
  task,
  outline,
  children,
}: {
  id: number;
  task: string;
  outline: ReactNode;
  children: (endorsement: Endorsement) => ReactNode;
}) {
  const { data, error, isFetching, refetch } = useQuery(endorsementQuery(id));
  if (statusOf(error) === 404) {
    return (
      <NotFound title="There is no such endorsement">
        It may have been rejected by the person it was sent to.
      </NotFound>
    );
  }
  if (data !== undefined) return children(data);
  return (
    <Unknown
      outline={outline}
      task={task}
      error={error}
      onRetry={() => refetch()}
      retrying={isFetching}
    />
  );
}

/** It is on its way, or it could not be had. */
function Unknown({
  task,
  outline,
  error,
  onRetry,
  retrying,
}: {
  task: string;
  outline: ReactNode;
  error: Error | null;
  onRetry: () => void;
  retrying: boolean;
}) {
  usePageMeta(task);
  if (error !== null) {
    return (
      <ErrorState
        heading="h1"
        title="The endorsement could not be loaded"
        detail={explain(error)}
        onRetry={onRetry}
        retrying={retrying}
      />
    );
  }
  return outline;
}

function DetailOutline({ task }: { task: string }) {
  return (
    <div className="page max-w-5xl py-8 sm:py-12">
      <h1 className="text-3xl">{task}</h1>
      <Skeleton className="mt-2 mb-6 h-6 w-xl max-w-full" />
      <span role="status" className="sr-only">
        Loading
      </span>
      <Card as="div">
        <EndorsementDetailSkeleton />
      </Card>
    </div>
  );
}
