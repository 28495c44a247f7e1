import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { RestNeedsScripts } from "./rest-needs-scripts.tsx";

/** A list that comes page after page, as TanStack Query gives it. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Below a list: asks for its next page, and says when that could not be had. Nothing where the list ends. */
export function ShowMore({
  list,
  failure,
  className,
  children,
}: {
  list: PagedList;
  /** What is said when the next page could not be loaded. */
  failure: string;
  className?: string;
  children: string;
}) {
  if (!list.hasNextPage) return null;
  const failed = list.isFetchNextPageError;
  return (
    <div className={classNames("flex flex-col items-center gap-1 print:hidden", className)}>
      <Button tone="secondary" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {failed ? "Try again" : children}
      </Button>
      <p role="status" className="min-h-5 text-sm text-muted">
        {failed ? failure : ""}
      </p>
      <RestNeedsScripts />
    </div>
  );
}
