import * as z from "zod/mini";
import { limits } from "../limits.ts";
import { principalSchema } from "../principal.ts";
import { boundedTextSchema } from "../text-schema.ts";
import type { ErrorStatus } from "./error-status.ts";

/** One call of the API: server routes, the typed client and OpenAPI are all derived from these values. */
export interface Call {
  method: "GET" | "POST" | "DELETE";
  /** With `{name}` for each member of `params`. */
  path: string;
  summary: string;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** The multipart field that carries a file; such a call has no JSON body. */
  file?: string;
  result: z.ZodMiniType;
  status: 200 | 202;
  /** `session`: signed in, and any address in the input must be the session's own. */
  access: "public" | "session" | "watcher";
  /** Whether the answer has an ETag, by which it is answered as unchanged. */
  tagged?: boolean;
  /** How else it may end, beside what follows from its input and its access. */
  errors?: readonly ErrorStatus[];
}

/** What else JavaScript takes for a number (`0x10`, `1e1`) is none to anybody else. */
const digits = z.custom<string | number>(
  (value) => /^\d+$/.test(String(value)),
  "Invalid input: expected digits",
);
const wholeNumber = z.pipe(digits, z.coerce.number<string | number>());
/** A number from one on, as a path or a query writes it. */
export const positive = z.pipe(wholeNumber, z.int().check(z.positive()));
/** How many items a page has at most. */
export const limit = z.pipe(wholeNumber, z.int().check(z.positive(), z.lte(limits.pageItems)));
/** A text to find. */
export const search = boundedTextSchema(limits.searchCodePoints);
/** A yes or no in a query. */
export const flag = z.enum(["true", "false"]);

/** Who follows, or would, and whom. */
export const follow = z.object({
  userPrincipal: principalSchema,
  profilePrincipal: principalSchema,
});

/** How `GET /ipfs/{cid}` may be asked: for the stored bytes, or for the image at one of a few widths. */
export const imageQuerySchema = z.object({
  width: z.optional(z.pipe(wholeNumber, z.literal(limits.imageWidths))),
});

/** A page of a list: pass `next` as `before` (or `after`) for the following one; null at the end. */
export function page<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) });
}
