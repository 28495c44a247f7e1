import { askedToAcceptMessage } from "@colonnade/domain/messages.ts";
import { useEffect } from "react";
import type { SentTransaction } from "../../features/wallet/sent-transactions.ts";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { Button } from "../../ui/button.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { GoBack, SentPanel } from "../shared/sent-panel.tsx";

const edit = {
  title: "Your words have been sent",
  tone: "approved",
  pending: "They replace the old ones with the next block.",
  succeeded: "They are on chain, for both of you to read.",
  failed: "The network refused them, so nothing has changed.",
} as const;

const suggestionTo = (author: string) =>
  ({
    title: askedToAcceptMessage(author),
    tone: "asked",
    pending: "Your words reach them with the next block. Until they accept, the old ones stand.",
    succeeded: "Until they accept, the old words stand, and you can approve those.",
    failed: "The network refused them, so nothing has changed.",
  }) as const;

const takenBack = {
  title: "You take your suggestion back",
  tone: "seal",
  pending: "It goes with the next block. The words of the author stand.",
  succeeded: "The words of the author stand, and you can approve those.",
  failed: "The network refused it, so your suggestion still stands.",
} as const;

/** Says that an edit was sent, or a suggestion or its end, and the state of its transaction. */
export function EditSent({
  id,
  sent: { txId, metaData },
  asked,
  onFailed,
  onBack,
}: {
  id: number;
  sent: SentTransaction;
  /** Who is asked to accept a suggestion; null if the words are the author's own. */
  asked: string | null;
  /** Runs when the network has refused them. */
  onFailed: () => void;
  onBack: () => void;
}) {
  const { state } = useOutcome(txId);
  const words = asked === null ? edit : metaData.takesBack ? takenBack : suggestionTo(asked);
  const { title, tone } = words;
  usePageMeta({ title });
  useEffect(() => {
    if (state === "failed") onFailed();
  }, [state, onFailed]);
  return (
    <SentPanel
      title={title}
      tone={tone}
      transactions={[{ event: "EDIT_ENDORSEMENT", txId }]}
      actions={
        <>
          <GoBack home={`/home?endorsement=${id}`} />
          {state === "pending" ? null : (
            <Button onClick={onBack}>
              {state === "failed" ? "Edit again" : "See the endorsement"}
            </Button>
          )}
        </>
      }
    >
      {words[state]}
    </SentPanel>
  );
}
