import { arrivals } from "@colonnade/domain/http/first-calls.ts";

/** As the web app's router compares: upper and lower case are one, and a slash at the end is none. */
const patterns = arrivals
  .filter(({ route }) => route !== "*")
  .map(({ route }) => new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}/?$`, "i"));

/** Whether the web app has a page at a path, whatever is found there. */
export function hasPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path));
}
