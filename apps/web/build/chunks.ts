import type { Rolldown } from "vite";

/**
 * What goes into one file, with all that it imports. Split by itself, a page would come in fifty small files,
 * and on a slow network each is a way there and back. What no group names is split as its screens are.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: "start", tags: ["$initial"], priority: 4 },
    { name: "zod", test: /node_modules[\\/]zod[\\/]/, priority: 3 },
    {
      // What nearly every page but the landing needs.
      name: "app",
      test: /web[\\/]layout[\\/]bars\.tsx|domain[\\/]http[\\/]client\.ts|web[\\/]features[\\/]endorsement[\\/](?:picture|marks|party|query)\.tsx?|web[\\/]screens[\\/](?:opened-endorsement|endorsement-links|follow-button|search[\\/](?:search-box|use-search))\.tsx?|web[\\/]ui[\\/](?:card|error-state|perforation|stamp|skeleton|gallery)\.tsx|useInfiniteQuery/,
      priority: 2,
    },
    { name: "profile", test: /web[\\/]screens[\\/]profile[\\/]/, priority: 1 },
  ],
};
