import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useEffect } from "react";
import {
  forgetRejection,
  useBulkRejection,
  useChangedEndorsements,
} from "../../features/endorsement/bulk-rejection.ts";
import { RevealedTitle } from "../../features/endorsement/revealed-title.tsx";
import { sayNumber } from "../../features/endorsement/words.ts";
import type { SentTransaction } from "../../features/wallet/sent-transactions.ts";
import { useSentOutcome } from "../../features/wallet/transaction-status.ts";
import { keepFailuresOnPage } from "../../layout/transaction-toasts.tsx";
import { Button } from "../../ui/button.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";
import { Notice } from "../shared/notice.tsx";
import { useRejectingMany } from "../shared/use-rejecting-many.ts";

/** The state of the last bulk rejection. If it failed, says what changed, and offers to reject the rest again. */
export function BulkRejectionNotice({ address }: { address: string }) {
  const last = useBulkRejection((state) => state.last);
  if (last?.transaction.address !== address) return null;
  return <Outcome key={last.transaction.txId} {...last} />;
}

function Outcome({
  transaction,
  endorsements,
}: {
  transaction: SentTransaction;
  endorsements: Endorsement[];
}) {
  const outcome = useSentOutcome(transaction);
  const { txId } = transaction;
  useEffect(() => keepFailuresOnPage([txId]), [txId]);
  const count = sayCount(endorsements.length);
  switch (outcome.state) {
    case "pending":
      return (
        <Notice tone="pending" title={`Rejecting ${count}`}>
          <span className="flex items-center gap-2">
            <SpinnerMark />
            {messages.pendingOnChain}
          </span>
        </Notice>
      );
    case "succeeded":
      return (
        <Notice tone="approved" title={`You have rejected ${count}`} action={<Dismiss />}>
          None of them can come back unless its sender sends it again.
        </Notice>
      );
    case "failed":
      return (
        <Failed transaction={transaction} endorsements={endorsements} reason={outcome.reason} />
      );
  }
}

function Failed({
  transaction,
  endorsements,
  reason,
}: {
  transaction: SentTransaction;
  endorsements: Endorsement[];
  reason: string;
}) {
  const { asking, changed, rest } = useChangedEndorsements(endorsements);
  const { reject, sending } = useRejectingMany(transaction.address);
  return (
    <Notice
      tone="alert"
      title="Nothing was rejected"
      action={
        <span className="flex flex-wrap gap-3">
          {rest.length === 0 ? null : (
            <Button
              tone="danger"
              busy={sending || asking}
              onClick={() => reject(rest)}
            >{`Reject ${changed.length === 0 ? "" : "the other "}${rest.length}`}</Button>
          )}
          <Dismiss />
        </span>
      }
    >
      {changed.length === 0 ? (
        reason
      ) : (
        <>
          <p>The network rejects all of them or none, and some have changed:</p>
          <ul className="mt-2 flex flex-col gap-1">
            {changed.map(({ endorsement, change }) => (
              <li key={endorsement.id}>
                <span className="font-mono text-xs">{sayNumber(endorsement.id)}</span>{" "}
                <span className="font-semibold text-ink">
                  <RevealedTitle endorsement={endorsement} />
                </span>
                . {change}.
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

function Dismiss() {
  return (
    <Button tone="quiet" onClick={forgetRejection}>
      Dismiss
    </Button>
  );
}

const sayCount = (count: number) => (count === 1 ? "one endorsement" : `${count} endorsements`);
