import type { Rolldown } from "vite";

/** Modules that nearly every page but the landing needs. */
const nearlyEverywhere = [
  "web/first-data.ts",
  "icons/badge-check.mjs",
  "react-query/build/modern/useInfiniteQuery.js",
  "web/features/endorsement/card-parts.tsx",
  "web/features/endorsement/query.ts",
  "web/features/profile/viewer.ts",
  "web/layout/transaction-toasts.tsx",
  "web/layout/wallet-actions.tsx",
  "web/screens/shared/open-endorsement.tsx",
  "web/screens/shared/follow-button.tsx",
  "web/screens/shared/page-states.tsx",
  "web/screens/shared/search-box.tsx",
  ...["card", "empty-state", "error-state", "name", "perforation", "skeleton", "stamp", "time"].map(
    (name) => `web/ui/${name}.tsx`,
  ),
];

/** Small parts that forms share. */
const forms = [
  "web/screens/shared/form-schemas.ts",
  "web/features/images/image-file.ts",
  "web/features/images/uploaded-image.ts",
];

/** What is shown of one endorsement, to read it or to decide on it. */
const oneEndorsement = [
  "web/screens/endorsement/",
  ...[
    "ask-button",
    "compare-words",
    "endorsement-dialog",
    "endorsement-loader",
    "endorsement-view",
    "gallery-visibility",
    "suggested-words",
  ].map((name) => `web/screens/shared/${name}.tsx`),
];

/** Matches modules by a part of their path, with the slash or backslash of the system. */
function oneOf(parts: string[]): (id: string) => boolean {
  return (id) => parts.some((part) => id.replaceAll("\\", "/").includes(part));
}

/**
 * Groups of modules that go into one file, with all their imports. Without them a page would load fifty small files,
 * and on a slow network each costs a round trip. Other modules are split by screen.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: "start", tags: ["$initial"], priority: 4 },
    { name: "zod", test: /node_modules[\\/]zod[\\/]/, priority: 3 },
    { name: "app", test: oneOf(nearlyEverywhere), priority: 2 },
    { name: "profile", test: oneOf(["web/screens/profile/"]), priority: 1 },
    // A separate file: it creates a hundred schemas when it runs, and the landing makes no calls.
    {
      name: "calls",
      test: oneOf(["domain/http/client.ts", "web/api/current-client.ts"]),
      priority: 1,
    },
    {
      name: "sent",
      test: oneOf(["web/screens/shared/sent-panel.tsx", "web/screens/shared/take-up-button.tsx"]),
      priority: 0,
    },
    { name: "forms", test: oneOf(forms), priority: 0 },
    { name: "dialog", test: oneOf(["web/ui/dialog.tsx"]), priority: 1 },
    { name: "endorsement", test: oneOf(oneEndorsement), priority: 0 },
    { name: "bars", test: oneOf(["web/layout/bars.tsx"]), priority: 0 },
  ],
};
