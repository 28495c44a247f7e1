import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import type { Profile } from "@colonnade/domain/full-profile.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { readPrincipal } from "../../api/route-param.ts";
import {
  isBegun,
  keepSent,
  nothingWritten,
  type SentEndorsement,
  takeUpSent,
  unsentEndorsement,
} from "../../features/endorsement/unsent.ts";
import { useProfile } from "../../features/profile/query.ts";
import { useViewer } from "../../features/profile/viewer.ts";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { RaisedStamp } from "../../ui/empty-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { FormLoading, ProfileLoading } from "../shared/form.tsx";
import { EmptyPage, ProfileButtons, SuspendedPage } from "../shared/page-states.tsx";
import { GoBack, SentPanel } from "../shared/sent-panel.tsx";
import { EndorsementForm } from "./endorsement-form.tsx";

/** Issues an endorsement. `?to={address}` presets the recipient, `?as={id}` the organization that sends it. */
export function NewEndorsement() {
  usePageMeta(pages["/new-endorsement"]);
  const viewer = useViewer();
  switch (viewer.state) {
    case "signed-out":
      return (
        <NeedProfile action={<ProfileButtons signedOut />}>{messages.loginToEndorse}</NeedProfile>
      );
    case "loading":
      return <ProfileLoading viewer={viewer} title={messages.issueEndorsement} wide />;
    case "connected":
      return viewer.suspended ? (
        <SuspendedPage />
      ) : (
        <NeedProfile action={<ProfileButtons signedOut={false} />}>
          It shows who is speaking. Making one takes a minute and a BNS name.
        </NeedProfile>
      );
    case "pending":
      return (
        <NeedProfile
          action={
            <LinkButton to="/create-profile" tone="secondary">
              See how it is going
            </LinkButton>
          }
        >
          Yours is on its way: the network has not confirmed it yet.
        </NeedProfile>
      );
    case "member":
      return <Issue key={viewer.address} sender={viewer.profile} />;
  }
}

function NeedProfile({ children, action }: { children: string; action: ReactNode }) {
  return (
    <EmptyPage title={messages.needProfileToIssue} drawing={<RaisedStamp />} action={action}>
      {children}
    </EmptyPage>
  );
}

function Issue({ sender }: { sender: Profile }) {
  const [params] = useSearchParams();
  const to = readPrincipal(params.get("to"));
  const recipient = useProfile(to === null || to === sender.address ? null : to);
  if (recipient.isLoading) {
    return (
      <FormLoading title={messages.issueEndorsement} wide>
        Looking for your profile
      </FormLoading>
    );
  }
  return <Writing sender={sender} to={recipient.data} as={params.get("as")} />;
}

/** A form. Its presets count once, at its start: the sender may choose otherwise later. */
function Writing({
  sender,
  to,
  as,
}: {
  sender: Profile;
  to: Profile | undefined;
  as: string | null;
}) {
  const [sent, setSent] = useState<SentEndorsement | null>(null);
  const [{ form, start, begunFor, isTakenUp }, setForm] = useState(() => {
    const written = unsentEndorsement(sender.address).read() ?? nothingWritten;
    const preset = {
      ...written,
      recipient: to === undefined ? written.recipient : briefOf(to),
      organization:
        as === null ? newestOf(sender, written.organization) : organizationOf(sender, as),
    };
    const begunFor = isBegun(sender.address) ? written.recipient : null;
    return { form: 0, start: preset, begunFor, isTakenUp: false };
  });
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    if (params.size > 0) setParams({}, { replace: true });
  }, [params, setParams]);
  if (sent !== null) {
    return (
      <Sent
        sent={sent}
        onRetry={() => takeUp(sent)}
        onNew={() => {
          setForm({ form: form + 1, start: nothingWritten, begunFor: null, isTakenUp: false });
          setSent(null);
        }}
      />
    );
  }
  return (
    <EndorsementForm
      key={form}
      isTakenUp={isTakenUp}
      begunFor={begunFor}
      sender={sender}
      start={start}
      onTakeUp={takeUp}
      onSent={(endorsement) => {
        keepSent(endorsement);
        // On another page, something else may have been begun while the wallet was open.
        const typed = unsentEndorsement(sender.address).read();
        const { title, description } = endorsement.words;
        if (typed?.title === title && typed.description === description) {
          unsentEndorsement(sender.address).remove();
        }
        setSent(endorsement);
      }}
    />
  );

  function takeUp(refused: SentEndorsement) {
    takeUpSent(refused);
    const organization = newestOf(sender, refused.words.organization);
    const start = { ...refused.words, organization };
    setForm({ form: form + 1, start, begunFor: null, isTakenUp: true });
    setSent(null);
  }
}

/** @returns null if the sender does not represent it */
function organizationOf(sender: Profile, asked: string | number) {
  return sender.organization.find(({ id }) => String(id) === String(asked)) ?? null;
}

/** An organization that was chosen earlier. One that is left or closed since stays as it was, and the form says so. */
function newestOf(sender: Profile, chosen: OrganizationBrief | null) {
  return chosen === null ? null : (organizationOf(sender, chosen.id) ?? chosen);
}

function briefOf({ address, bns_name, bns, profileImageUrl }: Profile) {
  return { address, bns_name, bns, profileImageUrl };
}

function Sent({
  sent: {
    transaction: { txId },
    words,
  },
  onRetry,
  onNew,
}: {
  sent: SentEndorsement;
  onRetry: () => void;
  onNew: () => void;
}) {
  const { state } = useOutcome(txId);
  const recipient = words.recipient === null ? "" : displayName(words.recipient);
  const explanations = {
    pending: `Once the network confirms it, ${recipient} can read it and decide.`,
    succeeded: `${recipient} can read it now and decide.`,
    failed: "It did not arrive. Your words are kept.",
  };
  return (
    <SentPanel
      title={messages.endorsementSent}
      transactions={[{ event: "SUBMIT_ENDORSEMENT", txId }]}
      actions={
        <>
          <GoBack home="/home" />
          {state === "failed" ? (
            <Button onClick={onRetry}>Try again with the same words</Button>
          ) : (
            <Button onClick={onNew}>{messages.sendNewEndorsement}</Button>
          )}
        </>
      }
    >
      {explanations[state]}
    </SentPanel>
  );
}
