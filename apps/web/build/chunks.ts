import type { Rolldown } from "vite";

/** What nearly every page but the landing needs. */
const nearlyEverywhere = [
  "web/first-data.ts",
  "react-query/build/modern/useInfiniteQuery.js",
  ...["marks.tsx", "party.ts", "picture.tsx", "query.ts"].map(
    (file) => `web/features/endorsement/${file}`,
  ),
  "web/features/wallet/viewer.ts",
  "web/layout/failed-toasts.ts",
  "web/layout/transaction-toast.tsx",
  "web/layout/use-connecting.ts",
  "web/screens/endorsement-links.ts",
  "web/screens/follow-button.tsx",
  "web/screens/opened-endorsement.tsx",
  "web/screens/search/search-box.tsx",
  "web/screens/search/use-search.ts",
  ...[
    "address",
    "card",
    "empty-state",
    "error-state",
    "gallery",
    "name",
    "perforation",
    "skeleton",
    "stamp",
  ].map((name) => `web/ui/${name}.tsx`),
];

/** What pages show once something is sent. */
const sent = [
  "web/screens/sent-panel.tsx",
  "web/screens/use-arrival.ts",
  "web/ui/rejected-mark.tsx",
];

/** Small parts that forms share. */
const forms = [
  "domain/endorsement-form.ts",
  "domain/chosen-schema.ts",
  "web/features/images/rosette-image.ts",
  "web/features/wallet/unsent-edit.ts",
];

/** Modules by a part of their path; with either slash, as the system has it. */
function oneOf(parts: string[]): (id: string) => boolean {
  return (id) => parts.some((part) => id.replaceAll("\\", "/").includes(part));
}

/**
 * What goes into one file, with all that it imports. Split by itself, a page would come in fifty small files,
 * and on a slow network each is a way there and back. What no group names is split as its screens are.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: "start", tags: ["$initial"], priority: 4 },
    { name: "zod", test: /node_modules[\\/]zod[\\/]/, priority: 3 },
    { name: "app", test: oneOf(nearlyEverywhere), priority: 2 },
    { name: "profile", test: oneOf(["web/screens/profile/"]), priority: 1 },
    // By themselves, since a hundred schemas are made when they are run, and the landing asks nothing.
    { name: "calls", test: oneOf(["domain/http/client.ts"]), priority: 1 },
    { name: "sent", test: oneOf(sent), priority: 0 },
    { name: "forms", test: oneOf(forms), priority: 0 },
    { name: "bars", test: oneOf(["web/layout/bars.tsx"]), priority: 0 },
  ],
};
