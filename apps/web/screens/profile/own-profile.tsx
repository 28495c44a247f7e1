import type { Profile } from "@colonnade/domain/full-profile.ts";
import { messages, sayEndorsements } from "@colonnade/domain/messages.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { explorerLink } from "@colonnade/domain/web-config.ts";
import { ExternalLink, Pencil } from "lucide-react";
import { explain } from "../../api/error.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { ProfileHeader, ProfileHeaderSkeleton } from "../../features/profile/profile-header.tsx";
import { useProfile } from "../../features/profile/query.ts";
import { useViewer } from "../../features/wallet/viewer.ts";
import { useConnecting } from "../../layout/use-connecting.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Rosette } from "../../ui/rosette.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ConnectGate } from "../connect-gate.tsx";
import { OpenedEndorsement } from "../opened-endorsement.tsx";
import { EndorsementWall, EndorsementWallSkeleton } from "./endorsement-wall.tsx";
import { NetworkPanel } from "./network-panel.tsx";
import { OrganizationList } from "./organization-list.tsx";

/** The viewer's own profile, or what stands between them and one. */
export function OwnProfile() {
  usePageMeta("My Profile", "The endorsements you earned and issued.");
  const viewer = useViewer();
  switch (viewer.state) {
    case "signed-out":
      return <ConnectGate title={messages.connectToContinue} />;
    case "loading":
      return <Unknown address={viewer.address} />;
    case "connected":
      return <None />;
    case "pending":
      return <Pending address={viewer.address} txId={viewer.txId} />;
    case "member":
      return <Member profile={viewer.profile} />;
  }
}

/** The profile is on its way, or it could not be had: one component, since mounting another would ask again. */
function Unknown({ address }: { address: string }) {
  const { error, isError, isFetching, refetch } = useProfile(address);
  if (!isError) return <Loading seed={address} />;
  return (
    <div className="page py-8">
      <ErrorState
        heading="h1"
        title={messages.profileFetchError}
        detail={explain(error)}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    </div>
  );
}

function Loading({ seed }: { seed: string }) {
  return (
    <>
      <h1 className="sr-only">{messages.myProfile}</h1>
      <ProfileHeaderSkeleton seed={seed} />
      <div aria-hidden="true" className="page grid items-start gap-4 pt-8 lg:grid-cols-2">
        <Skeleton className="h-[7.625rem]" />
        <Skeleton className="h-[4.375rem]" />
      </div>
      <EndorsementWallSkeleton title={messages.endorsementsIEarned} />
    </>
  );
}

function None() {
  return (
    <div className="page py-8">
      <EmptyState
        heading="h1"
        title={messages.createYourProfileCapitals}
        action={<LinkButton to="/create-profile">{messages.createProfile}</LinkButton>}
      >
        Your wallet is connected, and no profile stands under its address yet.
      </EmptyState>
    </div>
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
          href={explorerLink(runtimeConfig(), txId)}
          icon={<ExternalLink aria-hidden="true" className="size-4" />}
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
  const waiting = profile.columnMilestones.filter(({ approved }) => !approved);
  return (
    <>
      <ProfileHeader
        profile={profile}
        statement={profile.statement || messages.noStatement}
        eyebrow={<p className="caps print:hidden">{messages.myProfile}</p>}
        action={
          <LinkButton
            tone="secondary"
            to="/edit-profile"
            icon={<Pencil aria-hidden="true" className="size-4" />}
          >
            {messages.editProfile}
          </LinkButton>
        }
      />
      <div className="page grid items-start gap-4 pt-8 lg:grid-cols-2 print:hidden">
        <OrganizationList organizations={profile.organization} />
        <NetworkPanel profile={profile} />
      </div>
      <EndorsementWall
        title={messages.endorsementsIEarned}
        count={
          <>
            {sayEndorsements(profile.earned)}
            {waiting.length === 0 ? null : (
              <span className="print:hidden">, {waiting.length} pending</span>
            )}
          </>
        }
        carried={profile.columnMilestones}
        filter={{ receiver: profile.address }}
        isShown={() => true}
        side="earned"
        viewerAddress={profile.address}
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
        title={messages.endorsementsIIssued}
        carried={profile.sentMilestones}
        filter={{ sender: profile.address }}
        isShown={() => true}
        side="issued"
        viewerAddress={profile.address}
      />
      <OpenedEndorsement
        known={[...profile.columnMilestones, ...profile.sentMilestones]}
        viewerAddress={profile.address}
      />
    </>
  );
}
