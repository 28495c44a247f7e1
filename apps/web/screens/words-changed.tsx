import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { WordsChange } from "./words-change.tsx";

/** The words were edited while somebody read them: what they read beside what stands now, and a way on. */
export function WordsChanged({
  read,
  now,
  onShow,
  children,
}: {
  /** As it stands on the page. */
  read: Endorsement;
  now: Endorsement;
  onShow: () => void;
  /** What going on means for the page. */
  children: string;
}) {
  return (
    <Card tone="pending" aria-labelledby="words-changed">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-b border-rule p-5">
        <div role="status" className="measure">
          <h2 id="words-changed" className="text-lg">
            The words have changed
          </h2>
          <p className="mt-1 text-muted">{children}</p>
        </div>
        <Button onClick={onShow}>Show the new words</Button>
      </div>
      <WordsChange
        id={read.id}
        before={currentWords(read)}
        after={currentWords(now)}
        names={["You read", "Now"]}
      />
    </Card>
  );
}
