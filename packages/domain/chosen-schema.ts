import * as z from "zod/mini";

/**
 * A field of a form that starts with nothing chosen (null) and must be chosen.
 * @param nothing what to say while nothing is
 */
export function chosenSchema<Schema extends z.core.$ZodType>(schema: Schema, nothing: string) {
  const choice = z.transform((value: z.input<Schema> | null): unknown => value);
  return z.pipe(choice.check(z.refine((value) => value !== null, nothing)), schema);
}
