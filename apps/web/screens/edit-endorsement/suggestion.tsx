import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { WordsChange } from "../words-change.tsx";

/** What the receiver would rather read, beside what stands, and one press to say it so. */
export function Suggestion({
  endorsement,
  from,
  busy,
  disabled,
  onAccept,
}: {
  endorsement: Endorsement;
  from: string;
  busy: boolean;
  disabled: boolean;
  onAccept: () => void;
}) {
  const { draft, id } = endorsement;
  if (draft === undefined) return null;
  return (
    <Card tone="pending" aria-labelledby="suggestion">
      <div className="flex flex-wrap items-center justify-between gap-4 border-b border-rule p-5">
        <h2 id="suggestion" className="text-lg">
          {from} suggests other words
        </h2>
        <Button onClick={onAccept} busy={busy} disabled={disabled}>
          Accept the suggestion
        </Button>
      </div>
      <WordsChange id={id} before={endorsement} after={draft} names={["You wrote", "Suggested"]} />
      <p className="border-t border-rule px-5 py-3 text-sm text-muted">
        Accepting sends the suggested words as your own. You can also answer with others below;
        until you do either, it cannot be approved.
      </p>
    </Card>
  );
}
