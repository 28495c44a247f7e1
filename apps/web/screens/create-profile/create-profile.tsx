import type { Profile } from "@colonnade/domain/full-profile.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { explain } from "../../api/error.ts";
import { bnsNameQuery } from "../../features/wallet/bns-name.ts";
import { useViewer } from "../../features/wallet/viewer.ts";
import { LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Rosette } from "../../ui/rosette.tsx";
import { ConnectGate } from "../connect-gate.tsx";
import { FormLoading, ProfileAwaited } from "../form-loading.tsx";
import { CreationInProgress } from "./creation-in-progress.tsx";
import { FailedRegistration } from "./failed-registration.tsx";
import { dropUnsentProfile, ProfileForm } from "./profile-form.tsx";

/** Where one gets a BNS name today. */
const BNS_REGISTRATION = "https://bns.xyz";

/** Makes a profile: connect, own a name, fill in, wait for the block. */
export function CreateProfile() {
  usePageMeta(
    messages.createProfile,
    "A profile under your BNS name gathers what people say of your work.",
  );
  const viewer = useViewer();
  switch (viewer.state) {
    case "signed-out":
      return (
        <ConnectGate title={messages.connectToStart}>
          A profile belongs to a wallet and its BNS name. You keep the keys.
        </ConnectGate>
      );
    case "loading":
      return <ProfileAwaited viewer={viewer} portrait title={messages.createYourProfileCapitals} />;
    case "member":
      return <Made profile={viewer.profile} />;
    case "pending":
      return <CreationInProgress address={viewer.address} txId={viewer.txId} />;
    case "connected":
      return <Registration address={viewer.address} />;
  }
}

function Made({ profile }: { profile: Profile }) {
  useEffect(() => dropUnsentProfile(profile.address), [profile.address]);
  return (
    <div className="page py-8">
      <EmptyState
        heading="h1"
        title={messages.alreadyHasProfile}
        drawing={<Rosette seed={profile.address} className="size-36 rounded-full" />}
        action={<LinkButton to="/profile">{messages.viewProfile}</LinkButton>}
      >
        It stands under {displayName(profile)}, confirmed on chain.
      </EmptyState>
    </div>
  );
}

function Registration({ address }: { address: string }) {
  const name = useQuery(bnsNameQuery(address));
  if (name.isPending)
    return (
      <FormLoading portrait title={messages.createYourProfileCapitals}>
        Looking up your BNS name
      </FormLoading>
    );
  if (name.isError) {
    return (
      <ErrorState
        heading="h1"
        title="Your BNS name could not be looked up"
        detail={name.error.name === "NameError" ? name.error.message : explain(name.error)}
        onRetry={() => name.refetch()}
        retrying={name.isFetching}
      />
    );
  }
  return name.data === null ? (
    <div className="page py-8">
      <EmptyState
        heading="h1"
        title={messages.noBnsName}
        action={<LinkButton href={BNS_REGISTRATION}>Get a BNS name</LinkButton>}
      >
        {messages.nameNotFound}. A profile stands under a BNS name, such as alice.btc, so that
        people know who speaks. Come back here when you have one.
      </EmptyState>
    </div>
  ) : (
    <div className="page py-8 sm:py-12 lg:max-w-3xl">
      <h1 className="text-3xl">{messages.createYourProfileCapitals}</h1>
      <p className="measure mt-2 mb-8 text-muted">
        Your endorsements will be gathered under this name. It is written on chain; only the
        network's fee is paid.
      </p>
      <FailedRegistration />
      <ProfileForm address={address} bnsName={name.data} />
    </div>
  );
}
