import type { ErrorStatus } from "@colonnade/domain/http/call.ts";
import * as z from "zod/mini";

export type Content = Record<string, { schema: object }>;

export interface Operation {
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
export type Paths = Record<string, Record<string, Operation>>;

export const unchanged = { description: "Unchanged since the answer with this ETag." };

/** References to the error responses that calls share, by status. */
export const sharedResponses = (statuses: (ErrorStatus | "default")[]): Operation["responses"] =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  );

/** A schema as OpenAPI writes it, without `$schema`. */
export function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

export const json = (schema: object): Content => ({ "application/json": { schema } });
export const text: Content = { "text/plain": { schema: { type: "string" } } };
