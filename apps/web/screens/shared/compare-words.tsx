import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { Fragment } from "react";
import { Picture, SenderName, SignerName } from "../../features/endorsement/card-parts.tsx";
import { type DiffPart, diffWords, splitSpace } from "../../features/endorsement/word-diff.ts";
import {
  standingWords,
  standingWordsChanged,
  suggestionChanged,
  type Words,
  wordsDiffer,
} from "../../features/endorsement/words.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { RevealedText } from "../../ui/revealed-text.tsx";

/** Two versions of an endorsement side by side. What only one of them has is marked. */
export function CompareWords({
  id,
  before,
  after,
  names,
}: {
  /** The endorsement's number. */
  id: number;
  before: Words;
  after: Words;
  /** What the two versions are called. */
  names: [before: string, after: string];
}) {
  const title = diffWords(before.title, after.title);
  const words = diffWords(before.endorsement, after.endorsement);
  const sameImage = before.milestoneURI === after.milestoneURI;
  const sides = [
    { name: names[0], image: before.milestoneURI, without: "added" },
    { name: names[1], image: after.milestoneURI, without: "removed" },
  ] as const;
  return (
    <div className="grid gap-x-8 gap-y-6 p-5 sm:grid-cols-2">
      {sides.map(({ name, image, without }) => (
        <div key={without} className="min-w-0">
          <h3 className="caps text-muted">{name}</h3>
          {sameImage ? null : <SmallPicture id={id} address={image} />}
          <p className="mt-2 font-heading text-lg leading-6 font-semibold break-words">
            <bdi>
              <MarkedText parts={title} without={without} />
            </bdi>
          </p>
          <p dir="auto" className="voice mt-1 whitespace-pre-wrap break-words">
            <MarkedText parts={words} without={without} />
          </p>
        </div>
      ))}
    </div>
  );
}

function SmallPicture({ id, address }: { id: number; address: string }) {
  return (
    <Picture
      address={address}
      seed={`endorsement ${id}`}
      sizes="6rem"
      className="mt-3 size-24 rounded-paper"
    />
  );
}

/** The images of two versions of an endorsement, each with its name; nothing if they are the same. */
export function CompareImages({
  id,
  before,
  after,
}: {
  /** The endorsement's number. */
  id: number;
  /** The images' addresses. */
  before: string;
  after: string;
}) {
  if (before === after) return null;
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-3">
      {[
        { name: "Image now", address: before },
        { name: "Image suggested", address: after },
      ].map(({ name, address }) => (
        <figure key={name}>
          <figcaption className="text-sm text-muted">{name}</figcaption>
          <SmallPicture id={id} address={address} />
        </figure>
      ))}
    </div>
  );
}

/** Both versions of a text in one: what was left out and what was added are marked. */
export function MergedText({ before, after }: { before: string; after: string }) {
  return <MarkedText parts={diffWords(before, after)} />;
}

/** One version of a text. What the other one lacks is marked. */
function MarkedText({ parts, without }: { parts: DiffPart[]; without?: "added" | "removed" }) {
  let place = 0;
  return parts
    .filter(({ kind }) => kind !== without)
    .map(({ kind, text }) => {
      const key = place;
      place += text.length;
      if (kind === "same") return <RevealedText key={key}>{text}</RevealedText>;
      const [before, words, ownSpace] = splitSpace(text);
      // A space between the last word that was left out and the word that takes its place.
      const space = without === undefined && ownSpace === "" ? " " : ownSpace;
      return (
        <Fragment key={key}>
          {before}
          {kind === "added" ? (
            <ins className="bg-approved/15 text-approved decoration-1 underline-offset-4 box-decoration-clone">
              <RevealedText>{words}</RevealedText>
              <span className="sr-only"> (added) </span>
            </ins>
          ) : (
            <del className="bg-seal/10 text-seal decoration-1 box-decoration-clone">
              <RevealedText>{words}</RevealedText>
              <span className="sr-only"> (removed) </span>
            </del>
          )}
          {space}
        </Fragment>
      );
    });
}

/**
 * Says that the words or the suggestion changed while the page was open. Compares what is shown with the newest, and
 * offers to show that. While nothing has changed it is mounted but empty: screen readers only announce what comes into
 * an element that was there before.
 */
export function OutdatedWords({
  outdated,
  read,
  now,
  onShow,
  children,
}: {
  outdated: boolean;
  /** As the page shows it. */
  read: Endorsement;
  now: Endorsement;
  onShow: () => void;
  /** What the change means for the page. */
  children: string;
}) {
  const heading = `changed-${read.id}`;
  const haveWordsChanged = standingWordsChanged(read, now);
  return (
    <Card
      tone="pending"
      aria-labelledby={outdated ? heading : undefined}
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
              <h2 id={heading} className="text-lg">
                {haveWordsChanged ? "The words have changed" : "The suggestion has changed"}
              </h2>
              <p className="mt-1 text-muted">{children}</p>
            </>
          ) : null}
        </div>
        {outdated ? (
          <Button onClick={onShow}>
            {haveWordsChanged ? "Show the new words" : "Show the new suggestion"}
          </Button>
        ) : null}
      </div>
      {outdated ? <Changes read={read} now={now} /> : null}
    </Card>
  );
}

/** What has changed: the words, who signed them and when, or the suggestion. */
function Changes({ read, now }: { read: Endorsement; now: Endorsement }) {
  const before = standingWords(read);
  const after = standingWords(now);
  return (
    <>
      {wordsDiffer(before, after) ? (
        <CompareWords id={read.id} before={before} after={after} names={["You read", "Now"]} />
      ) : standingWordsChanged(read, now) ? (
        <p className="p-5">
          The words are the same. You read: <Signature endorsement={read} />. Now:{" "}
          <Signature endorsement={now} />.
        </p>
      ) : null}
      {suggestionChanged(read, now) ? (
        <CompareWords
          id={read.id}
          before={read.suggestion ?? before}
          after={now.suggestion ?? after}
          names={[
            read.suggestion === undefined ? "Nothing was suggested" : "Suggested before",
            now.suggestion === undefined ? "Nothing is suggested now" : "Suggested now",
          ]}
        />
      ) : null}
    </>
  );
}

/** Who signed the words, in whose name, and when. */
function Signature({ endorsement }: { endorsement: Endorsement }) {
  return (
    <>
      <SenderName endorsement={endorsement} />
      {endorsement.organization === undefined ? null : (
        <>
          , signed by <SignerName endorsement={endorsement} />
        </>
      )}
      , dated block {endorsement.signedHeight.toLocaleString("en")}
    </>
  );
}
