import type { Profile } from "@colonnade/domain/full-profile.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { explain } from "../api/error.ts";
import { requireUploadedImage } from "../features/images/uploaded-image.ts";
import { registerProfileCall } from "../features/profile/call.ts";
import { useViewer } from "../features/profile/viewer.ts";
import { BNS_SITE, type BnsName, bnsNamesQuery } from "../features/wallet/bns-name.ts";
import { makesProfiles } from "../features/wallet/name-status.ts";
import {
  endProfileCreation,
  startProfileCreation,
  useSession,
} from "../features/wallet/session-store.ts";
import { tabItem } from "../features/wallet/storage.ts";
import { SentAge, StatusLink } from "../features/wallet/transaction-state.tsx";
import { useSending } from "../layout/wallet-actions.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { usePageMeta } from "../ui/page-meta.ts";
import { Rosette } from "../ui/rosette.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Form, FormLoading, ProfileInput, ProfileLoading, SubmitButton } from "./shared/form.tsx";
import { chosenSchema, statementSchema } from "./shared/form-schemas.ts";
import { NameChoice } from "./shared/name-choice.tsx";
import { NameNotice, useNameStatus } from "./shared/name-notice.tsx";
import { ConnectGate, EmptyPage, SuspendedPage } from "./shared/page-states.tsx";
import { useHeadingFocus } from "./shared/sent-panel.tsx";

/** Makes a profile: connect, own a name, fill in, wait for the block. */
export function CreateProfile() {
  usePageMeta(pages["/create-profile"]);
  const viewer = useViewer();
  switch (viewer.state) {
    case "signed-out":
      return (
        <ConnectGate title={messages.connectToStart}>
          A profile belongs to a wallet and its BNS name. You keep the keys.
        </ConnectGate>
      );
    case "loading":
      return <ProfileLoading viewer={viewer} portrait title={messages.createYourProfileCapitals} />;
    case "connected":
      return viewer.suspended ? <SuspendedPage /> : <NameLookup address={viewer.address} />;
    case "pending":
      return <InProgress address={viewer.address} txId={viewer.txId} />;
    case "member":
      return <Made profile={viewer.profile} />;
  }
}

function NameLookup({ address }: { address: string }) {
  const names = useInfiniteQuery(bnsNamesQuery(address));
  const [chosen, choose] = useState<BnsName | null>(null);
  if (names.isPending) {
    return (
      <FormLoading portrait title={messages.createYourProfileCapitals}>
        Looking up your BNS name
      </FormLoading>
    );
  }
  if (names.data === undefined) {
    return (
      <ErrorState
        heading="h1"
        title="Your BNS name could not be looked up"
        detail={names.error.name === "NameError" ? names.error.message : explain(names.error)}
        onRetry={() => names.refetch()}
        retrying={names.isFetching}
      />
    );
  }
  const bnsName = chosen ?? names.data[0];
  if (bnsName === undefined) {
    return (
      <EmptyPage
        title={messages.noBnsName}
        action={<LinkButton href={BNS_SITE}>Get a BNS name</LinkButton>}
      >
        {messages.nameNotFound}. A profile needs a BNS name, such as alice.btc, so that people know
        who is speaking. Come back here when you have one.
      </EmptyPage>
    );
  }
  return (
    <div className="page py-8 sm:py-12 lg:max-w-3xl">
      <h1 className="text-3xl">{messages.createYourProfileCapitals}</h1>
      <p className="measure mt-2 mb-8 text-muted">
        Your endorsements will be gathered under this name. It is written on chain; you pay only the
        network's fee.
      </p>
      <FailedRegistration />
      <RegistrationForm address={address} bnsName={bnsName}>
        <NameChoice query={names} chosen={bnsName} onChoose={choose} />
      </RegistrationForm>
    </div>
  );
}

