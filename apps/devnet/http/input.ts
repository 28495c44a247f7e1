import type { Context } from "hono";
import { z } from "zod";

/** A request the route cannot read; answered with status 400. */
export class BadRequestError extends Error {
  override readonly name = "BadRequestError";
}

/** Parses the body as JSON of the schema. @throws BadRequestError */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  let json: unknown;
  try {
    json = await c.req.json();
  } catch {
    throw new BadRequestError("the body is not JSON");
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new BadRequestError(z.prettifyError(parsed.error));
  return parsed.data;
}

const countSchema = z.coerce.number().int().min(0);

/** `limit` and `offset` of a list, as the Hiro API has them. @throws BadRequestError */
export function readPage(c: Context, defaultLimit: number): { limit: number; offset: number } {
  const limit = countSchema.safeParse(c.req.query("limit") ?? defaultLimit);
  const offset = countSchema.safeParse(c.req.query("offset") ?? 0);
  if (!limit.success || !offset.success) throw new BadRequestError("limit or offset is no number");
  return { limit: Math.min(limit.data, 50), offset: offset.data };
}

/** An id or hash from the path, 0x-prefixed and in lower case. */
export function readHash(text: string): string {
  return `0x${text.replace(/^0x/i, "").toLowerCase()}`;
}
