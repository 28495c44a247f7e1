import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { GalleryCardSkeleton } from "../../features/endorsement/gallery-card.tsx";
import { CategoryLabel } from "../../features/endorsement/marks.tsx";
import { senderParty } from "../../features/endorsement/party.ts";
import { Picture } from "../../features/endorsement/picture.tsx";
import { endorsementQuery } from "../../features/endorsement/query.ts";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Perforation } from "../../ui/perforation.tsx";
import { SentPanel } from "../sent-panel.tsx";

/** What the receiver did, and the transaction that does it. */
export interface Decision {
  kind: "approved" | "rejected";
  txId: string;
  /** What was decided on; after a reload the service is asked for it. */
  endorsement?: Endorsement;
}

/** It is done, as far as the receiver is concerned; the chain has the last word. */
export function Decided({
  id,
  decision,
  onBack,
}: {
  id: number;
  decision: Decision;
  onBack: () => void;
}) {
  const asked = useQuery({ ...endorsementQuery(id), enabled: decision.endorsement === undefined });
  const endorsement = decision.endorsement ?? asked.data;
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
      paper={
        endorsement !== undefined ? (
          <Paper endorsement={endorsement} />
        ) : asked.isPending ? (
          <div className="w-64 text-left">
            <GalleryCardSkeleton />
          </div>
        ) : undefined
      }
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

/** The endorsement as it now hangs in the gallery, in little. */
function Paper({ endorsement }: { endorsement: Endorsement }) {
  const { title, milestoneURI } = currentWords(endorsement);
  return (
    <div className="w-64 overflow-hidden rounded-paper border border-rule bg-sheet text-left">
      <Picture
        address={milestoneURI}
        seed={`endorsement ${endorsement.id}`}
        sizes="16rem"
        className="aspect-square w-full"
      />
      <div className="relative flex flex-col gap-1.5 px-4 pt-5 pb-4">
        <Perforation className="top-0" />
        <CategoryLabel name={endorsement.category} />
        <p className="line-clamp-3 pr-14 font-heading text-lg leading-6 font-semibold">{title}</p>
        <p className="truncate pr-16 text-sm text-muted">
          from {senderParty(endorsement, null).name}
        </p>
      </div>
    </div>
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
