import { useInfiniteQuery } from "@tanstack/react-query";
import { explain } from "../../api/error.ts";
import { applicationQueue } from "../../features/organization/application-query.ts";
import { Card } from "../../ui/card.tsx";
import { RaisedStamp } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ShowMore } from "../show-more.tsx";
import { ApplicationCard, ApplicationCardSkeleton, headingOf } from "./application-card.tsx";
import { TOP } from "./desk.tsx";
import { useList } from "./use-list.ts";

/** What waits for a watcher, or what was decided. */
export function Queue({ watcher }: { watcher: string }) {
  const list = useList();
  return <Applications key={list} watcher={watcher} decided={list === "decided"} />;
}

/** The first of them before the ink. */
export function ApplicationsLoading() {
  return (
    <div role="status">
      <span className="sr-only">Loading the applications</span>
      <ApplicationCardSkeleton />
    </div>
  );
}

function Applications({ watcher, decided }: { watcher: string; decided: boolean }) {
  const list = useInfiniteQuery(applicationQueue(watcher, decided));
  const { data, error, isFetching, refetch } = list;
  if (data === undefined) {
    return error === null ? (
      <ApplicationsLoading />
    ) : (
      <Card as="div">
        <ErrorState
          title="The applications could not be loaded"
          detail={explain(error)}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  const applications = data.pages.flatMap(({ items }) => items);
  if (applications.length === 0) {
    return (
      <Card as="div">
        <EmptyState
          title={decided ? "Nothing decided yet" : "Nothing to decide"}
          drawing={<RaisedStamp />}
        >
          {decided
            ? "What watchers admit and decline is kept here."
            : "New applications appear here by themselves."}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-6">
        {applications.map((application, index) => (
          <li key={application.id}>
            <ApplicationCard
              watcher={watcher}
              application={application}
              onGone={() => {
                const next = applications[index + 1] ?? applications[index - 1];
                document.getElementById(next === undefined ? TOP : headingOf(next))?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      <ShowMore list={list} failure="Earlier applications could not be loaded." className="mt-6">
        Show earlier applications
      </ShowMore>
    </>
  );
}
