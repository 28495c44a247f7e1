import type { CallName, calls } from "./http/contract.ts";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";

/** A page's title and description, for the window, search results and link previews. */
export interface PageWords {
  /** Null for the landing page, which is named after the product. */
  title: string | null;
  /** The product's description if absent. */
  description?: string;
  /** The path that oEmbed knows it by. */
  embed?: string;
  /** The path of its feed, without the ending. The service names the feed in the page. */
  feed?: string;
  /** What link previews and search engines also learn. The service writes it into the page. */
  preview?: PagePreview;
}

/** What a page about one thing tells link previews and search engines. */
interface PagePreview {
  /** The path of the page's canonical address. */
  path: string;
  /** The path of a picture of 1200 × 630 pixels; the product's if absent. */
  image?: string;
  /** Whether search engines may list it. */
  isListed: boolean;
  /** The thing in the vocabulary of schema.org, as JSON-LD. */
  data?: Readonly<Record<string, unknown>>;
}

/** A page of the web app: its words and its first calls. A page may replace the words with those of what it shows. */
interface Page extends PageWords {
  /** What it asks the service first, in this order; nothing if absent. */
  calls?: readonly FirstCall[];
  /** Set if the service answers it as rendered markup. Only for pages that look the same to every stranger. */
  rendered?: true;
}

/** A call that a page begins with. In its query `$1` is the path's parameter and `$me` the viewer's address. */
export interface FirstCall {
  name: FirstCallName;
  /** In the order in which the typed client writes it, so that both name one entry of the browser's cache. */
  query: Record<string, string>;
}

/** The calls that some page begins with, and their paths. */
const callPaths = {
  pageEndorsements: "/api/milestones",
  pageProfiles: "/api/columns",
  pageOrganizations: "/api/orgs",
  getProfile: "/api/column",
  getOrganization: "/api/org",
  getEndorsement: "/api/milestone",
  getEvents: "/api/events",
  getWatcher: "/api/watcher",
} as const satisfies { [Name in CallName]?: (typeof calls)[Name]["path"] };
export type FirstCallName = keyof typeof callPaths;

const limit = String(limits.defaultPageItems);
const viewerProfile: FirstCall = { name: "getProfile", query: { principal: "$me" } };
const endorsement: FirstCall = { name: "getEndorsement", query: { id: "$1" } };

/**
 * Every page, by its route. A new page is a row here, a screen, and that screen's line in the web app's routes.tsx.
 * Any other path answers 404.
 */
export const pages = {
  "/": { title: null, rendered: true },
  "/home": {
    title: "Feed",
    description: "What people say of each other's work, newest first, signed with their wallets.",
    calls: [{ name: "pageEndorsements", query: { limit } }],
    feed: "/feeds/network",
    rendered: true,
  },
  "/profile": {
    title: "My Profile",
    description: "The endorsements you earned and issued.",
  },
  "/profile/:address": {
    title: "Profile",
    calls: [{ name: "getProfile", query: { principal: "$1" } }],
    rendered: true,
  },
  "/org/:id": {
    title: "Organization",
    calls: [{ name: "getOrganization", query: { id: "$1" } }],
    rendered: true,
  },
  "/directory": {
    title: "Directory",
    description: "Everybody on Colonnade and every organization, by name.",
    calls: [
      { name: "pageOrganizations", query: { limit } },
      { name: "pageProfiles", query: { limit } },
    ],
    rendered: true,
  },
  "/faqs": {
    title: messages.footerFaqs,
    description:
      "Whether endorsements can be sold, which wallets work, what a BNS name is for, and what it costs.",
    rendered: true,
  },
  "/contact": {
    title: messages.footerContact,
    description: "Write to the people behind Colonnade: a person will read it.",
    rendered: true,
  },
  "/endorsement/:id": { title: "Endorsement", calls: [endorsement], rendered: true },
  "/manage-endorsement/:id": {
    title: "Approve or reject",
    calls: [endorsement],
  },
  "/edit-endorsement/:id": {
    title: "Edit a pending endorsement",
    calls: [endorsement],
  },
  "/events": {
    title: "My Events",
    description: "What you sent, what others sent you, and what is waiting for your approval.",
    calls: [
      { name: "getEvents", query: { principal: "$me", limit } },
      {
        name: "pageEndorsements",
        query: { receiver: "$me", approved: "false", requests: "false", limit },
      },
    ],
  },
  "/network": {
    title: "My Network",
    description: "Whom you follow and who follows you.",
  },
  "/create-profile": {
    title: messages.createProfile,
    description: "A profile under your BNS name gathers what people say of your work.",
  },
  "/edit-profile": {
    title: messages.editProfile,
    description: "Change your statement and your image.",
  },
  "/new-endorsement": {
    title: messages.issueEndorsement,
    description: "Put in words what somebody did well. They decide whether it stands.",
  },
  "/create-org": {
    title: "Create Organization",
    description: "Apply for an organization whose members endorse in its name.",
  },
  "/review": {
    title: "Review",
    description: "Where watchers decide on applications and reports.",
    calls: [{ name: "getWatcher", query: { principal: "$me" } }],
  },
  // Last, because it fits every path.
  "*": { title: "Not found", rendered: true },
} as const satisfies Record<string, Page>;

