import { dumpManifestSchema } from "@colonnade/domain/dump.ts";
import { errorBodySchema } from "@colonnade/domain/error.ts";
import type { Call, ErrorStatus } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { streamEventSchema } from "@colonnade/domain/http/stream.ts";
import { limits } from "@colonnade/domain/limits.ts";
import * as z from "zod/mini";
import { sessionCookie } from "./session-cookie.ts";

/** What each error status means. */
const errorStatuses: Record<ErrorStatus, string> = {
  400: "The input does not fit; the message says what.",
  401: "Nobody is signed in, or the signature does not hold.",
  403: "Signed in as somebody else, not a watcher, or sent from another site.",
  404: "There is no such thing, or no such call.",
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

type Content = Record<string, { schema: object }>;

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: object }[];
  requestBody?: { required: true; content: Content };
  security?: object[];
  /** By status: each a response, or a reference to one that calls share. */
  responses: Record<string, { description?: string; content?: Content; $ref?: string }>;
}

/** Operations by method, by path. */
type Paths = Record<string, Record<string, Operation>>;

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

const unchanged = { description: "Unchanged since the answer with this ETag." };

/** References to the error responses that calls share, by status. */
const sharedResponses = (statuses: (ErrorStatus | "default")[]): Operation["responses"] =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  );

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

/** A schema as OpenAPI writes it, without `$schema`. */
function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

const json = (schema: object): Content => ({ "application/json": { schema } });
const text: Content = { "text/plain": { schema: { type: "string" } } };

/** A path that operators and machines ask. */
const running = (
  operationId: string,
  summary: string,
  description: string,
  content = text,
  failures: Operation["responses"] = {},
) => ({
  get: {
    operationId,
    tags: ["Running it"],
    summary,
    responses: { "200": { description, content }, ...failures },
  },
});

/** A picture of an approved or withdrawn endorsement. */
const picture = (
  operationId: string,
  summary: string,
  type: string,
  parameters: NonNullable<Operation["parameters"]> = [],
): Paths[string] => ({
  get: {
    operationId,
    tags: ["Reading"],
    summary,
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
      ...parameters,
    ],
    responses: {
      "200": {
        description: "The picture.",
        content: { [type]: { schema: { type: "string", format: "binary" } } },
      },
      "304": unchanged,
      ...sharedResponses([400, 404, 429, 503]),
    },
  },
});

