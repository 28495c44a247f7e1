import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutBidiOverrides } from "@colonnade/domain/hidden-text.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { CategoryLabel, Picture, SenderName } from "../../features/endorsement/card-parts.tsx";
import { GalleryCardSkeleton } from "../../features/endorsement/gallery-card.tsx";
import { endorsementQuery } from "../../features/endorsement/query.ts";
import { standingWords } from "../../features/endorsement/words.ts";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Perforation } from "../../ui/perforation.tsx";
import { SentPanel } from "../shared/sent-panel.tsx";

/** What can be decided, and how the page says it. */
export const decisions = {
  approved: {
    event: "APPROVE_ENDORSEMENT",
    pageTitle: "Approved",
    title: messages.endorsementApproved,
    pending: "It becomes yours with the next block: an NFT that nobody can move.",
    succeeded: "It is yours: an NFT that nobody can move, not even you.",
    failed: "The network refused it, so nothing has changed.",
    tone: "approved",
  },
  rejected: {
    event: "BURN_ENDORSEMENT",
    pageTitle: "Rejected",
    title: messages.endorsementRejected,
    pending: "It will be gone for good with the next block.",
    succeeded: "It is gone for good.",
    failed: "The network refused it, so nothing has changed.",
    tone: "seal",
  },
  withdrawn: {
    event: "WITHDRAW_ENDORSEMENT",
    pageTitle: "Withdrawn",
    title: "Endorsement has been withdrawn",
    pending: "It takes effect with the next block.",
    succeeded: "Its author no longer stands by these words.",
    failed: "The network refused it, so nothing has changed.",
    tone: "seal",
  },
  discarded: {
    event: "DISCARD_ENDORSEMENT",
    pageTitle: "Removed",
    title: "Endorsement has been removed",
    pending: "It leaves your gallery for good with the next block.",
    succeeded: "It is gone from your gallery for good, and its token is burned.",
    failed: "The network refused it, so nothing has changed.",
    tone: "seal",
  },
} as const;

/** What the viewer did, and in which transaction. */
export interface Decision {
  kind: keyof typeof decisions;
  txId: string;
  /** What was decided on; after a reload the service is asked for it. */
  endorsement?: Endorsement;
}

/** Says what was decided, and the state of its transaction. */
export function DecisionSent({
  id,
  decision: { kind, txId, endorsement },
  onBack,
}: {
  id: number;
  decision: Decision;
  onBack: () => void;
}) {
  const { event, pageTitle, title, tone, ...explanations } = decisions[kind];
  usePageMeta({ title: pageTitle });
  const { state } = useOutcome(txId);
  return (
    <SentPanel
      title={title}
      transactions={[{ event, txId }]}
      tone={tone}
      paper={usePaper(id, endorsement)}
      actions={
        <>
          {state === "failed" ? (
            <Button tone="secondary" onClick={onBack}>
              Back to the endorsement
            </Button>
          ) : null}
          {state === "succeeded" && kind === "approved" ? (
            <LinkButton to="/profile" tone="secondary">
              See it in your gallery
            </LinkButton>
          ) : null}
          <LinkButton to="/home">{messages.goHome}</LinkButton>
        </>
      }
    >
      {explanations[state]}
    </SentPanel>
  );
}

/** The sheet that the seal is pressed on; undefined if the endorsement is gone. */
function usePaper(id: number, decidedOn: Endorsement | undefined) {
  const { data, isPending } = useQuery({
    ...endorsementQuery(id),
    enabled: decidedOn === undefined,
  });
  const endorsement = decidedOn ?? data;
  if (endorsement !== undefined) return <SmallCard endorsement={endorsement} />;
  if (!isPending) return undefined;
  return (
    <div className="w-64 text-left">
      <GalleryCardSkeleton />
    </div>
  );
}

/** The endorsement as it will hang in the gallery, but smaller. */
function SmallCard({ endorsement }: { endorsement: Endorsement }) {
  const { title, milestoneURI } = standingWords(endorsement);
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
        <p dir="auto" className="line-clamp-3 pr-14 font-heading text-lg leading-6 font-semibold">
          {withoutBidiOverrides(title)}
        </p>
        <p className="pr-16 text-sm break-words text-muted">
          from <SenderName endorsement={endorsement} />
        </p>
      </div>
    </div>
  );
}
