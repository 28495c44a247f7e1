import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { Link } from "react-router";
import { useProfile } from "../features/profile/query.ts";
import { useViewer } from "../features/profile/viewer.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Name, RemovedLabel } from "../ui/name.tsx";
import { usePageMeta } from "../ui/page-meta.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { ConnectGate, QueryError, SuspendedPage } from "./shared/page-states.tsx";

/** The people the viewer follows, and those who follow the viewer. */
export function Network() {
  usePageMeta(pages["/network"]);
  const viewer = useViewer();
  if (viewer.state === "signed-out") {
    return (
      <ConnectGate title={messages.connectToContinue}>
        The people you follow are kept with your address. The{" "}
        <Link
          to="/directory"
          className="font-semibold text-ink underline decoration-rule underline-offset-4 hover:decoration-seal"
        >
          directory
        </Link>{" "}
        is open to everybody.
      </ConnectGate>
    );
  }
  if (viewer.state === "connected" && viewer.suspended) return <SuspendedPage />;
  return (
    <div className="page flex flex-col gap-6 pt-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">My Network</h1>
        <LinkButton to="/directory" tone="secondary">
          Find people
        </LinkButton>
      </div>
      {viewer.state === "member" ? (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <People
            title="Following"
            people={viewer.profile.following}
            count={viewer.profile.followingCount}
          />
          <People
            title="Followers"
            people={viewer.profile.followers}
            count={viewer.profile.followerCount}
          />
        </div>
      ) : viewer.state === "loading" ? (
        <Loading address={viewer.address} />
      ) : (
        <Card>
          <EmptyState
            title="Your network begins with a profile"
            action={<LinkButton to="/create-profile">{messages.createProfile}</LinkButton>}
          />
        </Card>
      )}
    </div>
  );
}

/** The lists while they load, or why they could not be loaded. */
function Loading({ address }: { address: string }) {
  const profile = useProfile(address);
  if (profile.isError) {
    return (
      <Card>
        <QueryError title="Your network could not be loaded" query={profile} />
      </Card>
    );
  }
  return (
    <div role="status" className="grid items-start gap-6 lg:grid-cols-2">
      <span className="sr-only">Loading your network</span>
      <PeopleSkeleton />
      <PeopleSkeleton />
    </div>
  );
}

function PeopleSkeleton() {
  return (
    <Card as="div" className="p-5">
      <Skeleton className="h-6 w-32" />
      <div className="pt-2">
        {["a", "b", "c"].map((key) => (
          <div
            key={key}
            className="flex min-h-14 items-center gap-3 border-t border-rule first:border-t-0"
          >
            <Skeleton shape="round" className="size-10" />
            <Skeleton className="h-4 w-40" />
          </div>
        ))}
      </div>
    </Card>
  );
}

function People({
  title,
  people,
  count,
}: {
  title: string;
  /** The newest ones, at most a hundred. */
  people: ProfileBrief[];
  /** How many there are in all. */
  count: number;
}) {
  return (
    <Card aria-label={title} className="p-5">
      <h2 className="text-lg">
        {title} <span className="font-mono text-sm font-normal text-muted">{count}</span>
      </h2>
      {people.length === 0 ? (
        <p className="pt-2 text-[0.9375rem] text-muted">Nobody yet.</p>
      ) : (
        <ul className="pt-2">
          {people.map((person) => (
            <li key={person.address} className="border-t border-rule first:border-t-0">
              <Link
                to={`/profile/${person.address}`}
                className="flex min-h-14 items-center gap-3 font-semibold decoration-seal underline-offset-4 hover:underline"
              >
                <Avatar profile={person} size={40} />
                <Name>{displayName(person) || person.address}</Name>
                {person.suspended ? <RemovedLabel /> : null}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {count > people.length ? (
        <p className="border-t border-rule pt-4 text-sm text-muted">
          The newest {people.length} are shown.
        </p>
      ) : null}
    </Card>
  );
}
