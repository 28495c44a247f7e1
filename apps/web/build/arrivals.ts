import type { RouteName } from "@colonnade/domain/http/first-calls.ts";

/** What every page but the landing loads after the entry. */
export const everywhere = ["layout/bars.tsx"];

/** What a page loads that asks the service anything. */
export const asking = ["domain/http/client.ts"];

/** The file of the screen that a page begins with, by its route: the first chunk it is in. The entry has the landing. */
export const screens: Record<Exclude<RouteName, "/">, string> = {
  "/home": "screens/feed/feed.tsx",
  "/profile": "screens/profile/own-profile.tsx",
  "/profile/:address": "screens/profile/public-profile.tsx",
  "/org/:id": "screens/organization/organization-page.tsx",
  "/directory": "screens/directory/directory.tsx",
  "/faqs": "screens/faqs.tsx",
  "/contact": "screens/contact/contact.tsx",
  "/manage-endorsement/:id": "screens/manage-endorsement/manage-endorsement.tsx",
  "/edit-endorsement/:id": "screens/edit-endorsement/edit-endorsement.tsx",
  "/events": "screens/events/events.tsx",
  "/network": "screens/directory/network.tsx",
  "/create-profile": "screens/create-profile/create-profile.tsx",
  "/edit-profile": "screens/edit-profile/edit-profile.tsx",
  "/new-endorsement": "screens/new-endorsement/new-endorsement.tsx",
  "/create-org": "screens/create-organization/create-organization.tsx",
  "/review": "screens/review/review.tsx",
  "*": "screens/not-found.tsx",
};
