import type { Call } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { pages } from "@colonnade/domain/pages.ts";
import * as z from "zod/mini";
import { plainPaths } from "../../http/openapi/plain-paths.ts";

/** A route that reads: a call, or a path outside of the contract. */
export interface ReadRoute {
  /** Contains `{name}` for each parameter in it. */
  path: string;
  /** Its query parameters, and those that it needs. */
  keys: string[];
  needed: string[];
  /** Whether it answers only somebody signed in. `at a cost`: what it answers takes long to make. */
  access: "public" | "private" | "private, at a cost";
}

const namesOf = ({ name }: { name: string }) => name;

/** All of them, from the product's own tables. */
export const readRoutes: readonly ReadRoute[] = [
  ...Object.values<Call>(calls)
    .filter(({ method }) => method === "GET")
    .map(
      ({ path, query, access }): ReadRoute => ({
        path,
        keys: Object.keys(query?.shape ?? {}),
        needed: query === undefined ? [] : neededBy(query),
        access: access === "public" ? "public" : "private",
      }),
    ),
  ...Object.entries(plainPaths).map(([path, { get }]): ReadRoute => {
    const query = (get.parameters ?? []).filter((parameter) => parameter.in === "query");
    const needed = query.filter(({ required }) => required);
    const access = get.security === undefined ? "public" : "private, at a cost";
    return { path, keys: query.map(namesOf), needed: needed.map(namesOf), access };
  }),
];

function neededBy(query: z.ZodMiniObject): string[] {
  const { error } = z.safeParse(query, {});
  return (error?.issues ?? []).map(({ path }) => String(path[0]));
}

/** Values of parameters by their names. A name with a path before it, as in `/image url`, is that path's alone. */
export type Samples = Readonly<Record<string, string>>;

/** A valid path of a route, with the query that it needs. @throws Error for a parameter without a sample */
export function visitOf(
  { path, needed }: Pick<ReadRoute, "path" | "needed">,
  samples: Samples,
): string {
  const sampleOf = (name: string) => {
    const value = samples[`${path} ${name}`] ?? samples[name];
    if (value === undefined) throw new Error(`There is no sample of ${name} for ${path}`);
    return value;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sampleOf(name)),
  );
  const query = new URLSearchParams(
    Object.fromEntries(needed.map((name) => [name, sampleOf(name)])),
  );
  return needed.length === 0 ? filled : `${filled}?${query}`;
}

/** Each page of the web app, and the page that checks proofs. */
export const pageRoutes: readonly Pick<ReadRoute, "path" | "needed">[] = [
  ...Object.keys(pages),
  ...["/verify", "/verify/:id"],
].map((route) => ({
  path: route.replace("*", "/nowhere").replace(/:(\w+)/, "{$1}"),
  needed: [],
}));
