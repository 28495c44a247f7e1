import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { WordsChange } from "./words-change.tsx";

const TITLE = "The words have changed";

/**
 * The words were edited while somebody read them: what they read beside what stands now, and a way on. Stands
 * on the page while nothing has changed, too, with nothing in it: who listens to a page is told of what comes
 * into a place that was there before.
 */
export function WordsChanged({
  outdated,
  read,
  now,
  onShow,
  children,
}: {
  outdated: boolean;
  /** As it stands on the page. */
  read: Endorsement;
  now: Endorsement;
  onShow: () => void;
  /** What going on means for the page. */
  children: string;
}) {
  return (
    <>
      <p role="status" className="sr-only">
        {outdated ? `${TITLE}. ${children}` : ""}
      </p>
      {outdated ? (
        <Card tone="pending" aria-labelledby="words-changed" className="mb-6">
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-b border-rule p-5">
            <div className="measure">
              <h2 id="words-changed" className="text-lg">
                {TITLE}
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
      ) : null}
    </>
  );
}
