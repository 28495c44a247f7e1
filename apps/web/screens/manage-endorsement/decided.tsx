import { messages } from "@colonnade/domain/messages.ts";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { SentPanel } from "../sent-panel.tsx";

/** What the receiver did, and the transaction that does it. `image` and `seed` are not known after a reload. */
export interface Decision {
  kind: "approved" | "rejected";
  txId: string;
  image?: string;
  seed?: string;
}

/** It is done, as far as the receiver is concerned; the chain has the last word. */
export function Decided({ decision, onBack }: { decision: Decision; onBack: () => void }) {
  const outcome = useOutcome(decision.txId);
  const approved = decision.kind === "approved";
  usePageMeta(approved ? "Approved" : "Rejected");
  const failed = outcome.state === "failed";
  return (
    <SentPanel
      title={approved ? messages.endorsementApproved : messages.endorsementRejected}
      transactions={[
        { event: approved ? "APPROVE_ENDORSEMENT" : "BURN_ENDORSEMENT", txId: decision.txId },
      ]}
      tone={approved ? "approved" : "seal"}
      {...(decision.image === undefined
        ? {}
        : { picture: { address: decision.image, seed: decision.seed ?? "" } })}
      actions={
        <>
          {failed ? (
            <Button tone="secondary" onClick={onBack}>
              Back to the endorsement
            </Button>
          ) : approved && outcome.state === "succeeded" ? (
            <LinkButton to="/profile" tone="secondary">
              See it in your gallery
            </LinkButton>
          ) : null}
          <LinkButton to="/home">{messages.goHome}</LinkButton>
        </>
      }
    >
      {failed
        ? "The network refused it, so nothing has changed."
        : sayWhatHappens(approved, outcome.state === "succeeded")}
    </SentPanel>
  );
}

function sayWhatHappens(approved: boolean, settled: boolean): string {
  if (approved) {
    return settled
      ? "It is yours: an NFT that nobody can move, not even you."
      : "It becomes yours with the next block: an NFT that nobody can move.";
  }
  return settled ? "It is gone for good." : "It will be gone for good with the next block.";
}