/** Paths outside the contract: the stream, images, and the paths for operators and machines. */
export const plainPaths: Paths = {
  "/api/stream": {
    get: {
      operationId: "stream",
      tags: ["Reading"],
      summary:
        "Server-sent events: the newest block, and whose pages changed. With a principal, that one's changes only.",
      parameters: [{ name: "principal", in: "query", required: false, schema: { type: "string" } }],
      responses: {
        "200": {
          description: "Events without end; the data of each is a StreamEvent as JSON.",
          content: { "text/event-stream": { schema: { type: "string" } } },
        },
        ...sharedResponses([400, 429, 503]),
      },
    },
  },
  "/ipfs/{cid}": {
    get: {
      operationId: "getImage",
      tags: ["Reading"],
      summary:
        "An uploaded image, by any spelling of its CID. It never changes, but a watcher may hide it. `Sunset` says when one that nothing names yet may be removed. With a width, as AVIF just wide and high enough for a square of so many pixels; without, the very bytes that the CID stands for.",
      parameters: [
        { name: "cid", in: "path", required: true, schema: { type: "string" } },
        {
          name: "width",
          in: "query",
          required: false,
          schema: { type: "integer", enum: limits.imageWidths },
        },
      ],
      responses: {
        "200": {
          description: "The image.",
          content: { "image/*": { schema: { type: "string", format: "binary" } } },
        },
        "302": { description: "It is not ours; the IPFS gateway may have it." },
        "304": unchanged,
        ...sharedResponses([400, 404, 451, 503]),
      },
    },
  },
  "/ipfs/{cid}/{path}": {
    get: {
      operationId: "getFileInFolder",
      tags: ["Reading"],
      summary: "Leads to a file in a folder of IPFS, at the gateway.",
      parameters: ["cid", "path"].map((name) => ({
        name,
        in: "path",
        required: true,
        schema: { type: "string" },
      })),
      responses: {
        "302": { description: "It is at the IPFS gateway." },
        ...sharedResponses([400, 404, 451, 503]),
      },
    },
  },
  "/image": {
    get: {
      operationId: "getLinkedImage",
      tags: ["Reading"],
      summary:
        "An image outside of IPFS as WebP, unless a watcher has hidden it. The service loads it once from its host, which does not see who looks at it. 404 where the host does not give it.",
      parameters: [
        { name: "url", in: "query", required: true, schema: { type: "string", format: "uri" } },
      ],
      responses: {
        "200": {
          description: "The image.",
          content: { "image/webp": { schema: { type: "string", format: "binary" } } },
        },
        "304": unchanged,
        ...sharedResponses([400, 404, 429, 451, 503]),
      },
    },
  },
  "/api/badge/{id}.png": picture(
    "getBadge",
    "An endorsement as a certificate that holds its credential, as Open Badges 3.0 bakes it, and its proof.",
    "image/png",
  ),
  "/api/badge/{id}.svg": picture(
    "getSvgBadge",
    "The same certificate as SVG, whose words are text.",
    "image/svg+xml",
  ),
  "/api/badge/{id}.pdf": picture(
    "getPdfBadge",
    "The same certificate to print. Credential and proof are attached files.",
    "application/pdf",
    [{ name: "paper", in: "query", required: false, schema: { enum: ["a4", "letter"] } }],
  ),
  "/social/{id}.jpg": picture(
    "getSocialImage",
    "An endorsement as a picture for link previews.",
    "image/jpeg",
  ),
  "/dump.json": {
    get: {
      operationId: "getDumpManifest",
      tags: ["Reading"],
      summary: "The newest dump of the public index: counts, digest and address of the file.",
      responses: {
        "200": {
          description: "What is told of it.",
          content: json(schemaOf(dumpManifestSchema, "output")),
        },
        "304": unchanged,
        ...sharedResponses([404, 503]),
      },
    },
  },
  "/dump/schema.json": {
    get: {
      operationId: "getDumpSchema",
      tags: ["Reading"],
      summary: "The JSON Schema of every line of a dump.",
      responses: {
        "200": { description: "The schema.", content: json({ type: "object" }) },
      },
    },
  },
  "/dump/{sha256}.ndjson.gz": {
    get: {
      operationId: "getDump",
      tags: ["Reading"],
      summary: "A dump, by the SHA-256 of the file: JSON lines, compressed with gzip.",
      parameters: [
        {
          ...{ name: "sha256", in: "path", required: true },
          schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
        },
      ],
      responses: {
        "200": {
          description: "The file.",
          content: { "application/gzip": { schema: { type: "string", format: "binary" } } },
        },
        "304": unchanged,
        ...sharedResponses([404, 429, 503]),
      },
    },
  },
  "/healthz": running("getHealth", "Whether the service lives.", "It does."),
  "/readyz": running(
    "getReadiness",
    "Whether what the service shows is as new as it should be.",
    "It is.",
    text,
    {
      "503": {
        description:
          "It is not: the text says why, as `stalled` does in `/api/status`. JSON where even that took too long.",
        content: { ...text, ...json(schemaOf(errorBodySchema, "output")) },
      },
    },
  ),
  "/openapi.json": running(
    "getDocument",
    "This document.",
    "OpenAPI 3.1.",
    json({ type: "object" }),
  ),
  "/docs": running("getDocumentPage", "This document as a page to read.", "The page.", {
    "text/html": { schema: { type: "string" } },
  }),
};
