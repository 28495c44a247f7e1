import * as z from "zod/mini";
import { limits } from "../limits.ts";
import { principalSchema } from "../principal.ts";
import { boundedTextSchema } from "../text-schema.ts";

/** The error statuses that the API answers with. */
export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 408
  | 409
  | 413
  | 415
  | 429
  | 451
  | 501
  | 503
  | 507;

/** One call of the API. The service's routes, the typed client and OpenAPI are derived from these values. */
export interface Call {
  method: "GET" | "POST" | "DELETE";
  /** Contains `{name}` for each member of `params`. */
  path: string;
  summary: string;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** The multipart field of an uploaded file. Such a call has no JSON body. */
  file?: string;
  result: z.ZodMiniType;
  /** The status of the result, if it is not 200. */
  status?: 202;
  /** `session`: the caller is signed in, and any address in the input is the session's own. */
  access: "public" | "session" | "watcher";
  /** Whether answers have an ETag, so that an unchanged one is 304. */
  tagged?: boolean;
  /** The error statuses that do not follow from its input and access. */
  errors?: readonly ErrorStatus[];
}

/** Digits only: JavaScript also reads `0x10` and `1e1` as numbers, other clients do not. */
const digits = z.custom<string | number>(
  (value) => /^\d+$/.test(String(value)),
  "Invalid input: expected digits",
);
const wholeNumber = z.pipe(digits, z.coerce.number<string | number>());
/** A whole number from 1, as a path or a query writes it. */
export const positive = z.pipe(wholeNumber, z.int().check(z.positive()));
/** The largest number of items that a page may have. */
export const limit = z.pipe(wholeNumber, z.int().check(z.positive(), z.lte(limits.pageItems)));
/** A text to search for. */
export const search = boundedTextSchema(limits.searchCodePoints);
/** A boolean in a query. */
export const flag = z.enum(["true", "false"]);

/** A follower and the profile that they follow. */
export const follow = z.object({
  userPrincipal: principalSchema,
  profilePrincipal: principalSchema,
});

/** The query of `GET /ipfs/{cid}`: without a width, the stored bytes. */
export const imageQuerySchema = z.object({
  width: z.optional(z.pipe(wholeNumber, z.literal(limits.imageWidths))),
});

/** A page of a list. Pass `next` as `before` (or `after`) to get the following page; it is null at the end. */
export function page<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) });
}
