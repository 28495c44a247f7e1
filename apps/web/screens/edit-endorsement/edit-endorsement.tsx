import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useState } from "react";
import { useParams } from "react-router";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { ConnectGate } from "../connect-gate.tsx";
import { EndorsementLoader } from "../endorsement-loader.tsx";
import { FormLoading } from "../form-loading.tsx";
import { GoBack } from "../go-back.tsx";
import { SentPanel } from "../sent-panel.tsx";
import { EditDesk, TASK } from "./edit-desk.tsx";

/** Other words for a pending endorsement: the sender's own, or a suggestion of the receiver. */
export function EditEndorsement() {
  const { id } = useParams();
  return (
    <EndorsementLoader
      key={id}
      id={id}
      task={TASK}
      nothingNamed={messages.selectMilestone}
      outline={<FormLoading title={messages.editPendingEndorsement}>Loading</FormLoading>}
    >
      {(endorsement) => <Asked endorsement={endorsement} />}
    </EndorsementLoader>
  );
}

function Asked({ endorsement }: { endorsement: Endorsement }) {
  const viewer = useSession((session) => session.senderAddress);
  return viewer === null ? (
    <SignedOut />
  ) : (
    <Editing key={viewer} endorsement={endorsement} viewer={viewer} />
  );
}

function Editing({ endorsement, viewer }: { endorsement: Endorsement; viewer: string }) {
  const [txId, setTxId] = useState(() => findSent(endorsement.id, viewer));
  if (txId !== null) return <Edited id={endorsement.id} txId={txId} onBack={() => setTxId(null)} />;
  const { column_sender, column_receiver } = endorsement;
  const isParty = viewer === column_sender.address || viewer === column_receiver.address;
  if (endorsement.approved) {
    return (
      <NotEditable id={endorsement.id} title="This endorsement is approved">
        Its words stand for good, and nobody can change them.
      </NotEditable>
    );
  }
  if (!isParty) {
    return (
      <NotEditable id={endorsement.id} title="Only the sender and the receiver can edit this">
        An endorsement that is not approved yet is between the two of them.
      </NotEditable>
    );
  }
  return <EditDesk endorsement={endorsement} viewer={viewer} onSent={setTxId} />;
}

/** Other words that were sent before the page was opened, and are on their way still. */
function findSent(id: number, viewer: string): string | null {
  const edit = useSentTransactions
    .getState()
    .sent.findLast(
      ({ event, address, metaData }) =>
        event === "EDIT_ENDORSEMENT" && address === viewer && metaData.endorsementId === id,
    );
  return edit?.txId ?? null;
}

function SignedOut() {
  usePageMeta(TASK);
  return (
    <ConnectGate title={messages.editPendingEndorsement}>{messages.connectToContinue}</ConnectGate>
  );
}

/** Why these words cannot be edited, or not by this person. */
function NotEditable({ id, title, children }: { id: number; title: string; children: string }) {
  usePageMeta(title);
  return (
    <div className="page py-8">
      <EmptyState
        heading="h1"
        title={title}
        action={
          <LinkButton to={`/home?endorsement=${id}`} tone="secondary">
            Read the endorsement
          </LinkButton>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

function Edited({ id, txId, onBack }: { id: number; txId: string; onBack: () => void }) {
  const outcome = useOutcome(txId);
  usePageMeta("Your words are sent");
  return (
    <SentPanel
      title="Your words are sent"
      transactions={[{ event: "EDIT_ENDORSEMENT", txId }]}
      actions={
        <>
          <GoBack home={`/home?endorsement=${id}`} />
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
