import { displayName } from "@colonnade/domain/profile.ts";
import { useEffect, useState } from "react";
import {
  forgetSentEndorsement,
  type SentEndorsement,
  sentEndorsements,
} from "../../features/endorsement/unsent.ts";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import { useSentOutcome } from "../../features/wallet/transaction-status.ts";
import { AskButton } from "../shared/ask-button.tsx";
import { Notice } from "../shared/notice.tsx";
import { TakeUpButton } from "../shared/take-up-button.tsx";

/** The sender's endorsements that the network refused, to be written again or discarded. */
export function RefusedEndorsements({
  sender,
  disabled,
  onTakeUp,
}: {
  sender: string;
  disabled: boolean;
  onTakeUp: (refused: SentEndorsement) => void;
}) {
  const [sent, setSent] = useState(() => sentEndorsements(sender).read() ?? []);
  return (
    <div className="mt-6 flex flex-col gap-4 empty:hidden">
      {sent.map((one) => (
        <Refused
          key={one.transaction.txId}
          sent={one}
          disabled={disabled}
          onTakeUp={() => onTakeUp(one)}
          onDiscard={() => {
            forgetSentEndorsement(one.transaction);
            setSent((before) => before.filter((other) => other !== one));
          }}
        />
      ))}
    </div>
  );
}

/** Renders nothing unless the network refused it. */
function Refused({
  sent: { transaction, words },
  disabled,
  onTakeUp,
  onDiscard,
}: {
  sent: SentEndorsement;
  disabled: boolean;
  onTakeUp: () => void;
  onDiscard: () => void;
}) {
  // What the wallet signed may be learned after it was sent.
  const followed = useSentTransactions(({ sent }) =>
    sent.find(({ txId }) => txId === transaction.txId),
  );
  const outcome = useSentOutcome(followed ?? transaction);
  useEffect(() => {
    if (outcome.state === "succeeded") forgetSentEndorsement(transaction);
  }, [outcome.state, transaction]);
  if (outcome.state !== "failed") return null;
  return (
    <Notice
      tone="alert"
      title={
        <>
          Your endorsement to{" "}
          <bdi>{words.recipient === null ? "somebody" : displayName(words.recipient)}</bdi> was not
          sent.
        </>
      }
      action={
        <div className="flex flex-wrap gap-3">
          <TakeUpButton sender={transaction.address} disabled={disabled} onTakeUp={onTakeUp}>
            Write it again
          </TakeUpButton>
          <AskButton
            tone="quiet"
            disabled={disabled}
            question="Discard these words?"
            explanation="They are kept nowhere else."
            answers={[{ label: "Discard them", act: onDiscard }]}
            keep="Keep them"
          >
            Dismiss
          </AskButton>
        </div>
      }
    >
      <p>{outcome.reason} Your words are kept:</p>
      <p className="mt-1 font-semibold text-ink">
        <bdi>{words.title}</bdi>
      </p>
    </Notice>
  );
}
