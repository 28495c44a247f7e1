import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useSession } from "../../features/wallet/session-store.ts";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ConnectGate } from "../connect-gate.tsx";
import { EndorsementLoader } from "../endorsement-loader.tsx";
import { SentPanel } from "../sent-panel.tsx";
import { EditDesk } from "./edit-desk.tsx";

/** Other words for a pending endorsement: the sender's own, or a suggestion of the receiver. */
export function EditEndorsement() {
  const { id } = useParams();
  return (
    <EndorsementLoader
      key={id}
      id={id}
      task="Edit a pending endorsement"
      nothingNamed={messages.selectMilestone}
    >
      {(endorsement) => <Editing endorsement={endorsement} />}
    </EndorsementLoader>
  );
}

function Editing({ endorsement }: { endorsement: Endorsement }) {
  const viewer = useSession((session) => session.senderAddress);
  const [txId, setTxId] = useState<string | null>(null);
  if (txId !== null) return <Edited txId={txId} onBack={() => setTxId(null)} />;
  if (viewer === null) {
    return (
      <ConnectGate title={messages.editPendingEndorsement}>
        {messages.connectToContinue}
      </ConnectGate>
    );
  }
  const { column_sender, column_receiver } = endorsement;
  const isParty = viewer === column_sender.address || viewer === column_receiver.address;
  if (!isParty || endorsement.approved) {
    return (
      <div className="page py-8">
        <EmptyState
          heading="h1"
          title={
            endorsement.approved
              ? "This endorsement is approved"
              : "Only the sender and the receiver can edit this"
          }
          action={
            <LinkButton to={`/home?endorsement=${endorsement.id}`} tone="secondary">
              Read the endorsement
            </LinkButton>
          }
        >
          {endorsement.approved
            ? "Its words stand for good, and nobody can change them."
            : "An endorsement that is not approved yet is between the two of them."}
        </EmptyState>
      </div>
    );
  }
  return <EditDesk endorsement={endorsement} viewer={viewer} onSent={setTxId} />;
}

function Edited({ txId, onBack }: { txId: string; onBack: () => void }) {
  const navigate = useNavigate();
  const outcome = useOutcome(txId);
  return (
    <SentPanel
      title="Your words are sent"
      transactions={[{ event: "EDIT_ENDORSEMENT", txId }]}
      actions={
        <>
          <Button tone="secondary" onClick={() => navigate(-1)}>
            {messages.goBack}
          </Button>
          {outcome.state === "pending" ? null : (
            <Button onClick={onBack}>
              {outcome.state === "failed" ? "Edit again" : "See the endorsement"}
            </Button>
          )}
        </>
      }
    >
      {outcome.state === "failed"
        ? "The network refused them, so nothing has changed."
        : outcome.state === "succeeded"
          ? "They stand on chain, for both of you to read."
          : "They replace the old ones with the next block."}
    </SentPanel>
  );
}
