import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { normalizeImage } from "@colonnade/domain/image.ts";
import { ipfsPathOf } from "@colonnade/domain/image-address.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Stamp } from "lucide-react";
import { useState } from "react";
import { approveEndorsementCall, burnEndorsementCall } from "../../features/endorsement/call.ts";
import { SenderName } from "../../features/endorsement/card-parts.tsx";
import { isHeld, isOfClosed, standingWords } from "../../features/endorsement/words.ts";
import { useIsSuspended } from "../../features/profile/viewer.ts";
import { useSending } from "../../layout/wallet-actions.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { AskButton } from "../shared/ask-button.tsx";
import { Notice } from "../shared/notice.tsx";
import type { Decision } from "./decision-sent.tsx";

/** What the receiver of a pending endorsement can do: approve, reject, or suggest other words. */
export function ReceiverActions({
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
  const isSuspended = useIsSuspended();
  const isRefused = isSuspended || isHeld(endorsement) || isOfClosed(endorsement);
  const decide = async (chosen: Decision["kind"]) => {
    setKind(chosen);
    const call = chosen === "approved" ? approveEndorsementCall : burnEndorsementCall;
    const sent = await send(() => call(endorsement));
    if (sent !== null) onDecided({ kind: chosen, txId: sent.txId, endorsement });
  };
  return (
    <>
      <Warnings endorsement={endorsement} isSuspended={isSuspended} />
      <div className="flex flex-wrap items-center gap-3">
        {isRefused ? null : (
          <Button
            onClick={() => decide("approved")}
            disabled={outdated || (sending && kind !== "approved")}
            busy={sending && kind === "approved"}
            icon={<Stamp className="size-5" />}
            className="min-w-40"
          >
            {messages.accept}
          </Button>
        )}
        <AskButton
          tone="danger"
          question="Reject this endorsement?"
          explanation="It is gone for good, and only its sender can send it again."
          answers={[{ label: "Reject for good", act: () => decide("rejected") }]}
          disabled={outdated || (sending && kind !== "rejected")}
          busy={sending && kind === "rejected"}
          className="min-w-32"
        >
          {messages.reject}
        </AskButton>
        {isRefused ? null : <SuggestLink endorsement={endorsement} />}
      </div>
      <p aria-live="polite" className="-mt-3 min-h-5 text-sm text-muted">
        {sending ? "Your wallet asks you to confirm." : "Rejecting removes it for good."}
      </p>
    </>
  );
}

const SuggestLink = ({ endorsement: { id, suggestion } }: { endorsement: Endorsement }) => (
  <LinkButton to={`/edit-endorsement/${id}`} tone="quiet" className="max-sm:-ml-3">
    {suggestion === undefined ? "Suggest other words" : "Change my suggestion"}
  </LinkButton>
);

/** What speaks against approving it, or rules it out. */
function Warnings({
  endorsement,
  isSuspended,
}: {
  endorsement: Endorsement;
  /** Whether a watcher suspended the viewer. */
  isSuspended: boolean;
}) {
  return (
    <>
      {isSuspended ? (
        <Notice tone="alert" title="A watcher suspended you">
          You cannot approve anything until a watcher ends the suspension. You can still reject
          this.
        </Notice>
      ) : null}
      {isHeld(endorsement) ? (
        <Notice tone="alert" title="Its sender was removed">
          A watcher suspended them, so their words are not shown and cannot be approved.
        </Notice>
      ) : null}
      {isOfClosed(endorsement) ? (
        <Notice
          tone="alert"
          title={
            <>
              <SenderName endorsement={endorsement} /> is closed
            </>
          }
        >
          Nobody can approve what was sent in its name any more. You can still reject it.
        </Notice>
      ) : null}
      {endorsement.blank === undefined ? null : (
        <Notice tone="alert" title="These words show nothing">
          The title or the text has only invisible characters.
        </Notice>
      )}
      <ImageHost address={standingWords(endorsement).milestoneURI} />
    </>
  );
}

/** Says which host an image outside of IPFS is on: the receiver approves its address, not its content. */
function ImageHost({ address }: { address: string }) {
  const image = normalizeImage(address);
  if (image === null || ipfsPathOf(image) !== null) return null;
  return (
    <p className="measure text-sm text-muted">
      The image is at <bdi className="font-semibold wrap-anywhere">{new URL(image).host}</bdi>,
      whose owner can change it at any time, even after you approve.
    </p>
  );
}
