import type { Profile } from "@colonnade/domain/full-profile.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { readPrincipal } from "../../api/route-param.ts";
import {
  dropSent,
  dropUnsent,
  keepSent,
  nothingWritten,
  readUnsent,
  type Unsent,
} from "../../features/endorsement/unsent.ts";
import { useProfile } from "../../features/profile/query.ts";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { useViewer } from "../../features/wallet/viewer.ts";
import { useConnecting } from "../../layout/use-connecting.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { RaisedStamp } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { FormLoading, ProfileAwaited } from "../form-loading.tsx";
import { GoBack } from "../go-back.tsx";
import { SentPanel } from "../sent-panel.tsx";
import { EndorsementForm } from "./endorsement-form.tsx";

/** Issues an endorsement. `?to={address}` names the recipient from the start, `?as={id}` one's organization. */
export function NewEndorsement() {
  usePageMeta(
    messages.issueEndorsement,
    "Put in words what somebody did well. They decide whether it stands.",
  );
  const viewer = useViewer();
  switch (viewer.state) {
    case "signed-out":
      return <SignedOut />;
    case "loading":
      return <ProfileAwaited viewer={viewer} title={messages.issueEndorsement} wide />;
    case "connected":
      return (
        <NoProfile action={<LinkButton to="/create-profile">{messages.createProfile}</LinkButton>}>
          It says who speaks. Making one takes a minute and a BNS name.
        </NoProfile>
      );
    case "pending":
      return (
        <NoProfile
          action={
            <LinkButton to="/create-profile" tone="secondary">
              See how it is going
            </LinkButton>
          }
        >
          Yours is on its way: the network has not confirmed it yet.
        </NoProfile>
      );
    case "member":
      return <Desk key={viewer.address} sender={viewer.profile} />;
  }
}

function SignedOut() {
  const { connect, connecting } = useConnecting();
  return (
    <NoProfile
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={connect} busy={connecting}>
            {messages.connectWallet}
          </Button>
          <LinkButton to="/create-profile" tone="secondary">
            {messages.createProfile}
          </LinkButton>
        </div>
      }
    >
      {messages.loginToEndorse}
    </NoProfile>
  );
}

function NoProfile({ children, action }: { children: string; action: React.ReactNode }) {
  return (
    <div className="page py-8">
      <EmptyState
        heading="h1"
        title={messages.needProfileToIssue}
        drawing={<RaisedStamp />}
        action={action}
      >
        {children}
      </EmptyState>
    </div>
  );
}

/** What was sent, to be shown and, should it fail, to be written again. */
interface Sent {
  txId: string;
  unsent: Unsent;
}

function Desk({ sender }: { sender: Profile }) {
  const [sent, setSent] = useState<Sent | null>(null);
  const [start, setStart] = useState(() => readUnsent(sender.address) ?? nothingWritten);
  const [params, setParams] = useSearchParams();
  const to = readPrincipal(params.get("to"));
  const preset = useProfile(to === null || to === sender.address ? null : to);
  const organization = sender.organization.find(({ id }) => String(id) === params.get("as"));
  if (preset.isLoading) {
    return (
      <FormLoading title={messages.issueEndorsement} wide>
        Looking for your profile
      </FormLoading>
    );
  }
  if (sent !== null) {
    return (
      <Done
        sent={sent}
        onNew={(unsent) => {
          // Whoever goes on from here has the words, or is done with them.
          if (unsent !== nothingWritten) dropSent(sent.txId);
          setStart(unsent);
          if (unsent === nothingWritten) setParams({}, { replace: true });
          setSent(null);
        }}
      />
    );
  }
  return (
    <EndorsementForm
      sender={sender}
      start={{
        ...start,
        ...(preset.data === undefined ? {} : { recipient: briefOf(preset.data) }),
        ...(organization === undefined ? {} : { organization }),
      }}
      onSent={(txId, unsent) => {
        dropUnsent(sender.address);
        keepSent(txId, unsent);
        setSent({ txId, unsent });
      }}
    />
  );
}

function briefOf({ address, bns_name, bns, profileImageUrl }: Profile) {
  return { address, bns_name, bns, profileImageUrl };
}

function Done({ sent, onNew }: { sent: Sent; onNew: (unsent: Unsent) => void }) {
  const outcome = useOutcome(sent.txId);
  const recipient = sent.unsent.recipient === null ? "" : displayName(sent.unsent.recipient);
  return (
    <SentPanel
      title={messages.endorsementSent}
      transactions={[{ event: "SUBMIT_ENDORSEMENT", txId: sent.txId }]}
      actions={
        <>
          <GoBack home="/home" />
          {outcome.state === "failed" ? (
            <Button onClick={() => onNew(sent.unsent)}>Try again with the same words</Button>
          ) : (
            <Button onClick={() => onNew(nothingWritten)}>{messages.sendNewEndorsement}</Button>
          )}
        </>
      }
    >
      {outcome.state === "failed"
        ? "It did not arrive. Your words are kept."
        : outcome.state === "succeeded"
          ? `${recipient} can read it now and decide.`
          : `Once the network confirms it, ${recipient} can read it and decide.`}
    </SentPanel>
  );
}
