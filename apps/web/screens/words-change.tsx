import { Fragment } from "react";
import { Picture } from "../features/endorsement/picture.tsx";
import {
  type DiffPart,
  diffWords,
  splitSpace,
  type Words,
} from "../features/endorsement/word-diff.ts";

/** Two texts of an endorsement beside each other, with what only one of them has marked. */
export function WordsChange({
  id,
  before,
  after,
  names,
}: {
  /** The endorsement's number. */
  id: number;
  before: Words;
  after: Words;
  /** What the two texts are called. */
  names: [before: string, after: string];
}) {
  const title = diffWords(before.title, after.title);
  const words = diffWords(before.endorsement, after.endorsement);
  const otherImage = before.milestoneURI !== after.milestoneURI;
  const seed = `endorsement ${id}`;
  return (
    <div className="grid gap-x-8 gap-y-6 p-5 sm:grid-cols-2">
      <Side
        name={names[0]}
        title={title}
        words={words}
        without="added"
        {...(otherImage ? { image: before.milestoneURI, seed } : {})}
      />
      <Side
        name={names[1]}
        title={title}
        words={words}
        without="removed"
        {...(otherImage ? { image: after.milestoneURI, seed } : {})}
      />
    </div>
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
      const [words, space] = splitSpace(text);
      return (
        <Fragment key={key}>
          {kind === "added" ? (
            <ins className="bg-approved/15 text-approved decoration-1 underline-offset-4 box-decoration-clone">
              {words}
              <span className="sr-only"> (added) </span>
            </ins>
          ) : (
            <del className="bg-seal/10 text-seal decoration-1 box-decoration-clone">
              {words}
              <span className="sr-only"> (left out) </span>
            </del>
          )}
          {space}
        </Fragment>
      );
    });
}
