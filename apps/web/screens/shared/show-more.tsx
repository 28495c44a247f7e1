import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useHydrating } from "../../ui/hydration.ts";

/** A list that comes page after page, as TanStack Query gives it. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Below a list: loads the next page, and says if that failed. Nothing if the list ends here. */
export function ShowMore({
  list,
  failure,
  className,
  children,
}: {
  list: PagedList;
  /** Shown when the next page could not be loaded. */
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

/** Below a rendered list that is longer than its rendered part: says so where scripts are off. */
export function RestNeedsScripts() {
  return useHydrating() ? (
    <noscript>
      <p className="py-4 text-center text-sm text-muted">To see the rest, turn JavaScript on.</p>
    </noscript>
  ) : null;
}
