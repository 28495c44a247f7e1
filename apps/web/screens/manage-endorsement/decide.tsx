import { canBeApproved, currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Stamp } from "lucide-react";
import { useState } from "react";
import { approveEndorsementCall, burnEndorsementCall } from "../../features/endorsement/call.ts";
import { EndorsementDetail } from "../../features/endorsement/detail.tsx";
import { senderParty } from "../../features/endorsement/party.ts";
import { useSteady } from "../../features/endorsement/use-steady.ts";
import { differ } from "../../features/endorsement/word-diff.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { useSending } from "../../layout/use-sending.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Notice } from "../notice.tsx";
import { WordsChange } from "../words-change.tsx";
import { WordsChanged } from "../words-changed.tsx";
import type { Decision } from "./decided.tsx";
import { NotYours } from "./not-yours.tsx";

/** The words as they stand, and ACCEPT and Reject for whom they were sent to. */
export function Decide({
  endorsement: latest,
  onDecided,
}: {
  endorsement: Endorsement;
  onDecided: (decision: Decision) => void;
}) {
  const { shown, outdated, catchUp } = useSteady(latest);
  const viewer = useSession((session) => session.senderAddress);
  const isReceiver = viewer === shown.column_receiver.address;
  const sender = senderParty(shown, viewer);
  const task = shown.approved
    ? "An approved endorsement"
    : isReceiver
      ? "Approve or reject"
      : "Waiting for approval";
  usePageMeta(`${task}: ${currentWords(shown).title}`);
  return (
    <div className="page max-w-5xl py-8 sm:py-12">
      <h1 className="text-3xl">{task}</h1>
      <p className="measure mt-2 mb-6 text-muted">
        {isReceiver && !shown.approved
          ? "Read it as others will. What you approve becomes an NFT of yours with exactly these words."
          : `From ${sender.name}.`}
      </p>
      <WordsChanged outdated={outdated} read={shown} now={latest} onShow={catchUp}>
        They were edited while you were reading. Below is what you opened; nothing is decided until
        you have seen the new words.
      </WordsChanged>
      <Card as="div" className="overflow-hidden">
        <EndorsementDetail endorsement={shown} viewerAddress={viewer} />
      </Card>
      {isReceiver && !shown.approved ? <WhatChanged endorsement={shown} /> : null}
      <div className="mt-6">
        {shown.approved || !isReceiver ? (
          <NotYours endorsement={shown} viewer={viewer} />
        ) : (
          <Actions endorsement={shown} outdated={outdated} onDecided={onDecided} />
        )}
      </div>
    </div>
  );
}

/** What edits made of the words that were sent first; nothing where they stand as they were. */
function WhatChanged({ endorsement }: { endorsement: Endorsement }) {
  const now = currentWords(endorsement);
  if (!differ(endorsement, now)) return null;
  return (
    <Card className="mt-6" aria-labelledby="what-changed">
      <h2 id="what-changed" className="border-b border-rule px-5 py-4 text-lg">
        What changed since it was sent
      </h2>
      <WordsChange
        id={endorsement.id}
        before={endorsement}
        after={now}
        names={["Sent first", "Now"]}
      />
    </Card>
  );
}

function Actions({
  endorsement,
  outdated,
  onDecided,
}: {
  endorsement: Endorsement;
  outdated: boolean;
  onDecided: (decision: Decision) => void;
}) {
  const { send, sending } = useSending();
  const [kind, setKind] = useState<Decision["kind"]>("approved");
  const open = canBeApproved(endorsement);
  const decide = async (chosen: Decision["kind"]) => {
    setKind(chosen);
    const call = chosen === "approved" ? approveEndorsementCall : burnEndorsementCall;
    const sent = await send(() => call(endorsement));
    if (sent === null) return;
    onDecided({
      kind: chosen,
      txId: sent.txId,
      endorsement,
    });
  };
  return (
    <div className="flex flex-col gap-6">
      {open ? null : (
        <Notice tone="pending" title="Your suggestion waits for the sender">
          You suggested these words. Once {senderParty(endorsement, null).name} accepts them or
          answers with others, you can approve.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          onClick={() => decide("approved")}
          disabled={!open || outdated || (sending && kind !== "approved")}
          busy={sending && kind === "approved"}
          icon={<Stamp aria-hidden="true" className="size-5" />}
          className="min-w-40"
        >
          {messages.accept}
        </Button>
        <Button
          tone="danger"
          onClick={() => decide("rejected")}
          disabled={outdated || (sending && kind !== "rejected")}
          busy={sending && kind === "rejected"}
          className="min-w-32"
        >
          {messages.reject}
        </Button>
        <LinkButton
          to={`/edit-endorsement/${endorsement.id}`}
          tone="quiet"
          className="max-sm:-ml-3"
        >
          Suggest other words
        </LinkButton>
      </div>
      <p aria-live="polite" className="min-h-5 text-sm text-muted">
        {sending ? "Your wallet asks you to confirm." : "Rejecting removes it for good."}
      </p>
    </div>
  );
}
