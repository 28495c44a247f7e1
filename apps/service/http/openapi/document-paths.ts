import { feedTypes } from "../feeds/feed-document.ts";
import { type Content, json, type Operation, sharedResponses, unchanged } from "./operation.ts";

type Parameters = NonNullable<Operation["parameters"]>;

interface Served {
  operationId: string;
  summary: string;
  content: Content;
  parameters?: Parameters;
  /** Responses besides those that all have. */
  responses?: Operation["responses"];
}

/** A document that readers, search engines or other sites fetch as it is. */
const served = ({ content, parameters = [], responses = {}, ...names }: Served) => ({
  get: {
    ...names,
    tags: ["Reading"],
    parameters,
    responses: {
      "200": { description: "The document.", content },
      "304": unchanged,
      ...sharedResponses([400, 404, 429, 503]),
      ...responses,
    },
  } satisfies Operation,
});

const textOf = (...types: string[]): Content =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: "string" } }]));

const inPath = (name: string, schema: object): Parameters[number] => ({
  ...{ name, in: "path", required: true },
  schema,
});
const address = inPath("address", { type: "string" });
const id = inPath("id", { type: "integer", minimum: 1 });
const format = inPath("format", { type: "string", enum: Object.keys(feedTypes) });

const feed = (operationId: string, summary: string, parameters: Parameters) =>
  served({
    ...{ operationId, summary },
    content: {
      ...textOf("application/atom+xml", "application/rss+xml"),
      "application/feed+json": { schema: { type: "object" } },
    },
    parameters: [...parameters, format],
  });

const html = textOf("text/html");
const embed = (operationId: string, summary: string, parameter: Parameters[number]) =>
  served({
    ...{ operationId, summary, content: html },
    parameters: [
      parameter,
      { name: "theme", in: "query", required: false, schema: { enum: ["light", "dark"] } },
    ],
    responses: {
      "404": {
        description: "A page that says that there is nothing. JSON where the path cannot be one.",
        content: { ...html, ...json({ $ref: "#/components/schemas/Error" }) },
      },
    },
  });

const xml = textOf("application/xml");

/** Feeds, frames for other sites, the sitemap, and the archive of one's own. */
export const documentPaths: Record<string, { get: Operation }> = {
  "/feeds/network.{format}": feed("getNetworkFeed", "The newest approved endorsements.", []),
  "/feeds/profile/{address}.{format}": feed(
    "getProfileFeed",
    "The newest endorsements that somebody earned and shows.",
    [address],
  ),
  "/feeds/org/{id}.{format}": feed(
    "getOrganizationFeed",
    "The newest endorsements that an organization issued.",
    [id],
  ),
  "/embed/endorsement/{id}": embed(
    "embedEndorsement",
    "An endorsement as a page for a frame of another site.",
    id,
  ),
  "/embed/profile/{address}": embed(
    "embedProfile",
    "Somebody's newest endorsements as a page for a frame of another site.",
    address,
  ),
  "/robots.txt": {
    get: {
      operationId: "getRobots",
      tags: ["Reading"],
      summary: "What search engines may read.",
      responses: { "200": { description: "The document.", content: textOf("text/plain") } },
    },
  },
  "/sitemap.xml": served({
    operationId: "getSitemap",
    summary: "Where the pages of the sitemap are.",
    content: xml,
  }),
  "/sitemap/{page}.xml": served({
    operationId: "getSitemapPage",
    summary: "At most 10,000 addresses of pages for search engines.",
    content: xml,
    parameters: [inPath("page", { type: "string" })],
  }),
  "/export.zip": {
    get: {
      operationId: "getExport",
      tags: ["Reading"],
      summary:
        "All endorsements that the signed-in person earned and sent: proofs, credentials, images, and pages that list and check them.",
      security: [{ session: [] }],
      responses: {
        "200": {
          description: "The archive.",
          content: { "application/zip": { schema: { type: "string", format: "binary" } } },
        },
        ...sharedResponses([401, 429, 503]),
      },
    },
  },
};
