import { useSession } from "../../features/wallet/session-store.ts";
import { StatusLink } from "../../features/wallet/transaction-state.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

/** The last registration failed: that it did, why, and that the form below is the way to try again. */
export function FailedRegistration() {
  const reason = useSession((session) => session.registrationFailure);
  const txId = useSession((session) => session.pendingProfileCreationTxId);
  const dismiss = useSession((session) => session.endProfileCreation);
  if (reason === null) return null;
  return (
    <Card tone="alert" className="mb-8 p-5" aria-label="Your last try">
      <div role="alert">
        <h2 className="text-lg text-seal">Your profile was not created</h2>
        <p className="mt-1">{reason} You can try again below.</p>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-4">
        {txId === undefined ? null : <StatusLink txId={txId} />}
        <Button tone="quiet" onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </Card>
  );
}
