import type { Profile } from "@colonnade/domain/full-profile.ts";
import { messages, sayEndorsements } from "@colonnade/domain/messages.ts";
import { profileWords } from "@colonnade/domain/page-words.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { useParams } from "react-router";
import { explain, statusOf } from "../../api/error.ts";
import { readPrincipal } from "../../api/route-param.ts";
import { ProfileHeader, ProfileHeaderSkeleton } from "../../features/profile/profile-header.tsx";
import { useProfile } from "../../features/profile/query.ts";
import { useViewer } from "../../features/wallet/viewer.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PendingStamp } from "../../ui/stamp.tsx";
import { FollowButton } from "../follow-button.tsx";
import { NotFound } from "../not-found.tsx";
import { OpenedEndorsement } from "../opened-endorsement.tsx";
import { EndorsementWall, EndorsementWallSkeleton } from "./endorsement-wall.tsx";
import { OwnProfile } from "./own-profile.tsx";

/** Somebody's profile, by address; one's own is shown as one's own. */
export function PublicProfile() {
  const address = readPrincipal(useParams().address);
  const viewer = useViewer();
  if (address === null) return <Nobody />;
  if (viewer.state !== "signed-out" && viewer.address === address) return <OwnProfile />;
  return (
    <ProfileOf
      key={address}
      address={address}
      viewerAddress={viewer.state === "signed-out" ? null : viewer.address}
    />
  );
}

function Nobody() {
  return (
    <NotFound
      title="Nobody has a profile at this address"
      action={<LinkButton to="/directory">Open the directory</LinkButton>}
    >
      The link may have lost a letter on its way.
    </NotFound>
  );
}

function ProfileOf({ address, viewerAddress }: { address: string; viewerAddress: string | null }) {
  const { data, error, isFetching, refetch } = useProfile(address);
  if (data !== undefined) return <Found profile={data} viewerAddress={viewerAddress} />;
  if (statusOf(error) === 404) return <Nobody />;
  return (
    <Unknown address={address} error={error} onRetry={() => refetch()} retrying={isFetching} />
  );
}

/** The profile is on its way, or it could not be had. */
function Unknown({
  address,
  error,
  onRetry,
  retrying,
}: {
  address: string;
  error: Error | null;
  onRetry: () => void;
  retrying: boolean;
}) {
  usePageMeta("Profile");
  if (error === null) {
    return (
      <>
        <h1 className="sr-only">Profile</h1>
        <ProfileHeaderSkeleton seed={address} />
        <EndorsementWallSkeleton title={messages.endorsementsEarned} />
      </>
    );
  }
  return (
    <div className="page py-8">
      <ErrorState
        heading="h1"
        title={messages.profileFetchError}
        detail={explain(error)}
        onRetry={onRetry}
        retrying={retrying}
      />
    </div>
  );
}

function Found({ profile, viewerAddress }: { profile: Profile; viewerAddress: string | null }) {
  const { title, description } = profileWords(profile);
  usePageMeta(title, description);
  const isPending = profile.status === "PENDING";
  return (
    <div data-another-for={profile.address}>
      <ProfileHeader
        profile={profile}
        statement={
          isPending
            ? "Who this is shows once the network confirms it."
            : profile.statement || messages.noStatement
        }
        eyebrow={
          isPending ? (
            <PendingStamp className="self-start bg-sheet">
              {messages.pendingConfirmation}
            </PendingStamp>
          ) : null
        }
        action={
          isPending ? null : (
            <>
              <LinkButton to={`/new-endorsement?to=${profile.address}`}>
                Endorse<span className="sr-only"> {displayName(profile)}</span>
              </LinkButton>
              <FollowButton profile={profile} tone="secondary" />
            </>
          )
        }
      />
      <EndorsementWall
        title={messages.endorsementsEarned}
        count={sayEndorsements(profile.earned)}
        carried={profile.columnMilestones}
        filter={{ receiver: profile.address, approved: "true" }}
        isShown={({ approved, shown }) => approved && shown}
        side="earned"
        viewerAddress={viewerAddress}
        empty={
          <Card>
            <EmptyState
              heading="h3"
              title="Nothing earned yet"
              action={
                isPending ? null : (
                  <LinkButton to={`/new-endorsement?to=${profile.address}`}>
                    {messages.sendEndorsement}
                  </LinkButton>
                )
              }
            >
              {isPending
                ? "Endorsements can come once the profile is confirmed on chain."
                : "The first endorsement is the one people remember."}
            </EmptyState>
          </Card>
        }
      />
      <EndorsementWall
        title={messages.endorsementsIssued}
        carried={profile.sentMilestones}
        filter={{ sender: profile.address, approved: "true" }}
        isShown={({ approved }) => approved}
        side="issued"
        viewerAddress={viewerAddress}
      />
      <OpenedEndorsement
        known={[...profile.columnMilestones, ...profile.sentMilestones]}
        viewerAddress={viewerAddress}
      />
    </div>
  );
}
