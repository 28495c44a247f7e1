import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutHidden } from "@colonnade/domain/hidden-text.ts";
import type { PageWords } from "@colonnade/domain/pages.ts";
import { receiverSide, type Side, senderSide } from "../../features/endorsement/card-parts.tsx";
import {
  endorsementPath,
  shownTitle,
  standingWords,
  stateOf,
} from "../../features/endorsement/words.ts";

/**
 * The title and description of an endorsement's page, and what search engines and link previews learn of it. Search
 * engines may list only what its receiver approved.
 * @param origin the service's
 */
export function pageWordsOf(endorsement: Endorsement, origin: string): PageWords {
  const { id } = endorsement;
  const words = standingWords(endorsement);
  const [from, to] = [senderSide(endorsement), receiverSide(endorsement)];
  const title = withoutHidden(shownTitle(endorsement));
  const names = `${nameOf(from)} to ${nameOf(to)}`;
  const state = stateOf(endorsement);
  const status = {
    approved: "",
    pending: "Pending approval. ",
    withdrawn: "Withdrawn by its author. ",
  }[state];
  return {
    title: `${title}: ${names}`,
    description: `${status}From ${names}: ${withoutHidden(words.endorsement)}`,
    ...(state === "pending" ? {} : { embed: endorsementPath(id) }),
    preview: {
      path: endorsementPath(id),
      isListed: state === "approved",
      ...(state === "pending" ? {} : { image: `/social/${id}.jpeg` }),
      ...(state === "approved" ? { data: dataOf(endorsement, { title, from, to, origin }) } : {}),
    },
  };
}

/** A name beside other words. An organization may have the name of a person. */
function nameOf({ name, square, removed }: Side): string {
  const label = square ? " (organization)" : removed ? " (removed)" : "";
  return withoutHidden(name) + label;
}

/** The endorsement as a recommendation in the vocabulary of schema.org. */
function dataOf(
  endorsement: Endorsement,
  { title, from, to, origin }: { title: string; from: Side; to: Side; origin: string },
) {
  const party = ({ name, square, to: path }: Side) => ({
    "@type": square ? "Organization" : "Person",
    name: withoutHidden(name),
    url: origin + path,
  });
  return {
    "@context": "https://schema.org",
    "@type": "Recommendation",
    url: origin + endorsementPath(endorsement.id),
    name: title,
    reviewBody: withoutHidden(standingWords(endorsement).endorsement),
    datePublished: endorsement.date,
    author: party(from),
    itemReviewed: party(to),
  };
}
