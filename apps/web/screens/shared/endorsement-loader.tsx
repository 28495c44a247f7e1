import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { statusOf } from "../../api/error.ts";
import { readId } from "../../api/route-param.ts";
import { EndorsementDetailSkeleton } from "../../features/endorsement/detail.tsx";
import { endorsementQuery } from "../../features/endorsement/query.ts";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NotFound } from "../not-found.tsx";
import { QueryError, Titled } from "./page-states.tsx";

interface Loading {
  /** What the page is for. Titles the window until the endorsement is loaded. */
  task: string;
  /** The page's skeleton. */
  outline?: ReactNode;
  children: (endorsement: Endorsement) => ReactNode;
}

/** Loads the endorsement that an address names, or says why it cannot be shown. */
export function EndorsementLoader({
  id: text,
  nothingNamed = "There is no such endorsement",
  ...loading
}: Loading & {
  /** The text in the address, valid or not. */
  id: string | undefined;
  /** The title if the address names no endorsement. */
  nothingNamed?: string;
}) {
  const id = readId(text);
  return id === null ? (
    <NotFound title={nothingNamed}>The link may have lost a letter on the way.</NotFound>
  ) : (
    <Load id={id} {...loading} />
  );
}

function Load({ id, task, outline, children }: Loading & { id: number }) {
  const query = useQuery(endorsementQuery(id));
  if (statusOf(query.error) === 404) {
    return (
      <NotFound title="There is no such endorsement">
        It may have been rejected, withdrawn or removed.
      </NotFound>
    );
  }
  if (query.data !== undefined) return children(query.data);
  return (
    <Titled title={task}>
      {query.error === null ? (
        (outline ?? <DetailOutline task={task} />)
      ) : (
        <QueryError heading="h1" title="The endorsement could not be loaded" query={query} />
      )}
    </Titled>
  );
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
