import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

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
  const { draft } = endorsement;
  if (draft === undefined) return null;
  return (
    <Card className="border-pending" aria-labelledby="suggestion">
      <div className="flex flex-wrap items-center justify-between gap-4 border-b border-rule p-5">
        <h2 id="suggestion" className="text-lg">
          {from} suggests other words
        </h2>
        <Button onClick={onAccept} busy={busy} disabled={disabled}>
          Accept the suggestion
        </Button>
      </div>
      <div className="grid gap-x-8 gap-y-6 p-5 sm:grid-cols-2">
        <Side name="You wrote" title={endorsement.title} words={endorsement.endorsement} />
        <Side name="Suggested" title={draft.title} words={draft.endorsement} />
      </div>
      <p className="border-t border-rule px-5 py-3 text-sm text-muted">
        Accepting sends the suggested words as your own. You can also answer with others below;
        until you do either, it cannot be approved.
      </p>
    </Card>
  );
}

function Side({ name, title, words }: { name: string; title: string; words: string }) {
  return (
    <div className="min-w-0">
      <h3 className="caps text-muted">{name}</h3>
      <p className="mt-2 font-heading text-lg leading-6 font-semibold break-words">{title}</p>
      <p className="voice mt-1 whitespace-pre-wrap break-words">{words}</p>
    </div>
  );
}
