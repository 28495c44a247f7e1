import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutHidden } from "@colonnade/domain/hidden-text.ts";
import { nameOrAddress } from "@colonnade/domain/profile.ts";
import { Feed } from "feed";
import { escapeMarkup } from "../escape-markup.ts";

/** Atom, RSS 2.0 and JSON Feed 1, by the ending of their addresses. */
export const feedTypes = {
  atom: "application/atom+xml; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
} as const;
export type FeedFormat = keyof typeof feedTypes;

/** What a feed is about. */
export interface FeedSubject {
  title: string;
  /** The path of the page that it follows. */
  page: string;
  /** The path of the feed without its ending. */
  path: string;
  /** Approved ones, newest first. */
  endorsements: Endorsement[];
}

/** Writes a feed. @param origin the service's */
export function writeFeed(
  { title, page, path, endorsements }: FeedSubject,
  format: FeedFormat,
  origin: string,
): string {
  const newest = endorsements[0]?.wordsDate ?? "1970-01-01T00:00:00.000Z";
  const feed = new Feed({
    id: origin + page,
    title: shown(title),
    description: "Endorsements that their receivers approved.",
    link: origin + page,
    feedLinks: { [format]: `${origin}${path}.${format}` },
    updated: new Date(newest),
    generator: "Colonnade",
    copyright: "",
  });
  for (const endorsement of endorsements) feed.addItem(entryOf(endorsement, format, origin));
  switch (format) {
    case "atom":
      return feed.atom1();
    case "rss":
      return feed.rss2();
    case "json":
      return feed.json1();
  }
}

function entryOf(endorsement: Endorsement, format: FeedFormat, origin: string) {
  const { id, title, endorsement: words, organization, column_sender } = endorsement;
  const address = `${origin}/endorsement/${id}`;
  const text = shown(title);
  const removed = column_sender.suspended === true ? " (removed)" : "";
  const label = organization === undefined ? removed : " (organization)";
  const url = `${origin}/social/${id}.jpg`;
  return {
    // Readers of Atom and RSS take a title for markup.
    title: format === "json" ? text : escapeMarkup(text),
    id: address,
    link: address,
    date: new Date(endorsement.wordsDate),
    published: new Date(endorsement.date),
    content: escapeMarkup(shown(words)).replaceAll("\n", "<br>"),
    author: [
      { name: shown(organization ? organization.name : nameOrAddress(column_sender)) + label },
    ],
    ...(format === "json" ? { image: url } : { enclosure: { url, type: "image/jpeg", length: 0 } }),
  };
}

/** Characters that no XML may hold, and halves of one. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Without characters that show nothing or turn what stands beside them. */
const shown = (text: string) =>
  withoutHidden(text).replaceAll(/\r\n?/g, "\n").replaceAll(forbidden, "");
