import { errorBodySchema } from "@colonnade/domain/error.ts";
import type { Call, ErrorStatus } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { streamEventSchema } from "@colonnade/domain/http/stream.ts";
import * as z from "zod/mini";
import { sessionCookie } from "../session/session-cookie.ts";
import {
  type Content,
  json,
  type Operation,
  type Paths,
  schemaOf,
  sharedResponses,
  unchanged,
} from "./operation.ts";
import { plainPaths } from "./plain-paths.ts";

/** What each error status means. */
const errorStatuses: Record<ErrorStatus, string> = {
  400: "The input is invalid; the message says why.",
  401: "Nobody is signed in, or the signature does not hold.",
  403: "Signed in as somebody else, not a watcher, or sent from another site.",
  404: "It was not found, or there is no such call.",
  409: "It cannot be done as things stand.",
  408: "The body arrived too slowly.",
  413: "The body is too large.",
  415: "The body is of another type than the call takes.",
  429: "Too often, or too much at once; Retry-After says for how many seconds to wait.",
  451: "A watcher has hidden it.",
  501: "The call exists, but not in this form.",
  503: "The database or the node does not answer, or too many ask at once; Retry-After says for how many seconds to wait.",
  507: "There is no room for another image.",
};

/** The groups of calls, in the order in which a viewer shows them. */
const tags = [
  {
    name: "Reading",
    description:
      "Open to everybody and to every site. Responses carry an ETag; ask again with If-None-Match.",
  },
  {
    name: "Writing and reviewing",
    description: "Only from this site's own pages. Calls with a lock need a session.",
  },
  {
    name: "Signing in",
    description:
      "A wallet signs a challenge; the response sets a cookie that only this site's own pages can use.",
  },
  { name: "Running it", description: "For operators and machines." },
] as const;

function tagOf({ path, method, access }: Call): string {
  if (path.startsWith("/api/session")) return "Signing in";
  return method === "GET" && access === "public" ? "Reading" : "Writing and reviewing";
}

/**
 * The OpenAPI 3.1 document of the API, derived from the HTTP contract.
 * @param origin the service's public address
 */
export function openApiDocument({ origin, version }: { origin: string; version: string }) {
  const groups = Map.groupBy(Object.entries<Call>(calls), ([, call]) => call.path);
  const paths: Paths = {
    ...Object.fromEntries([...groups].map(([path, entries]) => [path, pathItem(entries)])),
    ...plainPaths,
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "Colonnade",
      version,
      description: "The cache API of Colonnade, an endorsement network on Stacks.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    tags,
    paths,
    components: {
      schemas: {
        Error: schemaOf(errorBodySchema, "output"),
        StreamEvent: schemaOf(streamEventSchema, "output"),
      },
      responses: Object.fromEntries(
        Object.entries({ ...errorStatuses, default: "Our fault." }).map(([status, description]) => [
          status,
          {
            description,
            ...(status === "429" || status === "503" ? { headers: retryAfter } : {}),
            content: json({ $ref: "#/components/schemas/Error" }),
          },
        ]),
      ),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: sessionCookie(origin) },
      },
    },
  };
}

function pathItem(entries: [string, Call][]): Record<string, Operation> {
  const byMethod = Map.groupBy(entries, ([, call]) => call.method.toLowerCase());
  return Object.fromEntries(
    [...byMethod].map(([method, group]) => [method, operation(group)] as const),
  );
}

/** One operation; calls that share a method and path (a whole list, a page of it) become one. */
function operation(group: [string, Call][]): Operation {
  const shared = group.map(([, call]) => call);
  const results = shared.map((call) => schemaOf(call.result, "output"));
  const schema = results.length === 1 && results[0] !== undefined ? results[0] : { oneOf: results };
  const parameters = shared.flatMap((call) => [
    ...parametersOf(call.params, "path", true),
    ...parametersOf(call.query, "query", shared.length === 1),
  ]);
  const body = shared.map(bodyOf).find((content) => content !== undefined);
  const errors = new Set(shared.flatMap(errorStatusesOf));
  return {
    operationId: group.map(([name]) => name).join("Or"),
    tags: [...new Set(shared.map(tagOf))],
    summary: shared.map((call) => call.summary).join(" "),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    ...(shared.some(({ access }) => access !== "public") ? { security: [{ session: [] }] } : {}),
    responses: {
      [shared[0]?.status ?? 200]: { description: "The result.", content: json(schema) },
      ...(shared.some(({ tagged }) => tagged) ? { "304": unchanged } : {}),
      ...sharedResponses([...errors, "default"]),
    },
  };
}

/** The errors of a call: those it declares, and those that follow from its input and access. */
function errorStatusesOf(call: Call): ErrorStatus[] {
  const hasBody = call.body !== undefined || call.file !== undefined;
  // Every call rejects a query parameter that it does not have.
  const statuses = new Set<ErrorStatus>([400, 503, ...(call.errors ?? [])]);
  if (call.access !== "public") statuses.add(401).add(403);
  if (call.method !== "GET") statuses.add(403);
  if (hasBody) statuses.add(408).add(413).add(415);
  if (call.tagged) statuses.add(429);
  return [...statuses];
}

const retryAfter = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
};

function parametersOf(
  schema: z.ZodMiniObject | undefined,
  place: "path" | "query",
  strict: boolean,
) {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: strict && !z.safeParse(part, undefined).success,
    schema: schemaOf(part, "output"),
  }));
}

function bodyOf({ file, body }: Call): Content | undefined {
  if (file !== undefined) {
    const properties = { [file]: { type: "string", format: "binary" } };
    return { "multipart/form-data": { schema: { type: "object", required: [file], properties } } };
  }
  if (body === undefined) return undefined;
  return json(schemaOf(body, "input"));
}
