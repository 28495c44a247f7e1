import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";
import { boundedTextSchema, textSchema } from "./text-schema.ts";

/** A message from the contact form. */
export const contactSchema = z.object({
  name: textSchema(limits.contactNameCodePoints),
  email: textSchema(limits.contactEmailCodePoints).check(
    z.refine((text) => text.includes("@"), messages.invalidEmail),
  ),
  message: z._default(boundedTextSchema(limits.contactMessageCodePoints), ""),
  /** A hidden field. Only bots fill it, and their messages are not stored. */
  website: z._default(z.string(), ""),
});
export type Contact = z.infer<typeof contactSchema>;
