import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { isBlank } from "@colonnade/domain/hidden-text.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { useState } from "react";

/** The words of an endorsement, and its image. */
export interface Words {
  title: string;
  endorsement: string;
  milestoneURI: string;
}

/** The words that the author of an endorsement stands by: those of its draft if there is one. */
export function standingWords(endorsement: Endorsement): Words {
  return endorsement.draft ?? endorsement;
}

/** `№ 0024` */
export const sayNumber = (id: number) => `№ ${String(id).padStart(4, "0")}`;

/**
 * The title that stands for an endorsement, in links above all. The number takes the place of a title that shows
 * nothing: one of characters that cannot be seen, or one that is held back.
 */
export function shownTitle(endorsement: Endorsement): string {
  const { title } = standingWords(endorsement);
  return isBlank(title) ? sayNumber(endorsement.id) : title;
}

/** The page of an endorsement. */
export const endorsementPath = (id: number) => `/endorsement/${id}`;

/** The state of the history entry of an endorsement that was opened over a page: the entry before is that page. */
export const OVER_PAGE = { isOverPage: true };

/** What an endorsement is: pending, approved, or withdrawn after it was approved. */
export function stateOf({ approved, withdrawn }: Pick<Endorsement, "approved" | "withdrawn">) {
  if (withdrawn !== undefined) return "withdrawn";
  return approved ? "approved" : "pending";
}

/** Whether the author gives the newest words a date so long before their block that it is only a claim. */
export function isBackdated({ wordsHeight, signedHeight }: Endorsement): boolean {
  return wordsHeight - signedHeight > limits.blocksUntilClaimed;
}

/** Whether the sender or the receiver of an endorsement is the viewer. */
export function isParty(endorsement: Endorsement, viewer: string | null): boolean {
  const { column_sender, column_receiver } = endorsement;
  return viewer === column_sender.address || viewer === column_receiver.address;
}

/** Whether the words of a pending endorsement are held back, because a watcher suspended its sender. */
export function isHeld(endorsement: Endorsement): boolean {
  const { column_sender } = endorsement;
  return stateOf(endorsement) === "pending" && column_sender.suspended === true;
}

/** Whether an endorsement waits in the name of a closed organization, so that nobody can edit or approve it. */
export function isOfClosed(endorsement: Endorsement): boolean {
  return stateOf(endorsement) === "pending" && endorsement.organization?.open === false;
}

/** Whether an endorsement is pending and nobody has approved anything of its sender's yet. The feed folds its words. */
export function isFromNewcomer(endorsement: Endorsement): boolean {
  return stateOf(endorsement) === "pending" && endorsement.senderIssued === 0;
}

export function wordsDiffer(one: Words, other: Words): boolean {
  return (
    one.title !== other.title ||
    one.endorsement !== other.endorsement ||
    one.milestoneURI !== other.milestoneURI
  );
}

/**
 * Whether the author stands by other words now, or the same words have another sender, organization or date. Words that
 * are held back count as unchanged.
 */
export function standingWordsChanged(shown: Endorsement, latest: Endorsement): boolean {
  if (isHeld(shown) || isHeld(latest)) return false;
  return (
    shown.wordsHash !== latest.wordsHash || wordsDiffer(standingWords(shown), standingWords(latest))
  );
}

/** Whether the receiver has made a suggestion, changed it, or taken it back. */
export function suggestionChanged(shown: Endorsement, latest: Endorsement): boolean {
  if (shown.suggestion === undefined || latest.suggestion === undefined) {
    return shown.suggestion !== latest.suggestion;
  }
  return wordsDiffer(shown.suggestion, latest.suggestion);
}

/** Whether anything has changed that the author decides on. */
export function offerChanged(shown: Endorsement, latest: Endorsement): boolean {
  return standingWordsChanged(shown, latest) || suggestionChanged(shown, latest);
}

/**
 * Holds an endorsement as it was first shown, so that nothing changes while somebody decides on it.
 * @param hasChanged whether the newest one differs in what is decided on
 * @returns the endorsement as shown, whether it is outdated, and a function that shows the newest one
 */
export function useShown(
  latest: Endorsement,
  hasChanged: (shown: Endorsement, latest: Endorsement) => boolean,
) {
  const [held, setHeld] = useState(latest);
  // Words that were held back were not shown, so no reader expects them to stay.
  if (isHeld(held) && !isHeld(latest)) setHeld(latest);
  const outdated = hasChanged(held, latest);
  // Other changes are shown at once, such as an approval.
  return { shown: outdated ? held : latest, outdated, catchUp: () => setHeld(latest) };
}
