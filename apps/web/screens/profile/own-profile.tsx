import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import type { Profile } from "@colonnade/domain/full-profile.ts";
import { messages, sayEndorsements } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { ChevronDown, ExternalLink, Pencil } from "lucide-react";
import { Link } from "react-router";
import { explorerLink } from "../../api/runtime-config.ts";
import { stateOf } from "../../features/endorsement/words.ts";
import { ProfileHeader, ProfileHeaderSkeleton } from "../../features/profile/profile-header.tsx";
import { useProfile } from "../../features/profile/query.ts";
import { useViewer } from "../../features/profile/viewer.ts";
import { useConnecting } from "../../layout/wallet-actions.tsx";
import { Avatar, OrganizationLogo } from "../../ui/avatar.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Name, OrganizationLabel } from "../../ui/name.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Rosette } from "../../ui/rosette.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { NameNotice, useNameStatus } from "../shared/name-notice.tsx";
import { OpenEndorsement } from "../shared/open-endorsement.tsx";
import { ConnectGate, EmptyPage, ProfileButtons, QueryError } from "../shared/page-states.tsx";
import { ArchiveDownload } from "./archive-download.tsx";
import { EndorsementWall, EndorsementWallSkeleton } from "./endorsement-wall.tsx";
import { SuspendedProfile } from "./suspended-profile.tsx";
import { endorsementsOf, WithdrawnWall } from "./withdrawn-wall.tsx";

/** The viewer's own profile, or what to do to get one. */
export function OwnProfile() {
  usePageMeta(pages["/profile"]);
  const viewer = useViewer();
  switch (viewer.state) {
    case "signed-out":
      return <ConnectGate title={messages.connectToContinue} />;
    case "loading":
      return <LoadingProfile address={viewer.address} />;
    case "connected":
      return viewer.suspended ? <SuspendedProfile address={viewer.address} /> : <NoProfile />;
    case "pending":
      return <Pending address={viewer.address} txId={viewer.txId} />;
    case "member":
      return <Member profile={viewer.profile} />;
  }
}

const NoProfile = () => (
  <EmptyPage
    title={messages.createYourProfileCapitals}
    action={<ProfileButtons signedOut={false} />}
  >
    Your wallet is connected, but its address has no profile yet.
  </EmptyPage>
);

/** One component for loading and failed: mounting another one would send the query again. */
function LoadingProfile({ address }: { address: string }) {
  const query = useProfile(address);
  return query.isError ? (
    <div className="page py-8">
      <QueryError heading="h1" title={messages.profileFetchError} query={query} />
    </div>
  ) : (
    <>
      <h1 className="sr-only">{messages.myProfile}</h1>
      <ProfileHeaderSkeleton seed={address} />
      <div aria-hidden="true" className="page grid items-start gap-4 pt-8 lg:grid-cols-2">
        <Skeleton className="h-[7.625rem]" />
        <Skeleton className="h-[4.375rem]" />
      </div>
      <EndorsementWallSkeleton title={messages.endorsementsIEarned} />
    </>
  );
}

function Pending({ address, txId }: { address: string; txId: string | null }) {
  const { disconnect } = useConnecting();
  return (
    <div className="page flex flex-col items-center gap-5 py-14 text-center">
      <Rosette seed={address} className="size-44 animate-[turn_90s_linear_infinite] rounded-full" />
      <h1 className="text-3xl">{messages.pendingConfirmation}</h1>
      <p className="max-w-md text-muted">{messages.sitTight}</p>
      <Spinner>Waiting for the next block</Spinner>
      {txId === null ? null : (
        <LinkButton
          tone="secondary"
          href={explorerLink(txId)}
          icon={<ExternalLink className="size-4" />}
        >
          {messages.viewStatus}
        </LinkButton>
      )}
      <Button tone="quiet" onClick={disconnect}>
        {messages.disconnectWallet}
      </Button>
    </div>
  );
}

