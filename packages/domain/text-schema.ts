import { z } from "zod";
import { messages } from "./messages.ts";
import { countCodePoints } from "./text.ts";

/**
 * A required text of at most so many code points.
 * @param tooLong what to say when it is longer
 */
export function textSchema(codePoints: number, tooLong = `At most ${codePoints} characters`) {
  return z
    .string()
    .refine((text) => text.trim() !== "", messages.required)
    .refine((text) => countCodePoints(text) <= codePoints, tooLong);
}
