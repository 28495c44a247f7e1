import type { Call } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import type { MiddlewareHandler } from "hono";
import { InputError } from "../errors.ts";
import { plainParametersOf, plainPaths } from "../openapi/plain-paths.ts";
import type { Env } from "../requests/env.ts";

interface KnownParameters {
  path: RegExp;
  method: string;
  names: ReadonlySet<string>;
}

/** The query parameters of every call, by method and path. Calls that share both share their parameters. */
const known: KnownParameters[] = [
  ...[...Map.groupBy(Object.values<Call>(calls), ({ method, path }) => `${method} ${path}`)].map(
    ([key, group]) =>
      knownOf(
        key,
        group.flatMap(({ query }) => Object.keys(query?.shape ?? {})),
      ),
  ),
  ...Object.keys(plainPaths)
    .filter((path) => /^\/(?:api|social)\//.test(path))
    .map((path) => knownOf(`GET ${path}`, plainParametersOf(path))),
];

function knownOf(key: string, names: string[]): KnownParameters {
  const [method = "", path = ""] = key.split(" ");
  const pattern = path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+");
  return { path: new RegExp(`^${pattern}$`), method, names: new Set(names) };
}

/** Rejects a query parameter that the call does not have: a misspelt filter must not return everything. */
export function rejectUnknownParameters(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const asked = Object.keys(c.req.query());
    if (asked.length > 0) checkParameters(c.req.method, c.req.path, asked);
    await next();
  };
}

function checkParameters(method: string, requested: string, asked: readonly string[]): void {
  const sought = method === "HEAD" ? "GET" : method;
  const call = known.find(({ method, path }) => method === sought && path.test(requested));
  const unknown = call && asked.find((name) => !call.names.has(name));
  if (unknown !== undefined) throw new InputError(`${unknown}: There is no such parameter`);
}
