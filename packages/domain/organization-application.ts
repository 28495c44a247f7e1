import { z } from "zod";
import { imageAddressSchema } from "./image-address.ts";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";
import { addressSchema, principalSchema } from "./principal.ts";
import { textSchema } from "./text-schema.ts";

/** An application to create an organization (spec section 3). */
export const organizationApplicationSchema = z.object({
  address: addressSchema,
  bnsName: textSchema(limits.organizationNameCodePoints),
  statement: z
    .string()
    .max(limits.statementCodePoints * 2)
    .default(""),
  imageUrl: imageAddressSchema,
  description: textSchema(limits.descriptionCodePoints, messages.descriptionTooLong),
  website: textSchema(limits.websiteCodePoints),
  admins: z
    .array(principalSchema)
    .min(1, messages.selectAdmin)
    .max(limits.organizationAdmins, messages.tooManyAdmins),
});
export type OrganizationApplication = z.infer<typeof organizationApplicationSchema>;
