import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { textSchema } from "@colonnade/domain/text-schema.ts";
import * as z from "zod/mini";

/**
 * A field that starts with nothing chosen (null) and must be chosen.
 * @param missing the message while nothing is chosen
 */
export function chosenSchema<Schema extends z.core.$ZodType>(schema: Schema, missing: string) {
  const choice = z.transform((value: z.input<Schema> | null): unknown => value);
  return z.pipe(choice.check(z.refine((value) => value !== null, missing)), schema);
}

/** The title and text of an endorsement, new or edited. */
export const endorsementWordsSchema = z.object({
  title: textSchema(limits.titleCodePoints, messages.titleTooLong),
  description: textSchema(limits.descriptionCodePoints, messages.descriptionTooLong),
});

/** A profile's statement. */
export const statementSchema = textSchema(limits.statementCodePoints, messages.statementTooLong);