/** Says why the last registration failed. The form below is the way to try again. */
function FailedRegistration() {
  const reason = useSession((session) => session.registrationFailure);
  const txId = useSession((session) => session.pendingProfileCreationTxId);
  if (reason === null) return null;
  return (
    <Card tone="alert" className="mb-8 p-5" aria-label="Your last attempt">
      <div role="alert">
        <h2 className="text-lg text-seal">Your profile was not created</h2>
        <p className="mt-1">{reason} You can try again below.</p>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-4">
        {txId === undefined ? null : <StatusLink txId={txId} />}
        <Button tone="quiet" onClick={endProfileCreation}>
          Dismiss
        </Button>
      </div>
    </Card>
  );
}

const formSchema = z.object({
  image: chosenSchema(imageAddressSchema, messages.selectImage),
  statement: statementSchema,
});
const unsentSchema = z.object({
  image: z.nullable(imageAddressSchema),
  statement: z.string(),
});

/** What is typed and not confirmed: it survives a reload, and a registration that fails. */
const unsentProfile = (address: string) => tabItem(`unsentProfile ${address}`, unsentSchema);

function RegistrationForm({
  address,
  bnsName,
  children,
}: {
  address: string;
  bnsName: BnsName;
  /** Chooses the name. */
  children: ReactNode;
}) {
  const status = useNameStatus(bnsName, address);
  const form = useForm<z.infer<typeof unsentSchema>, unknown, z.output<typeof formSchema>>({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: unsentProfile(address).read() ?? { image: null, statement: "" },
  });
  type Unsent = z.infer<typeof unsentSchema>;
  const unsent = useWatch({ control: form.control, compute: (values: Unsent) => values });
  useEffect(() => unsentProfile(address).write(unsent), [address, unsent]);
  const { send, sending } = useSending();

  const submit = form.handleSubmit(async ({ image, statement }) => {
    const sent = await send(async () => {
      await requireUploadedImage(image, (message) => form.setError("image", { message }));
      return registerProfileCall({ bnsName, statement, image });
    });
    if (sent !== null) startProfileCreation(sent.address, sent.txId);
  });

  return (
    <Form form={form} onSubmit={submit}>
      <ProfileInput
        address={address}
        name={bnsName.name}
        namespace={bnsName.namespace}
        nameNote={
          <div className="-mt-5 mb-3 flex flex-col gap-4">
            <fieldset disabled={sending} className="contents">
              {children}
            </fieldset>
            <NameNotice bnsName={bnsName} status={status} />
          </div>
        }
        imageHint="A picture of you, or whatever people know you by."
        statementHint="What should people know about you?"
      />
      <SubmitButton busy={sending} disabled={status !== null && !makesProfiles(status)}>
        {messages.createYourProfile}
      </SubmitButton>
    </Form>
  );
}

/** A registration waits for its block. The page changes by itself once it is there. */
function InProgress({ address, txId }: { address: string; txId: string | null }) {
  const heading = useHeadingFocus();
  return (
    <section className="page flex flex-col items-center gap-5 py-12 text-center sm:py-20">
      <Rosette
        seed={address}
        className="size-44 animate-[breathe_2.4s_ease-in-out_infinite] rounded-full"
      />
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {messages.creationInProgress}
      </h1>
      <p className="font-semibold text-pending">{messages.creationPendingNotice}</p>
      <Spinner>Waiting for the network to put it in a block</Spinner>
      <div className="flex flex-wrap items-center justify-center gap-x-5 text-sm text-muted">
        <SentAge txId={txId} />
        {txId === null ? null : <StatusLink txId={txId} />}
      </div>
      <p className="measure text-sm text-muted">
        You can leave this page: your profile appears as soon as the network confirms it.
      </p>
    </section>
  );
}

function Made({ profile }: { profile: Profile }) {
  useEffect(() => unsentProfile(profile.address).remove(), [profile.address]);
  return (
    <EmptyPage
      title={messages.alreadyHasProfile}
      drawing={<Rosette seed={profile.address} className="size-36 rounded-full" />}
      action={<LinkButton to="/profile">{messages.viewProfile}</LinkButton>}
    >
      It is confirmed on chain as {displayName(profile)}.
    </EmptyPage>
  );
}
