import { principalSchema } from "@colonnade/domain/principal.ts";
import * as z from "zod/mini";

const idSchema = z.pipe(
  z.pipe(z.string().check(z.regex(/^[1-9]\d*$/)), z.transform(Number)),
  z.int(),
);

/** The number of an endorsement or an organization in a page's address; null where there is none. */
export const readId = (text: string | null | undefined): number | null =>
  idSchema.safeParse(text).data ?? null;

/** Whose page an address names; null where it is nobody's. */
export const readPrincipal = (text: string | null | undefined): string | null =>
  principalSchema.safeParse(text).data ?? null;
