/** What every page but the landing loads after the entry. */
export const everywhere = ["layout/bars.tsx", "domain/http/client.ts"];

export interface Arrival {
  /** Of the address's path, its first group being what the page is about. */
  path: string;
  /** The file of the screen it begins with; the first chunk it is in. */
  screen?: string;
  /** What the screen asks the service first, `$1` standing for that group. */
  calls?: string[];
}

/** The pages that people arrive at from outside; the first that fits counts. */
export const arrivals: Arrival[] = [
  { path: "^/home$", screen: "screens/feed/feed.tsx", calls: ["/api/milestones?limit=30"] },
  { path: "^/profile$", screen: "screens/profile/own-profile.tsx" },
  {
    // As much of the schema of a principal as an expression can tell: all but the checksum.
    path: "^/profile/(S[0-9A-Z]{27,40}(?:\\.[a-zA-Z][\\w-]*)?)$",
    screen: "screens/profile/public-profile.tsx",
    calls: ["/api/column?principal=$1"],
  },
  {
    path: "^/org/([1-9]\\d{0,14})$",
    screen: "screens/organization/organization-page.tsx",
    calls: ["/api/org?id=$1"],
  },
  {
    path: "^/directory$",
    screen: "screens/directory/directory.tsx",
    calls: ["/api/orgs?limit=30", "/api/columns?limit=30"],
  },
  { path: "^/." },
];
