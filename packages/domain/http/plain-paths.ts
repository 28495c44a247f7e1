import { limits } from "../limits.ts";
import type { Paths } from "./openapi.ts";

const text = { "text/plain": { schema: { type: "string" } } };

/** What is answered otherwise than with a call's result: the stream, images, and what operators and machines ask. */
export const plainPaths: Paths = {
  "/api/stream": {
    get: {
      operationId: "stream",
      summary:
        "Server-sent events: the newest block, and whose pages changed. With a principal, that one's changes only.",
      parameters: [{ name: "principal", in: "query", required: false, schema: { type: "string" } }],
      responses: {
        "200": {
          description: "Events without end; the data of each is a StreamEvent as JSON.",
          content: { "text/event-stream": { schema: { type: "string" } } },
        },
        "400": { $ref: "#/components/responses/400" },
        "429": { $ref: "#/components/responses/429" },
        "503": { $ref: "#/components/responses/503" },
      },
    },
  },
  "/ipfs/{cid}": {
    get: {
      operationId: "getImage",
      summary:
        "An uploaded image. It never changes. With a width, as WebP just wide and high enough for a square of so many pixels; without, the very bytes that the CID stands for.",
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
        "304": { description: "Unchanged since the answer with this ETag." },
        "400": { $ref: "#/components/responses/400" },
        "404": { $ref: "#/components/responses/404" },
      },
    },
  },
  "/healthz": {
    get: {
      operationId: "getHealth",
      summary: "Whether the service lives.",
      responses: { "200": { description: "It does.", content: text } },
    },
  },
  "/readyz": {
    get: {
      operationId: "getReadiness",
      summary: "Whether the service has anything to show.",
      responses: {
        "200": { description: "It does.", content: text },
        "503": {
          description: "No block is indexed yet, or the database does not answer.",
          content: text,
        },
      },
    },
  },
  "/metrics": {
    get: {
      operationId: "getMetrics",
      summary: "Figures for Prometheus.",
      responses: { "200": { description: "The figures.", content: text } },
    },
  },
  "/openapi.json": {
    get: {
      operationId: "getDocument",
      summary: "This document.",
      responses: {
        "200": {
          description: "OpenAPI 3.1.",
          content: { "application/json": { schema: { type: "object" } } },
        },
      },
    },
  },
  "/docs": {
    get: {
      operationId: "getDocumentPage",
      summary: "This document as a page to read.",
      responses: {
        "200": {
          description: "The page.",
          content: { "text/html": { schema: { type: "string" } } },
        },
      },
    },
  },
};
