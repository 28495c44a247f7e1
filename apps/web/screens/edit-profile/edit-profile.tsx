import type { EventType } from "@colonnade/domain/event-type.ts";
import type { Profile } from "@colonnade/domain/full-profile.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useState } from "react";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import type { SentTransaction } from "../../features/wallet/stored-state.ts";
import { type Outcome, useOutcomes } from "../../features/wallet/transaction-status.ts";
import { useViewer } from "../../features/wallet/viewer.ts";
import { useConnecting } from "../../layout/use-connecting.ts";
import { Button, type ButtonTone, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { ProfileAwaited } from "../form-loading.tsx";
import { GoBack } from "../go-back.tsx";
import { SentPanel } from "../sent-panel.tsx";
import { EditProfileForm } from "./edit-profile-form.tsx";

/** Changes the statement and the image of one's own profile. */
export function EditProfile() {
  usePageMeta(messages.editProfile, "Change your statement and your image.");
  const viewer = useViewer();
  if (viewer.state === "loading") {
    return <ProfileAwaited viewer={viewer} portrait title={messages.editProfile} />;
  }
  if (viewer.state !== "member") {
    return (
      <div className="page py-8">
        <EmptyState
          heading="h1"
          title={messages.createAccountToEdit}
          action={viewer.state === "signed-out" ? <WaysIn /> : <NewProfile />}
        />
      </div>
    );
  }
  return <Editing key={viewer.address} profile={viewer.profile} />;
}

function NewProfile({ tone = "primary" }: { tone?: ButtonTone }) {
  return (
    <LinkButton to="/create-profile" tone={tone}>
      {messages.createProfile}
    </LinkButton>
  );
}

/** Without a wallet nobody knows whether there is a profile. */
function WaysIn() {
  const { connect, connecting } = useConnecting();
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <Button onClick={connect} busy={connecting}>
        {messages.connectWallet}
      </Button>
      <NewProfile tone="secondary" />
    </div>
  );
}

interface SentChanges {
  sent: SentTransaction[];
  heldBack: boolean;
}

const names: Partial<Record<EventType, string>> = {
  UPDATE_STATEMENT: "Statement",
  UPDATE_PROFILE_IMAGE: "Image",
};

function Editing({ profile }: { profile: Profile }) {
  const [sent, setSent] = useState(() => findSent(profile.address));
  return sent === null ? (
    <EditProfileForm profile={profile} onSent={(sent, heldBack) => setSent({ sent, heldBack })} />
  ) : (
    <Sent {...sent} onAgain={() => setSent(null)} />
  );
}

/** Changes that were sent before the page was opened, and are on their way still. */
function findSent(address: string): SentChanges | null {
  const sent = useSentTransactions
    .getState()
    .sent.filter((transaction) => transaction.address === address && transaction.event in names);
  return sent.length === 0 ? null : { sent, heldBack: false };
}

function Sent({ sent, heldBack, onAgain }: SentChanges & { onAgain: () => void }) {
  const outcomes = useOutcomes(sent.map(({ txId }) => txId));
  return (
    <SentPanel
      title={messages.profileUpdatesSubmitted}
      transactions={sent.map(({ event, txId }) => ({ event, txId, name: names[event] ?? "" }))}
      actions={
        <>
          <GoBack home="/profile" />
          <Button onClick={onAgain}>{messages.editProfile}</Button>
        </>
      }
    >
      <p>{sayHowItStands(outcomes)}</p>
      {heldBack ? <p>Your other change was not sent. What you wrote is kept.</p> : null}
    </SentPanel>
  );
}

function sayHowItStands(outcomes: Outcome[]): string {
  const failed = outcomes.filter(({ state }) => state === "failed");
  if (failed.length === outcomes.length) return "The network refused it. What you wrote is kept.";
  if (failed.length > 0) return "The rest is not touched by that. What you wrote is kept.";
  return outcomes.every(({ state }) => state === "succeeded")
    ? "It stands on chain, for everybody to see."
    : "They show as soon as the network confirms them.";
}
