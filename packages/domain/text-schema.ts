import * as z from "zod/mini";
import { isBlank } from "./hidden-text.ts";
import { messages } from "./messages.ts";
import { countCodePoints } from "./text.ts";

const sayTooLong = (codePoints: number) => `At most ${codePoints} characters`;

/**
 * A text of limited length, which may be empty.
 * @param codePoints the longest length, in Unicode code points
 * @param tooLong the message if it is longer
 */
export function boundedTextSchema(codePoints: number, tooLong = sayTooLong(codePoints)) {
  return z.string().check(
    z.refine((text) => countCodePoints(text) <= codePoints, tooLong),
    z.meta({ maxLength: codePoints }),
  );
}

/**
 * A required text of limited length. Blanks and invisible characters alone count as missing.
 * @param codePoints the longest length, in Unicode code points
 * @param tooLong the message if it is longer
 */
export function textSchema(codePoints: number, tooLong = sayTooLong(codePoints)) {
  return boundedTextSchema(codePoints, tooLong).check(
    z.refine((text) => !isBlank(text), messages.required),
    z.meta({ maxLength: codePoints }),
  );
}
