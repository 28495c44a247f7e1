import { sayEndorsements } from "./messages.ts";
import type { OrganizationCard } from "./organization.ts";
import { callName, type ProfileCard } from "./profile.ts";

/** What a page is about: in the window's title, for bookmarks, search engines and wherever a link to it is shown. */
export interface PageWords {
  title: string;
  description: string;
}

/** Of somebody's page: their own words, or what is known of them. */
export function profileWords(profile: ProfileCard): PageWords {
  const name = callName(profile);
  const earned = sayEndorsements(profile.earned);
  return {
    title: name,
    description: profile.statement || `${name} has earned ${earned} on Colonnade.`,
  };
}

/** Of an organization's page. */
export const organizationWords = ({ name, description }: OrganizationCard): PageWords => ({
  title: name,
  description,
});
