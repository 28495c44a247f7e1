import { limits } from "../limits.ts";
import type { CallName, calls } from "./contract.ts";

/** The calls that some page begins with. */
export type FirstCallName = Extract<
  CallName,
  | "pageEndorsements"
  | "pageProfiles"
  | "pageOrganizations"
  | "getProfile"
  | "getOrganization"
  | "getEndorsement"
  | "getEvents"
  | "getWatcher"
>;

/** A call that a page begins with. In its query `$1` is what the page is about, `$me` whoever is connected. */
export interface FirstCall {
  name: FirstCallName;
  path: string;
  query: Record<string, string>;
}

/** A page of the web app, and what it asks the service first. */
export interface Arrival {
  /** As the web app's routes name it. */
  route: string;
  /** Expression of its path; the first group is what the page is about. */
  path: string;
  calls: readonly FirstCall[];
  /** Whether the service answers it rendered: what strangers arrive at, and what looks the same to all of them. */
  rendered: boolean;
}

function ask<Name extends FirstCallName>(
  name: Name,
  path: (typeof calls)[Name]["path"],
  query: Record<string, string>,
): FirstCall {
  return { name, path, query };
}

const limit = String(limits.defaultPageItems);
const ID = "([1-9]\\d{0,14})";
/** As much of the schema of a principal as an expression can tell: all but the checksum. */
const PRINCIPAL = "(S[0-9A-Z]{27,40}(?:\\.[a-zA-Z][\\w-]*)?)";
const endorsement = ask("getEndorsement", "/api/milestone", { id: "$1" });

/** What every page but the landing asks of whoever is connected. */
export const viewerCall = ask("getProfile", "/api/column", { principal: "$me" });

/** The address at which the page is made that is answered wherever there is none. */
export const NOWHERE = "/404";

const table = [
  { route: "/", path: "^/$", calls: [], rendered: true },
  {
    route: "/home",
    path: "^/home$",
    calls: [ask("pageEndorsements", "/api/milestones", { limit })],
    rendered: true,
  },
  { route: "/profile", path: "^/profile$", calls: [], rendered: false },
  {
    route: "/profile/:address",
    path: `^/profile/${PRINCIPAL}$`,
    calls: [ask("getProfile", "/api/column", { principal: "$1" })],
    rendered: true,
  },
  {
    route: "/org/:id",
    path: `^/org/${ID}$`,
    calls: [ask("getOrganization", "/api/org", { id: "$1" })],
    rendered: true,
  },
  {
    route: "/directory",
    path: "^/directory$",
    calls: [
      ask("pageOrganizations", "/api/orgs", { limit }),
      ask("pageProfiles", "/api/columns", { limit }),
    ],
    rendered: true,
  },
  { route: "/faqs", path: "^/faqs$", calls: [], rendered: true },
  { route: "/contact", path: "^/contact$", calls: [], rendered: true },
  {
    route: "/manage-endorsement/:id",
    path: `^/manage-endorsement/${ID}$`,
    calls: [endorsement],
    rendered: false,
  },
  {
    route: "/edit-endorsement/:id",
    path: `^/edit-endorsement/${ID}$`,
    calls: [endorsement],
    rendered: false,
  },
  {
    route: "/events",
    path: "^/events$",
    calls: [
      ask("getEvents", "/api/events", { principal: "$me", limit }),
      ask("pageEndorsements", "/api/milestones", { receiver: "$me", approved: "false", limit }),
    ],
    rendered: false,
  },
  { route: "/network", path: "^/network$", calls: [], rendered: false },
  { route: "/create-profile", path: "^/create-profile$", calls: [], rendered: false },
  { route: "/edit-profile", path: "^/edit-profile$", calls: [], rendered: false },
  { route: "/new-endorsement", path: "^/new-endorsement$", calls: [], rendered: false },
  { route: "/create-org", path: "^/create-org$", calls: [], rendered: false },
  {
    route: "/review",
    path: "^/review$",
    calls: [ask("getWatcher", "/api/watcher", { principal: "$me" })],
    rendered: false,
  },
  { route: "*", path: `^${NOWHERE}$`, calls: [], rendered: true },
] as const satisfies readonly Arrival[];

/** A page's address as the web app's routes name it: these and no others. */
export type RouteName = (typeof table)[number]["route"];

/** Queries have their members in the order in which the client writes them, or one call would be two. */
export const arrivals: readonly (Arrival & { route: RouteName })[] = table;

/** Path and query of a call, with its `$1` and `$me`: nothing in it is ever in need of escaping. */
export function templateOf({ path, query }: FirstCall): string {
  const members = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return `${path}?${members.join("&")}`;
}

/** A call as a page asks it. */
export interface AskedCall extends FirstCall {
  /** Path and query. */
  target: string;
}

/** The page at a path and what it asks, apart from what it asks of whoever is connected; null for any other page. */
export function arriveAt(path: string): { arrival: Arrival; calls: AskedCall[] } | null {
  for (const arrival of arrivals) {
    const match = new RegExp(arrival.path).exec(path);
    if (match === null) continue;
    const about = match[1] ?? "";
    const calls = arrival.calls
      .filter(({ query }) => !Object.values(query).includes("$me"))
      .map((call) => {
        const query = Object.fromEntries(
          Object.entries(call.query).map(([name, value]) => [name, value === "$1" ? about : value]),
        );
        return { ...call, query, target: templateOf({ ...call, query }) };
      });
    return { arrival, calls };
  }
  return null;
}
