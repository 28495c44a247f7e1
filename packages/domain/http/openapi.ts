import * as z from "zod/mini";
import { errorBodySchema } from "../error.ts";
import type { Call } from "./call.ts";
import { calls } from "./contract.ts";
import { errorStatuses, errorStatusesOf } from "./error-status.ts";
import { plainPaths } from "./plain-paths.ts";
import { streamEventSchema } from "./stream.ts";

/** What the document says of the service it describes. */
export interface OpenApiOptions {
  /** The service's public address. */
  origin: string;
  version: string;
}

type Content = Record<string, { schema: object }>;

/** A member of a call's path or query, as OpenAPI has it. */
export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: object;
}

/** One of the two: what it says itself, or the name of one of the document's common responses. */
export interface ResponseObject {
  description?: string;
  content?: Content;
  $ref?: string;
}

/** A call, as OpenAPI has it. */
export interface Operation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  security?: object[];
  /** By status. */
  responses: Record<string, ResponseObject>;
}

/** Operations by method, by path. */
export type Paths = Record<string, Record<string, Operation>>;

/** The OpenAPI 3.1 document of the API, derived from the HTTP contract. */
export function openApiDocument({ origin, version }: OpenApiOptions) {
  const groups = Map.groupBy(Object.entries<Call>(calls), ([, call]) => call.path);
  const paths: Paths = Object.fromEntries(
    [...groups].map(([path, entries]) => [path, pathItem(entries)] as const),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Colonnade",
      version,
      description: "The cache API of Colonnade, an endorsement network on Stacks.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    paths: { ...paths, ...plainPaths },
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
            content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
          },
        ]),
      ),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "colonnade_session" },
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
    summary: shared.map((call) => call.summary).join(" "),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    ...(shared.some(({ access }) => access !== "public") ? { security: [{ session: [] }] } : {}),
    responses: {
      [String(shared[0]?.status)]: {
        description: "The result.",
        content: { "application/json": { schema } },
      },
      ...(shared.some(({ tagged }) => tagged) ? { "304": unchanged } : {}),
      ...Object.fromEntries(
        [...errors, "default"].map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  };
}

const unchanged = { description: "Unchanged since the answer with this ETag." };

function parametersOf(
  schema: z.ZodMiniObject | undefined,
  place: "path" | "query",
  strict: boolean,
): Parameter[] {
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
  return { "application/json": { schema: schemaOf(body, "input") } };
}

/** A schema as OpenAPI has it, without the mark of its dialect. */
function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
