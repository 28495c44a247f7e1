import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { Picture } from "../../features/endorsement/picture.tsx";
import { type DiffPart, diffWords } from "../../features/endorsement/word-diff.ts";
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
  const { draft, id } = endorsement;
  if (draft === undefined) return null;
  const title = diffWords(endorsement.title, draft.title);
  const words = diffWords(endorsement.endorsement, draft.endorsement);
  const otherImage = endorsement.milestoneURI !== draft.milestoneURI;
  const seed = `endorsement ${id}`;
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
        <Side
          name="You wrote"
          title={title}
          words={words}
          without="added"
          {...(otherImage ? { image: endorsement.milestoneURI, seed } : {})}
        />
        <Side
          name="Suggested"
          title={title}
          words={words}
          without="removed"
          {...(otherImage ? { image: draft.milestoneURI, seed } : {})}
        />
      </div>
      <p className="border-t border-rule px-5 py-3 text-sm text-muted">
        Accepting sends the suggested words as your own. You can also answer with others below;
        until you do either, it cannot be approved.
      </p>
    </Card>
  );
}

function Side({
  name,
  title,
  words,
  without,
  image,
  seed = "",
}: {
  name: string;
  title: DiffPart[];
  words: DiffPart[];
  without: "added" | "removed";
  image?: string;
  seed?: string;
}) {
  return (
    <div className="min-w-0">
      <h3 className="caps text-muted">{name}</h3>
      {image === undefined ? null : (
        <Picture address={image} seed={seed} sizes="6rem" className="mt-3 size-24 rounded-paper" />
      )}
      <p className="mt-2 font-heading text-lg leading-6 font-semibold break-words">
        <Marked parts={title} without={without} />
      </p>
      <p className="voice mt-1 whitespace-pre-wrap break-words">
        <Marked parts={words} without={without} />
      </p>
    </div>
  );
}

/** One of the two texts, with what only it has marked. */
function Marked({ parts, without }: { parts: DiffPart[]; without: "added" | "removed" }) {
  let place = 0;
  return parts
    .filter(({ kind }) => kind !== without)
    .map(({ kind, text }) => {
      const key = place;
      place += text.length;
      if (kind === "same") return <span key={key}>{text}</span>;
      return kind === "added" ? (
        <ins
          key={key}
          className="bg-approved/15 text-approved decoration-1 underline-offset-4 box-decoration-clone"
        >
          {text}
          <span className="sr-only"> (added) </span>
        </ins>
      ) : (
        <del key={key} className="bg-seal/10 text-seal decoration-1 box-decoration-clone">
          {text}
          <span className="sr-only"> (left out) </span>
        </del>
      );
    });
}
