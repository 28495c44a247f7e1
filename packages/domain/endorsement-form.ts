import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";
import { textSchema } from "./text-schema.ts";

/** The words of an endorsement as a form takes them, new or edited. */
export const endorsementWordsSchema = z.object({
  title: textSchema(limits.titleCodePoints, messages.titleTooLong),
  description: textSchema(limits.descriptionCodePoints, messages.descriptionTooLong),
});

/** A profile's statement as a form takes it. */
export const statementSchema = textSchema(limits.statementCodePoints, messages.statementTooLong);
