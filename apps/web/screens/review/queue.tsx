import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { explain } from "../../api/error.ts";
import { applicationQueue } from "../../features/organization/application-query.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { RaisedStamp } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ApplicationCard, ApplicationCardSkeleton, headingOf } from "./application-card.tsx";

const TOP = "review";

/** What waits for a watcher, and with `?list=decided` what was decided. */
export function Queue({ watcher, title }: { watcher: string; title: string }) {
  const [params] = useSearchParams();
  const decided = params.get("list") === "decided";
  return (
    <div className="page max-w-5xl py-8 sm:py-12">
      <h1 id={TOP} tabIndex={-1} className="text-3xl outline-none">
        {title}
      </h1>
      <nav aria-label="Lists" className="mt-5 mb-6 flex gap-1 border-b border-rule">
        <ListLink to="/review" current={!decided}>
          To decide
        </ListLink>
        <ListLink to="/review?list=decided" current={decided}>
          Decided
        </ListLink>
      </nav>
      <Applications key={String(decided)} watcher={watcher} decided={decided} />
    </div>
  );
}

function ListLink({ to, current, children }: { to: string; current: boolean; children: string }) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className={classNames(
        "-mb-px inline-flex min-h-11 items-center border-b-2 px-4 transition-colors",
        current
          ? "border-sealmark font-semibold text-ink"
          : "border-transparent text-muted hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}

function Applications({ watcher, decided }: { watcher: string; decided: boolean }) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(applicationQueue(watcher, decided));
  if (data === undefined) {
    return error === null ? (
      <div role="status">
        <span className="sr-only">Loading the applications</span>
        <ApplicationCardSkeleton />
      </div>
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
              application={application}
              onGone={() => {
                const next = applications[index + 1] ?? applications[index - 1];
                document.getElementById(next === undefined ? TOP : headingOf(next))?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button
          tone="secondary"
          className="mt-6 w-full"
          busy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Show earlier applications
        </Button>
      ) : null}
    </>
  );
}
