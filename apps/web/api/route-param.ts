import { principalSchema } from "@colonnade/domain/principal.ts";
import * as z from "zod/mini";

const idSchema = z.pipe(
  z.pipe(z.string().check(z.regex(/^[1-9]\d*$/)), z.transform(Number)),
  z.int(),
);

/** The id of an endorsement or an organization in a page's address; null if it is not valid. */
export const readId = (text: string | null | undefined): number | null =>
  idSchema.safeParse(text).data ?? null;

/** The principal in a page's address; null if it is not valid. */
export const readPrincipal = (text: string | null | undefined): string | null =>
  principalSchema.safeParse(text).data ?? null;
