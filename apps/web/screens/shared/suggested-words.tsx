import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { suggestedByMessage } from "@colonnade/domain/messages.ts";
import type { ReactNode } from "react";
import { receiverSide, signerSide } from "../../features/endorsement/card-parts.tsx";
import { isParty, standingWords, stateOf } from "../../features/endorsement/words.ts";
import { Card } from "../../ui/card.tsx";
import { CompareWords } from "./compare-words.tsx";

/**
 * What the receiver suggests beside what the author stands by. Shown to the two of them only; nothing if there is no
 * suggestion.
 */
export function SuggestedWords({
  endorsement,
  viewer,
  action,
  children,
}: {
  endorsement: Endorsement;
  viewer: string | null;
  /** What the viewer can do about it. */
  action?: ReactNode;
  /** What it means for the viewer. */
  children?: ReactNode;
}) {
  const { id, suggestion } = endorsement;
  if (suggestion === undefined || stateOf(endorsement) !== "pending") return null;
  if (!isParty(endorsement, viewer)) return null;
  const receiver = receiverSide(endorsement).name;
  return (
    <Card tone="pending" aria-labelledby="suggestion">
      <div className="flex flex-wrap items-center justify-between gap-4 border-b border-rule p-5">
        <h2 id="suggestion" className="text-lg">
          {suggestedByMessage(receiver)}
        </h2>
        {action}
      </div>
      <CompareWords
        id={id}
        before={standingWords(endorsement)}
        after={suggestion}
        names={[`${signerSide(endorsement).name} stands by`, `${receiver} suggests`]}
      />
      {children ? (
        <p className="border-t border-rule px-5 py-3 text-sm text-muted">{children}</p>
      ) : null}
    </Card>
  );
}
