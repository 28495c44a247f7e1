import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutHidden } from "@colonnade/domain/hidden-text.ts";
import { nameOrAddress } from "@colonnade/domain/profile.ts";
import { Feed } from "feed";
import { escapeMarkup, withoutForbidden } from "../../markup.ts";

/** Atom, RSS 2.0 and JSON Feed 1.1, by the ending of their addresses. */
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
export function writeFeed(subject: FeedSubject, format: FeedFormat, origin: string): string {
  if (format === "json") return writeJsonFeed(subject, origin);
  const { title, page, path, endorsements } = subject;
  const newest = endorsements[0]?.wordsDate ?? "1970-01-01T00:00:00.000Z";
  const feed = new Feed({
    id: origin + page,
    title: shown(title),
    description,
    link: origin + page,
    feedLinks: { [format]: `${origin}${path}.${format}` },
    updated: new Date(newest),
    generator: "Colonnade",
    copyright: "",
  });
  for (const endorsement of endorsements) {
    const { title, address, date, published, content, author, image } = entryOf(
      endorsement,
      origin,
    );
    feed.addItem({
      ...{ id: address, link: address, content },
      ...{ date: new Date(date), published: new Date(published) },
      // Readers of Atom and RSS take a title for markup.
      title: escapeMarkup(title),
      // In Atom the length is only a hint. RSS demands one, and takes 0 where it is not known.
      enclosure: { url: image, ...(format === "atom" ? {} : { type: "image/jpeg", length: 0 }) },
      ...(format === "atom"
        ? { author: [{ name: author }] }
        : // RSS wants an author's e-mail address, so a name stands in an element of Dublin Core.
          { extensions: [{ name: "dc:creator", objects: { ...dublinCore, _text: author } }] }),
    });
  }
  return format === "atom" ? feed.atom1() : feed.rss2();
}

/** The library writes version 1 of JSON Feed, which has no list of authors. */
function writeJsonFeed({ title, page, path, endorsements }: FeedSubject, origin: string): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: shown(title),
    description,
    home_page_url: origin + page,
    feed_url: `${origin}${path}.json`,
    items: endorsements.map((endorsement) => {
      const { address, author, image, ...entry } = entryOf(endorsement, origin);
      return {
        ...{ id: address, url: address, title: entry.title, content_html: entry.content, image },
        ...{ date_modified: entry.date, date_published: entry.published },
        authors: [{ name: author }],
      };
    }),
  });
}

/** The library declares the namespace only in feeds with content. */
const dublinCore = { _attributes: { "xmlns:dc": "http://purl.org/dc/elements/1.1/" } };

const description = "Endorsements that their receivers approved.";

/** What every format tells of an endorsement. Its title is text, its content markup. */
function entryOf(endorsement: Endorsement, origin: string) {
  const { id, title, endorsement: words, organization, column_sender } = endorsement;
  return {
    title: shown(title),
    address: `${origin}/endorsement/${id}`,
    date: endorsement.wordsDate,
    published: endorsement.date,
    content: escapeMarkup(shown(words)).replaceAll("\n", "<br>"),
    author:
      organization === undefined
        ? shown(nameOrAddress(column_sender))
        : `${shown(organization.name)} (organization)`,
    image: `${origin}/social/${id}.jpeg`,
  };
}

/** A text without hidden characters and without what XML forbids. */
const shown = (text: string) => withoutForbidden(withoutHidden(text).replaceAll(/\r\n?/g, "\n"));