/** A page's route, as react-router writes it. */
export type RouteName = keyof typeof pages;

/** The path at which the page "Not found" is rendered. */
export const NOT_FOUND_PATH = "/404";

const rows: [route: string, page: Page][] = Object.entries(pages);

/** Like the schema of each parameter, except that an address may have a wrong checksum. */
const parameters: Record<string, string> = {
  ":id": "([1-9]\\d{0,14})",
  ":address": "(S[0-9A-Z]{27,40}(?:\\.[a-zA-Z][\\w-]*)?)",
};

/** What a route's paths match, as the source of an expression whose first group is the parameter. */
function patternOf(route: string): string {
  if (route === "*") return `^${NOT_FOUND_PATH}$`;
  return `^${route.replace(/:\w+/, (name) => parameters[name] ?? name)}$`;
}

/** Path and query of a call. Nothing in it needs escaping. */
function targetOf({ name, query }: FirstCall): string {
  const members = Object.entries(query).map(([key, value]) => `${key}=${value}`);
  return `${callPaths[name]}?${members.join("&")}`;
}

/** A call as a page asks it. */
export interface AskedCall extends FirstCall {
  /** Path and query. */
  target: string;
}

/**
 * The page at a path and what it asks before it knows its viewer.
 * @returns null where there is no page, or the path's parameter is malformed
 */
export function findPage(path: string): { page: Page; calls: AskedCall[] } | null {
  for (const [route, page] of rows) {
    const match = new RegExp(patternOf(route)).exec(path);
    if (match === null) continue;
    const calls = (page.calls ?? [])
      .filter(({ query }) => !Object.values(query).includes("$me"))
      .map((call) => {
        const query = Object.fromEntries(
          Object.entries(call.query).map(([key, value]) => [
            key,
            value.replace("$1", match[1] ?? ""),
          ]),
        );
        return { ...call, query, target: targetOf({ ...call, query }) };
      });
    return { page, calls };
  }
  return null;
}

const plainForms = rows
  .filter(([route]) => route !== "*")
  .map(([route]) => ({
    route,
    anyForm: new RegExp(`^${route.replace(/:\w+/, "([^/]+)")}/?$`, "i"),
  }));

/**
 * The path at which a page is answered: its route in small letters, and no last slash. The web app's router also takes
 * other forms.
 * @returns null where there is no page
 */
export function plainPath(path: string): string | null {
  for (const { route, anyForm } of plainForms) {
    const match = anyForm.exec(path);
    if (match !== null) return route.replace(/:\w+/, () => match[1] ?? "");
  }
  return null;
}

/** The paths of the pages that are the same for everybody and about no single thing. */
export const openPaths = () =>
  rows
    .filter(([route, { rendered }]) => rendered === true && !route.includes(":") && route !== "*")
    .map(([route]) => route);

/**
 * The beginnings of the paths of personal pages, which search engines must not read. Leaves out those that a page for
 * everybody shares.
 */
export function personalPaths(): string[] {
  const isShared = (path: string) =>
    rows.some(([route, { rendered }]) => rendered === true && route.startsWith(path));
  return rows
    .filter(([, { rendered }]) => rendered !== true)
    .map(([route]) => route.replace(/:\w+$/, ""))
    .filter((path) => !isShared(path));
}

/** What the browser asks for while the web app's entry is on its way, as templates with `$1` and `$me`. */
export const preloads = rows.map(([route, { calls = [] }]) => ({
  route,
  pattern: patternOf(route),
  targets: calls.map(targetOf),
}));

/** What every page but the landing asks for its viewer. */
export const viewerTarget = targetOf(viewerProfile);
