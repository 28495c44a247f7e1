import * as z from "zod/mini";
import { messages } from "./messages.ts";
import { countCodePoints } from "./text.ts";

const sayTooLong = (codePoints: number) => `At most ${codePoints} characters`;

/**
 * A text of at most so many code points, which may be empty.
 * @param tooLong what to say when it is longer
 */
export function boundedTextSchema(codePoints: number, tooLong = sayTooLong(codePoints)) {
  return z.string().check(
    z.refine((text) => countCodePoints(text) <= codePoints, tooLong),
    z.meta({ maxLength: codePoints }),
  );
}

/**
 * A required text of at most so many code points.
 * @param tooLong what to say when it is longer
 */
export function textSchema(codePoints: number, tooLong = sayTooLong(codePoints)) {
  return boundedTextSchema(codePoints, tooLong).check(
    z.refine((text) => text.trim() !== "", messages.required),
    z.meta({ maxLength: codePoints }),
  );
}
