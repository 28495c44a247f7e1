import { messages } from "@colonnade/domain/messages.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { profileQuery } from "../../features/profile/query.ts";
import type { SentTransaction } from "../../features/wallet/stored-state.ts";
import { StatusLink } from "../../features/wallet/transaction-state.tsx";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { useViewer } from "../../features/wallet/viewer.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { SentPanel } from "../sent-panel.tsx";
import { EditProfileForm } from "./edit-profile-form.tsx";

/** Changes the statement and the image of one's own profile. */
export function EditProfile() {
  usePageTitle(messages.editProfile);
  const viewer = useViewer();
  const client = useQueryClient();
  const [sent, setSent] = useState<SentTransaction[]>([]);
  if (sent.length > 0) return <Sent sent={sent} onAgain={() => setSent([])} />;
  if (viewer.state === "loading") {
    return viewer.failed ? (
      <ErrorState
        title={messages.somethingWrong}
        onRetry={() => client.refetchQueries(profileQuery(viewer.address))}
      />
    ) : (
      <div className="page flex min-h-96 items-center justify-center">
        <Spinner>Looking for your profile</Spinner>
      </div>
    );
  }
  if (viewer.state !== "member") {
    return (
      <div className="page py-8">
        <EmptyState
          heading="h1"
          title={messages.createAccountToEdit}
          action={<LinkButton to="/create-profile">{messages.createProfile}</LinkButton>}
        />
      </div>
    );
  }
  return <EditProfileForm key={viewer.address} profile={viewer.profile} onSent={setSent} />;
}

function Sent({ sent, onAgain }: { sent: SentTransaction[]; onAgain: () => void }) {
  const navigate = useNavigate();
  const [first, ...more] = sent;
  const outcome = useOutcome(first?.txId ?? "");
  if (first === undefined) return null;
  return (
    <SentPanel
      title={messages.profileUpdatesSubmitted}
      event={first.event}
      txId={first.txId}
      actions={
        <>
          <Button tone="secondary" onClick={() => navigate(-1)}>
            {messages.goBack}
          </Button>
          <Button onClick={onAgain}>{messages.editProfile}</Button>
        </>
      }
    >
      <p>
        {outcome.state === "failed"
          ? "The network refused it. What you wrote is kept."
          : outcome.state === "succeeded"
            ? "It stands on chain, for everybody to see."
            : "They show as soon as the network confirms them."}
      </p>
      {more.map(({ txId }) => (
        <p key={txId} className="mt-2 text-ink">
          Your image goes in a transaction of its own: <StatusLink txId={txId} />
        </p>
      ))}
    </SentPanel>
  );
}
