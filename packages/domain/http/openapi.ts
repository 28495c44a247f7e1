import { z } from "zod";
import { errorBodySchema } from "../error.ts";
import { type Call, calls } from "./contract.ts";

export interface OpenApiOptions {
  /** The service's public address. */
  origin: string;
  version: string;
}

/** The OpenAPI 3.1 document of the API, derived from the HTTP contract. */
export function openApiDocument({ origin, version }: OpenApiOptions) {
  const groups = Map.groupBy(Object.entries<Call>(calls), ([, call]) => call.path);
  const paths = [...groups].map(([path, entries]) => [path, pathItem(entries)] as const);
  return {
    openapi: "3.1.0",
    info: {
      title: "Colonnade",
      version,
      description: "The cache API of Colonnade, an endorsement network on Stacks.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Error: schemaOf(errorBodySchema, "output") },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "colonnade_session" },
      },
    },
  };
}

function pathItem(entries: [string, Call][]) {
  const byMethod = Map.groupBy(entries, ([, call]) => call.method.toLowerCase());
  return Object.fromEntries(
    [...byMethod].map(([method, group]) => [method, operation(group)] as const),
  );
}

/** One operation; calls that share a method and path (a whole list, a page of it) become one. */
function operation(group: [string, Call][]) {
  const shared = group.map(([, call]) => call);
  const results = shared.map((call) => schemaOf(call.result, "output"));
  const parameters = shared.flatMap((call) => [
    ...parametersOf(call.params, "path", true),
    ...parametersOf(call.query, "query", shared.length === 1),
  ]);
  const bodies = shared.flatMap((call) => bodyOf(call));
  const first = shared[0];
  return {
    operationId: group.map(([name]) => name).join("Or"),
    summary: shared.map((call) => call.summary).join(" "),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(bodies.length === 0 ? {} : { requestBody: { required: true, content: bodies[0] } }),
    ...(first?.access === "public" ? {} : { security: [{ session: [] }] }),
    responses: {
      [String(first?.status ?? 200)]: {
        description: "The result",
        content: {
          "application/json": { schema: results.length === 1 ? results[0] : { oneOf: results } },
        },
      },
      default: {
        description: "An error",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: "path" | "query", strict: boolean) {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: strict && !z.safeParse(part, undefined).success,
    schema: schemaOf(part, "input"),
  }));
}

function bodyOf(call: Call): Record<string, { schema: unknown }>[] {
  if (call.file !== undefined) {
    const file = { type: "string", format: "binary" };
    const schema = { type: "object", required: [call.file], properties: { [call.file]: file } };
    return [{ "multipart/form-data": { schema } }];
  }
  return call.body === undefined
    ? []
    : [{ "application/json": { schema: schemaOf(call.body, "input") } }];
}

function schemaOf(schema: z.core.$ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