function Member({ profile }: { profile: Profile }) {
  const { address, pendingApprovals } = profile;
  const earned = profile.columnMilestones.filter(({ approved }) => approved);
  const waiting = profile.columnMilestones.filter(({ approved }) => !approved);
  return (
    <>
      <ProfileHeader
        profile={profile}
        statement={profile.statement || messages.noStatement}
        eyebrow={<p className="caps print:hidden">{messages.myProfile}</p>}
        action={
          <LinkButton tone="secondary" to="/edit-profile" icon={<Pencil className="size-4" />}>
            {messages.editProfile}
          </LinkButton>
        }
      />
      <OwnName profile={profile} />
      <div className="page grid items-start gap-4 pt-8 lg:grid-cols-2 print:hidden">
        <OrganizationList organizations={profile.organization} />
        <NetworkPanel profile={profile} />
      </div>
      <EndorsementWall
        title={messages.endorsementsIEarned}
        count={sayEndorsements(profile.earned)}
        carried={earned}
        filter={{ receiver: address, approved: "true" }}
        isShown={({ approved }) => approved}
        side="earned"
        empty={
          <Card>
            <EmptyState
              heading="h3"
              title="Nothing earned yet"
              action={<LinkButton to="/new-endorsement">{messages.sendEndorsement}</LinkButton>}
            >
              Endorsing somebody is a good way to be remembered, {displayName(profile)}.
            </EmptyState>
          </Card>
        }
      />
      <EndorsementWall
        title="Waiting for my approval"
        count={`${pendingApprovals} pending`}
        carried={waiting}
        filter={{ receiver: address, approved: "false" }}
        isShown={(endorsement) => stateOf(endorsement) === "pending"}
        side="earned"
        name="waiting"
        printed={false}
      />
      <WithdrawnWall profile={profile} own />
      <EndorsementWall
        title={messages.endorsementsIIssued}
        carried={profile.sentMilestones}
        filter={{ sender: address }}
        isShown={() => true}
        side="issued"
      />
      <ArchiveDownload address={address} />
      <OpenEndorsement known={endorsementsOf(profile)} />
    </>
  );
}

/** What the member should know of the name before it is too late. */
function OwnName({ profile: { address, bns_name: name, bns: namespace } }: { profile: Profile }) {
  const bnsName = { name, namespace };
  const status = useNameStatus(bnsName, address);
  return status === null || status.state === "good" ? null : (
    <div className="page pt-8 print:hidden">
      <NameNotice bnsName={bnsName} status={status} hasProfile />
    </div>
  );
}

/** The organizations that the member may send as. */
function OrganizationList({ organizations }: { organizations: OrganizationBrief[] }) {
  return (
    <Card aria-labelledby="organizations" className="p-5">
      <h2 id="organizations" className="text-lg">
        {messages.organizations}
      </h2>
      {organizations.length === 0 ? (
        <p className="mt-2 flex min-h-11 flex-wrap items-center gap-x-1.5 text-[0.9375rem] text-muted">
          You belong to none.
          <Link
            to="/create-org"
            className="font-semibold text-ink underline decoration-rule underline-offset-4 hover:decoration-seal"
          >
            Create Organization
          </Link>
        </p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 pt-2">
          {organizations.map((organization) => (
            <li key={organization.id}>
              <Link
                to={`/org/${organization.id}`}
                className="flex min-h-11 items-center gap-3 font-semibold decoration-seal underline-offset-4 hover:underline"
              >
                <OrganizationLogo organization={organization} size={36} />
                <Name>{organization.name}</Name>
                <OrganizationLabel />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The people the member follows, and those who follow them. Folded at first. */
function NetworkPanel({ profile }: { profile: Profile }) {
  return (
    <details className="group rounded-paper border border-rule bg-sheet">
      <summary className="flex min-h-11 list-none items-center gap-3 p-5 [&::-webkit-details-marker]:hidden">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-lg">{messages.yourNetwork}</h2>
          <span className="font-mono text-sm text-muted">
            {profile.followingCount} following, {profile.followerCount}{" "}
            {profile.followerCount === 1 ? "follower" : "followers"}
          </span>
        </span>
        <ChevronDown className="ml-auto size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 border-t border-rule p-5 sm:grid-cols-2">
        <People
          title="Following"
          people={profile.following}
          more={profile.followingCount - profile.following.length}
        />
        <People
          title="Followers"
          people={profile.followers}
          more={profile.followerCount - profile.followers.length}
        />
      </div>
    </details>
  );
}

function People({
  title,
  people,
  more,
}: {
  title: string;
  people: ProfileBrief[];
  /** How many earlier ones are not listed. */
  more: number;
}) {
  return (
    <div>
      <h3 className="caps text-muted">{title}</h3>
      {people.length === 0 ? (
        <p className="pt-2 text-sm text-muted">Nobody yet.</p>
      ) : (
        <ul className="flex flex-wrap gap-1 pt-2">
          {people.map((person) => (
            <li key={person.address}>
              <Link
                to={`/profile/${person.address}`}
                title={displayName(person)}
                className="inline-flex rounded-full"
              >
                <Avatar profile={person} size={44} />
                <span className="sr-only">{displayName(person) || person.address}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? <p className="pt-2 text-sm text-muted">and {more} more</p> : null}
    </div>
  );
}
