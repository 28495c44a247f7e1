import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { EndorsementCardSkeleton } from "../../features/endorsement/endorsement-card.tsx";
import { endorsementPages } from "../../features/endorsement/query.ts";
import { useViewer, type Viewer } from "../../features/profile/viewer.ts";
import { ReloadProfile } from "../../layout/viewer-corner.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState, Loupe } from "../../ui/empty-state.tsx";
import { Name } from "../../ui/name.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { OpenEndorsement } from "../shared/open-endorsement.tsx";
import { type FailedQuery, QueryError } from "../shared/page-states.tsx";
import { SearchBox, SearchedList, useSearch } from "../shared/search-box.tsx";
import { EndorsementList } from "./endorsement-list.tsx";

/** Every endorsement, newest first. */
export function Feed() {
  usePageMeta(pages["/home"]);
  const viewer = useViewer();
  const { search, typed, setTyped } = useSearch();
  return (
    <div className="page grid gap-6 pt-6 lg:grid-cols-[16.5rem_minmax(0,1fr)] lg:gap-10 lg:pt-9">
      <h1 className="sr-only">Feed</h1>
      <aside className="of-viewer hidden lg:sticky lg:top-25 lg:block lg:self-start">
        <ViewerCard viewer={viewer} />
        {/* Shown once the card above has its final height. */}
        <DirectoryHint
          className={viewer.state === "loading" && !viewer.failed ? "invisible mt-4" : "mt-4"}
        />
      </aside>
      <div className="flex min-w-0 flex-col gap-5">
        <SearchBox typed={typed} onType={setTyped} />
        <DirectoryHint className="lg:hidden" />
        <Results search={search} />
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

function Results({ search }: { search: string }) {
  const query = useInfiniteQuery({
    ...endorsementPages(search === "" ? {} : { search }),
    placeholderData: keepPreviousData,
  });
  const endorsements = query.data?.pages.flatMap((page) => page.items);
  const isAnswered = search !== "" && endorsements !== undefined && !query.isPlaceholderData;
  const isEmpty = endorsements?.length === 0;
  return (
    <>
      <div aria-live="polite" className="sr-only">
        {isAnswered && (isEmpty ? messages.noSearchResult : `Results for ${search}`)}
      </div>
      {endorsements === undefined ? (
        <NoAnswer query={query} />
      ) : isEmpty ? (
        <Card>{search === "" ? <EmptyFeed /> : <NoMatch />}</Card>
      ) : (
        <SearchedList searching={query.isPlaceholderData}>
          <EndorsementList key={search} endorsements={endorsements} list={query} />
        </SearchedList>
      )}
      <OpenEndorsement known={endorsements ?? []} />
    </>
  );
}

function NoAnswer({ query }: { query: FailedQuery }) {
  if (query.error !== null) {
    return (
      <Card>
        <QueryError title="The feed could not be loaded" query={query} />
      </Card>
    );
  }
  return (
    <div role="status" className="flex min-h-dvh flex-col gap-4">
      <span className="sr-only">Loading endorsements</span>
      {["a", "b", "c", "d"].map((key) => (
        <EndorsementCardSkeleton key={key} />
      ))}
    </div>
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

/** Beside the feed: the viewer and their counts, or an invitation to make a profile. */
function ViewerCard({ viewer }: { viewer: Viewer }) {
  if (viewer.state === "loading") {
    return viewer.failed ? <NotLoaded address={viewer.address} /> : <ViewerCardSkeleton />;
  }
  if (viewer.state === "connected" && viewer.suspended) return <Removed />;
  if (viewer.state !== "member") return <Invitation pending={viewer.state === "pending"} />;
  const { profile } = viewer;
  return (
    <Card aria-label="You" className="p-6">
      <Link to="/profile" className="group inline-flex flex-col gap-3">
        <Avatar profile={profile} size={60} />
        <span className="font-heading text-xl font-bold decoration-seal underline-offset-4 group-hover:underline">
          <Name>{displayName(profile)}</Name>
        </span>
      </Link>
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-2.5 text-[0.9375rem]">
        <Count name="Endorsements" count={profile.earned} />
        <Count name="Issued" count={profile.issued} />
        <Count name={messages.organizations} count={profile.organization.length} />
      </dl>
    </Card>
  );
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-mono">{count}</dd>
    </>
  );
}

function Invitation({ pending }: { pending: boolean }) {
  return (
    <Card aria-label="Begin" className="flex flex-col gap-4 p-6">
      <p className="font-heading text-xl leading-7 font-bold text-balance">
        Your work, in the words of those who saw it.
      </p>
      <p className="text-[0.9375rem] leading-6 text-muted">
        A profile gathers endorsements that people sign with their own wallet, and that nobody can
        move or take away.
      </p>
      <LinkButton to="/create-profile" tone={pending ? "secondary" : "primary"}>
        {pending ? messages.creationInProgress : messages.createYourProfile}
      </LinkButton>
    </Card>
  );
}

/** To somebody whom a watcher suspended, who can make no other profile. */
const Removed = () => (
  <Card aria-label="You" className="flex flex-col items-start gap-4 p-6">
    <p className="font-heading text-xl leading-7 font-bold text-balance">
      Watchers removed your profile
    </p>
    <LinkButton to="/profile" tone="secondary">
      See what you can still do
    </LinkButton>
  </Card>
);

function NotLoaded({ address }: { address: string }) {
  return (
    <Card aria-label="You" className="flex flex-col items-start gap-4 p-6">
      <p role="alert" className="font-heading text-xl leading-7 font-bold text-balance">
        Your profile could not be loaded
      </p>
      <ReloadProfile address={address}>Try again</ReloadProfile>
    </Card>
  );
}

function ViewerCardSkeleton() {
  return (
    <Card as="div" className="flex flex-col gap-4 p-6">
      <Skeleton shape="round" className="size-[60px]" />
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
    </Card>
  );
}
