import { z } from "zod";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";
import { boundedTextSchema, textSchema } from "./text-schema.ts";

/** A message to the team. */
export const contactSchema = z.object({
  name: textSchema(limits.contactNameCodePoints),
  email: textSchema(limits.contactEmailCodePoints).refine(
    (text) => text.includes("@"),
    messages.invalidEmail,
  ),
  message: boundedTextSchema(limits.contactMessageCodePoints).default(""),
  /** A field that no person sees. A message in which something filled it is not kept. */
  website: z.string().default(""),
});
export type Contact = z.infer<typeof contactSchema>;
