import { calls } from "@colonnade/domain/http/contract.ts";
import { organizationCardSchema } from "@colonnade/domain/organization.ts";
import { sayDescription, sayTitle } from "@colonnade/domain/page-title.ts";
import { organizationWords, type PageWords, profileWords } from "@colonnade/domain/page-words.ts";
import { profileCardSchema } from "@colonnade/domain/profile.ts";
import type { Database } from "../db/database.ts";
import { readOrganizationCard } from "./reads/organizations.ts";
import { readProfileCard } from "./reads/profiles.ts";

/**
 * What a page is about, for those who show a link to it and run no script.
 * @returns null where the page is about nobody in particular, or nobody is there
 */
export async function readPageWords(database: Database, path: string): Promise<PageWords | null> {
  const [, kind, name, ...rest] = path.split("/");
  if (rest.length > 0) return null;
  if (kind === "profile") {
    const { data } = calls.getProfile.query.safeParse({ principal: name });
    const card = data === undefined ? null : await readProfileCard(database, data.principal);
    return card === null ? null : profileWords(profileCardSchema.parse(JSON.parse(card)));
  }
  if (kind === "org") {
    const { data } = calls.getOrganization.query.safeParse({ id: name });
    const card = data === undefined ? null : await readOrganizationCard(database, data.id);
    return card === null ? null : organizationWords(organizationCardSchema.parse(JSON.parse(card)));
  }
  return null;
}

/** The page with its words where title and description stand, whatever they hold. */
export function writePageWords(page: string, { title, description }: PageWords): string {
  const name = escapeHtml(sayTitle(title));
  const words = escapeHtml(sayDescription(description));
  const say = (text: string) => (_: string, start: string) => start + text;
  return page
    .replace(/(<title>)[^<]*/, say(name))
    .replace(contentOf("og:title"), say(name))
    .replace(contentOf("description"), say(words))
    .replace(contentOf("og:description"), say(words));
}

const contentOf = (key: string) =>
  new RegExp(`(<meta\\s+(?:name|property)="${key}"\\s+content=")[^"]*`);

/** Text for an element or an attribute, on one line. */
const escapeHtml = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
