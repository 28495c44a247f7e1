import { askedToAcceptMessage } from "@colonnade/domain/messages.ts";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { Button } from "../../ui/button.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { GoBack, SentPanel } from "../shared/sent-panel.tsx";

const editWords = {
  pending: "They replace the old ones with the next block.",
  succeeded: "They stand on chain, for both of you to read.",
  failed: "The network refused them, so nothing has changed.",
};
const suggestionWords = {
  ...editWords,
  pending: "Your words reach them with the next block. Until they accept, the old ones stand.",
  succeeded: "Until they accept, the old words stand, and you can approve those.",
};

/** Says that an edit or a suggestion was sent, and the state of its transaction. */
export function EditSent({
  id,
  txId,
  asked,
  onBack,
}: {
  id: number;
  txId: string;
  /** Who is asked to accept a suggestion; null if the words are the author's own. */
  asked: string | null;
  onBack: () => void;
}) {
  const { state } = useOutcome(txId);
  const title = asked === null ? "Your words are sent" : askedToAcceptMessage(asked);
  usePageMeta({ title });
  return (
    <SentPanel
      title={title}
      tone={asked === null ? "approved" : "asked"}
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
      {(asked === null ? editWords : suggestionWords)[state]}
    </SentPanel>
  );
}
