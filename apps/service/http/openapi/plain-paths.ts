import { dumpManifestSchema } from "@colonnade/domain/dump.ts";
import { errorBodySchema } from "@colonnade/domain/error.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { papers } from "../../images/drawing/paper.ts";
import { documentPaths } from "./document-paths.ts";
import { json, type Operation, schemaOf, sharedResponses, text, unchanged } from "./operation.ts";

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
): { get: Operation } => ({
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

/** Paths outside the contract: the stream, images, documents, and the paths for operators and machines. */
export const plainPaths: Record<string, { get: Operation }> = {
  ...documentPaths,
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
        "An uploaded image, by any spelling of its CID. It never changes, but a watcher may hide it. `Sunset` says when one that the chain does not name yet may be removed. With a width, as AVIF just wide and high enough for a square of so many pixels; without, the very bytes that the CID stands for.",
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
        "302": { description: "The image is not stored here; the IPFS gateway may have it." },
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
    [{ name: "paper", in: "query", required: false, schema: { enum: papers } }],
  ),
  "/social/{id}.jpeg": picture(
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
          description: "The manifest of the newest dump.",
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
  "/healthz": running("getHealth", "Whether the service is alive.", "It is."),
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

/** The query parameters of a path outside the contract. */
export const plainParametersOf = (path: string): string[] =>
  (plainPaths[path]?.get.parameters ?? [])
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => name);
