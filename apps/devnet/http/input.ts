import type { Context } from "hono";
import { z } from "zod";
import { isPrincipal } from "../chain/vm.ts";

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

/** A 404 in the form of the Hiro API. */
export function notFound(c: Context, message: string) {
  return c.json({ statusCode: 404, error: "Not Found", message }, 404);
}

const countSchema = z.coerce.number().int().min(0);

export type Page = ReturnType<typeof readPage>;

/** @throws BadRequestError for a limit above the greatest one, too */
export function readLimit(c: Context, defaultLimit: number, greatest: number): number {
  const limit = countSchema.max(greatest).safeParse(c.req.query("limit") ?? defaultLimit);
  if (!limit.success) throw new BadRequestError(`querystring/limit must be <= ${greatest}`);
  return limit.data;
}

/** `limit` and `offset` of a list, as the Hiro API has them. @throws BadRequestError */
export function readPage(
  c: Context,
  defaultLimit: number,
  greatest = 50,
  greatestOffset = Number.MAX_SAFE_INTEGER,
) {
  const limit = readLimit(c, defaultLimit, greatest);
  const offset = countSchema.max(greatestOffset).safeParse(c.req.query("offset") ?? 0);
  if (!offset.success) throw new BadRequestError("querystring/offset is out of range");
  return { limit, offset: offset.data };
}

/** An id or hash from the path, 0x-prefixed and in lower case. @throws BadRequestError */
export function readHash(text: string): string {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(text)) throw new BadRequestError("not a hash of 32 bytes");
  return `0x${text.replace(/^0x/i, "").toLowerCase()}`;
}

/** An account's or a contract's address. @throws BadRequestError */
export function readPrincipal(text: string): string {
  if (!isPrincipal(text)) throw new BadRequestError(`not a principal: ${text}`);
  return text;
}
