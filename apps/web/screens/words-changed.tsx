import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { WordsChange } from "./words-change.tsx";

/**
 * The words were edited while somebody read them: what they read beside what stands now, and a way on. Stands
 * on the page while nothing has changed, too, with nothing in it that could be seen: who listens to a page is
 * told of what comes into a place that was there before.
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
    <Card
      tone="pending"
      aria-labelledby={outdated ? "words-changed" : undefined}
      className={outdated ? "mb-6" : "border-none"}
    >
      <div
        className={classNames(
          "flex flex-wrap items-center justify-between gap-x-8 gap-y-4",
          outdated && "border-b border-rule p-5",
        )}
      >
        <div role="status" className="measure">
          {outdated ? (
            <>
              <h2 id="words-changed" className="text-lg">
                The words have changed
              </h2>
              <p className="mt-1 text-muted">{children}</p>
            </>
          ) : null}
        </div>
        {outdated ? <Button onClick={onShow}>Show the new words</Button> : null}
      </div>
      {outdated ? (
        <WordsChange
          id={read.id}
          before={currentWords(read)}
          after={currentWords(now)}
          names={["You read", "Now"]}
        />
      ) : null}
    </Card>
  );
}
