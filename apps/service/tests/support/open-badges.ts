import * as z from "zod/mini";

// What 1EdTech's JSON schemas of Open Badges 3.0 demand of an endorsement credential and a profile, written anew: no
// package has them. Where the standard takes a text or texts by language, ours are texts. Only strict objects refuse
// unknown names.

const dateTime = z.iso.datetime({ offset: true });
const typesWith = (name: string) =>
  z.array(z.string()).check(z.refine((types) => types.includes(name), `It lacks ${name}`));

const context = z.tuple(
  [
    z.literal("https://www.w3.org/ns/credentials/v2"),
    z
      .string()
      .check(
        z.regex(/^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.\d\.\d)*\.json$/),
      ),
  ],
  z.union([z.string(), z.looseObject({})]),
);

const image = z.strictObject({
  id: z.string(),
  type: z.literal("Image"),
  caption: z.optional(z.string()),
});

/** Of the kinds that have no place for a DID, `identifier` is the general one. */
const identifier = z.strictObject({
  type: z.literal("IdentifierEntry"),
  identifier: z.string(),
  identifierType: z.union([
    z.enum(["identifier", "name", "systemId", "userName", "accountId", "emailAddress"]),
    z.string().check(z.regex(/^ext:[\w.|-]+$/)),
  ]),
});

export const profile = z.looseObject({
  id: z.string(),
  type: typesWith("Profile"),
  name: z.optional(z.string()),
  url: z.optional(z.string()),
  description: z.optional(z.string()),
  image: z.optional(image),
  otherIdentifier: z.optional(z.array(identifier)),
});

export const endorsementCredential = z.looseObject({
  "@context": context,
  id: z.string(),
  type: typesWith("VerifiableCredential").check(
    z.refine((types) => types.includes("EndorsementCredential"), "It lacks EndorsementCredential"),
  ),
  name: z.string(),
  description: z.optional(z.string()),
  issuer: z.union([z.string(), profile]),
  credentialSubject: z.looseObject({
    id: z.string(),
    type: typesWith("EndorsementSubject"),
    endorsementComment: z.optional(z.string()),
  }),
  validFrom: dateTime,
  validUntil: z.optional(dateTime),
  awardedDate: z.optional(dateTime),
  credentialStatus: z.optional(z.looseObject({ id: z.optional(z.string()), type: z.string() })),
  evidence: z.optional(
    z.array(
      z.looseObject({
        id: z.optional(z.string()),
        type: typesWith("Evidence"),
        name: z.optional(z.string()),
        narrative: z.optional(z.string()),
      }),
    ),
  ),
  proof: z.array(
    z.looseObject({
      type: z.string(),
      created: z.optional(dateTime),
      cryptosuite: z.optional(z.string()),
      proofPurpose: z.optional(z.string()),
      proofValue: z.optional(z.string()),
      verificationMethod: z.optional(z.string()),
    }),
  ),
});
