import { messages } from "@colonnade/domain/messages.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { Link } from "react-router";
import { explain } from "../../api/error.ts";
import { EndorsementCardSkeleton } from "../../features/endorsement/endorsement-card.tsx";
import { endorsementPages } from "../../features/endorsement/query.ts";
import { useViewer } from "../../features/wallet/viewer.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Loupe } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { useHydrating } from "../../ui/hydrating.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { useEndorsementLink } from "../endorsement-links.ts";
import { EndorsementList } from "../endorsement-list.tsx";
import { OpenedEndorsement } from "../opened-endorsement.tsx";
import { SearchBox } from "../search/search-box.tsx";
import { useSearch } from "../search/use-search.ts";
import { ViewerCard } from "./viewer-card.tsx";

/** Every endorsement, newest first. */
export function Feed() {
  usePageMeta(
    "Feed",
    "What people say of each other's work, newest first, signed with their wallets.",
  );
  const viewer = useViewer();
  const viewerAddress = viewer.state === "signed-out" ? null : viewer.address;
  const { search, typed, setTyped } = useSearch();
  return (
    <div className="page grid gap-6 pt-6 lg:grid-cols-[16.5rem_minmax(0,1fr)] lg:gap-10 lg:pt-9">
      <h1 className="sr-only">Feed</h1>
      <aside className="of-viewer hidden lg:sticky lg:top-25 lg:block lg:self-start">
        <ViewerCard viewer={viewer} />
        {/* Its place is known once the card's height is. */}
        <DirectoryHint
          className={viewer.state === "loading" && !viewer.failed ? "invisible mt-4" : "mt-4"}
        />
      </aside>
      <div className="flex min-w-0 flex-col gap-5">
        <SearchBox typed={typed} onType={setTyped} />
        <DirectoryHint className="lg:hidden" />
        <Results search={search} viewerAddress={viewerAddress} />
      </div>
    </div>
  );
}

function DirectoryHint({ className }: { className: string }) {
  return (
    <p className={classNames("text-sm text-muted", className)}>
      Looking for somebody?{" "}
      <Link
        to="/directory"
        className="font-semibold whitespace-nowrap text-ink underline decoration-rule underline-offset-4 hover:decoration-seal"
      >
        Open the directory
      </Link>
    </p>
  );
}

function Results({ search, viewerAddress }: { search: string; viewerAddress: string | null }) {
  const query = useInfiniteQuery({
    ...endorsementPages(search === "" ? {} : { search }),
    placeholderData: keepPreviousData,
  });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    query;
  const linkTo = useEndorsementLink(viewerAddress);
  const hydrating = useHydrating();
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  const endorsements = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <div aria-live="polite" className="sr-only">
        {search !== "" && data !== undefined && !query.isPlaceholderData
          ? endorsements.length === 0
            ? messages.noSearchResult
            : `Results for ${search}`
          : ""}
      </div>
      {data === undefined ? (
        error === null ? (
          <FeedSkeleton />
        ) : (
          <Card>
            <ErrorState
              title="The feed could not be loaded"
              detail={explain(error)}
              onRetry={() => query.refetch()}
              retrying={query.isFetching}
            />
          </Card>
        )
      ) : endorsements.length === 0 ? (
        <Card>{search === "" ? <EmptyFeed /> : <NoMatch />}</Card>
      ) : (
        <EndorsementList
          key={search}
          endorsements={endorsements}
          viewerAddress={viewerAddress}
          linkTo={linkTo}
          onNearEnd={more}
          end={
            isFetchNextPageError ? (
              <p className="flex items-center justify-center gap-4 py-4 text-sm text-muted">
                Older endorsements could not be loaded.
                <Button tone="secondary" onClick={() => fetchNextPage()}>
                  Try again
                </Button>
              </p>
            ) : hydrating ? null : hasNextPage ? (
              <p className="flex justify-center py-4">
                <Spinner>Loading older endorsements</Spinner>
              </p>
            ) : (
              <p className="py-6 text-center text-sm text-muted">You have reached the first one.</p>
            )
          }
        />
      )}
      <OpenedEndorsement known={endorsements} viewerAddress={viewerAddress} />
    </>
  );
}

function EmptyFeed() {
  return (
    <EmptyState
      title={messages.emptyFeed}
      action={<LinkButton to="/new-endorsement">{messages.sendEndorsement}</LinkButton>}
    />
  );
}

function NoMatch() {
  return (
    <EmptyState
      title={messages.noSearchResult}
      drawing={<Loupe />}
      action={
        <LinkButton to="/directory" tone="secondary">
          Look in the directory
        </LinkButton>
      }
    >
      The search looks at the names of senders, receivers and organizations.
    </EmptyState>
  );
}

function FeedSkeleton() {
  return (
    <div role="status" className="flex min-h-dvh flex-col gap-4">
      <span className="sr-only">Loading endorsements</span>
      {["a", "b", "c", "d"].map((key) => (
        <EndorsementCardSkeleton key={key} />
      ))}
    </div>
  );
}
