import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { displayStatusCall } from "../../features/endorsement/call.ts";
import { stateOf } from "../../features/endorsement/words.ts";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import { useSending } from "../../layout/wallet-actions.tsx";
import { Button } from "../../ui/button.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";

/** Lets the receiver of an approved or withdrawn endorsement hide it from their gallery, or show it there again. */
export function GalleryVisibility({
  endorsement,
  viewer,
}: {
  endorsement: Endorsement;
  viewer: string | null;
}) {
  const { id, shown, column_receiver } = endorsement;
  const { send, sending } = useSending();
  const isBeingChanged = useSentTransactions(({ sent }) =>
    sent.some(
      ({ event, address, metaData }) =>
        event === "DISPLAY_STATUS" && address === viewer && metaData.endorsementId === id,
    ),
  );
  if (viewer !== column_receiver.address || stateOf(endorsement) === "pending") return null;
  if (isBeingChanged) {
    return (
      <p role="status" className="flex min-h-11 items-center gap-2 text-sm text-pending">
        <SpinnerMark />
        Being confirmed
      </p>
    );
  }
  return (
    <Button
      tone="secondary"
      busy={sending}
      onClick={() => send(() => displayStatusCall(endorsement, !shown))}
    >
      {shown ? "Hide from my gallery" : "Show in my gallery"}
    </Button>
  );
}
