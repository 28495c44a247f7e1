import { useInfiniteQuery } from "@tanstack/react-query";
import { reportPages } from "../../features/moderation/query.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState, RaisedStamp } from "../../ui/empty-state.tsx";
import { QueryError } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";
import { ApplicationCardSkeleton } from "./application-card.tsx";
import { ReportCard } from "./report-card.tsx";

/** What people reported, to decide on or decided. */
export function Reports({ watcher, decided }: { watcher: string; decided: boolean }) {
  const list = useInfiniteQuery(reportPages(watcher, decided));
  const reports = list.data?.pages.flatMap(({ items }) => items);
  if (reports === undefined) {
    return list.error === null ? (
      <div role="status">
        <span className="sr-only">Loading the reports</span>
        <ApplicationCardSkeleton />
      </div>
    ) : (
      <Card as="div">
        <QueryError title="The reports could not be loaded" query={list} />
      </Card>
    );
  }
  if (reports.length === 0) {
    return (
      <Card as="div">
        <EmptyState
          title={decided ? "No report decided yet" : "Nothing is reported"}
          drawing={<RaisedStamp />}
        >
          {decided
            ? "Who decided what, and when, is kept here."
            : "What people report appears here."}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-6">
        {reports.map((report) => (
          <li key={report.id}>
            <ReportCard report={report} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} failure="More reports could not be loaded." className="mt-6">
        Show more reports
      </ShowMore>
    </>
  );
}
