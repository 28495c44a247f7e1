import type { Profile } from "@colonnade/domain/full-profile.ts";
import { withoutHidden } from "@colonnade/domain/hidden-text.ts";
import { messages, sayEndorsements } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { displayName, nameOrAddress } from "@colonnade/domain/profile.ts";
import { useParams } from "react-router";
import { codeOf, statusOf } from "../../api/error.ts";
import { readPrincipal } from "../../api/route-param.ts";
import { ProfileHeader, ProfileHeaderSkeleton } from "../../features/profile/profile-header.tsx";
import { useProfile } from "../../features/profile/query.ts";
import { useViewerAddress } from "../../features/profile/viewer.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PendingStamp } from "../../ui/stamp.tsx";
import { NotInDirectory } from "../not-found.tsx";
import { FollowButton } from "../shared/follow-button.tsx";
import { OpenEndorsement } from "../shared/open-endorsement.tsx";
import { QueryError, Titled } from "../shared/page-states.tsx";
import { ReportButton } from "../shared/report-button.tsx";
import { EndorsementWall, EndorsementWallSkeleton } from "./endorsement-wall.tsx";
import { OwnProfile } from "./own-profile.tsx";
import { endorsementsOf, WithdrawnWall } from "./withdrawn-wall.tsx";

/** The profile at an address. The viewer's own is shown as at `/profile`. */
export function PublicProfile() {
  const address = readPrincipal(useParams().address);
  const viewer = useViewerAddress();
  if (address === null) return nobody;
  if (viewer === address) return <OwnProfile />;
  return <ProfileOf key={address} address={address} />;
}

const nobody = <NotInDirectory title="Nobody has a profile at this address" />;

const removed = (
  <NotInDirectory title="Watchers removed this profile">
    Its owner is suspended and can send nothing. What others have approved stays with them, and its
    sender is marked as removed.
  </NotInDirectory>
);

function ProfileOf({ address }: { address: string }) {
  const query = useProfile(address);
  if (query.data !== undefined) return <Found profile={query.data} />;
  if (statusOf(query.error) === 404) return codeOf(query.error) === "suspended" ? removed : nobody;
  return (
    <Titled title={pages["/profile/:address"].title}>
      {query.error === null ? (
        <>
          <h1 className="sr-only">Profile</h1>
          <ProfileHeaderSkeleton seed={address} />
          <EndorsementWallSkeleton title={messages.endorsementsEarned} />
        </>
      ) : (
        <div className="page py-8">
          <QueryError heading="h1" title={messages.profileFetchError} query={query} />
        </div>
      )}
    </Titled>
  );
}

function Found({ profile }: { profile: Profile }) {
  const name = withoutHidden(nameOrAddress(profile));
  usePageMeta({
    title: name,
    feed: `/feeds/profile/${profile.address}`,
    embed: `/profile/${profile.address}`,
    description:
      withoutHidden(profile.statement ?? "") ||
      `${name} has earned ${sayEndorsements(profile.earned)} on Colonnade.`,
  });
  const isPending = profile.status === "PENDING";
  return (
    <div data-another-for={profile.address}>
      <ProfileHeader
        profile={profile}
        represents={profile.organization}
        report={
          <ReportButton
            name={name}
            subject={{ kind: "profile", principal: profile.address }}
            image={profile.profileImageUrl}
          />
        }
        statement={
          isPending
            ? "Their name appears once the network confirms it."
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
              <FollowButton profile={profile} />
            </>
          )
        }
      />
      <EndorsementWall
        title={messages.endorsementsEarned}
        count={sayEndorsements(profile.earned)}
        carried={profile.columnMilestones.filter(({ approved }) => approved)}
        filter={{ receiver: profile.address, approved: "true" }}
        isShown={({ approved, shown }) => approved && shown}
        side="earned"
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
      <WithdrawnWall profile={profile} />
      <EndorsementWall
        title={messages.endorsementsIssued}
        carried={profile.sentMilestones}
        filter={{ sender: profile.address, approved: "true" }}
        isShown={({ approved }) => approved}
        side="issued"
      />
      <OpenEndorsement known={endorsementsOf(profile)} />
    </div>
  );
}
