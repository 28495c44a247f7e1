import * as z from "zod/mini";

// Open Badges 3.0 and the standards of W3C that it builds on. The names are theirs.

export const contextUrls = {
  credentials: "https://www.w3.org/ns/credentials/v2",
  openBadges: "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
  did: "https://www.w3.org/ns/did/v1",
  multikey: "https://w3id.org/security/multikey/v1",
} as const;

/** Entries of a status list, the smallest number that the standard allows. */
export const statusListLength = 131_072;

/** The signature: Ed25519 over the canonical RDF. It has no date, so that equal credentials are equal bytes. */
export const signatureSchema = z.object({
  type: z.literal("DataIntegrityProof"),
  cryptosuite: z.literal("eddsa-rdfc-2022"),
  verificationMethod: z.url(),
  proofPurpose: z.literal("assertionMethod"),
  proofValue: z.string().check(z.regex(/^z[1-9A-HJ-NP-Za-km-z]+$/)),
});

export type Signature = z.infer<typeof signatureSchema>;

/** The service as the issuer. It attests what the chain holds. */
const issuerSchema = z.object({
  id: z.url(),
  type: z.tuple([z.literal("Profile")]),
  name: z.string(),
  url: z.url(),
  description: z.string(),
});

/** Where a verifier sees whether a credential is revoked. */
const statusEntrySchema = z.object({
  id: z.url(),
  type: z.literal("BitstringStatusListEntry"),
  statusPurpose: z.literal("revocation"),
  statusListIndex: z.string().check(z.regex(/^\d+$/)),
  statusListCredential: z.url(),
});

/** Somebody, as Open Badges names them. */
const person = {
  /** The address of the page that shows the profile. */
  id: z.url(),
  url: z.url(),
  /** The principal as a DID; absent where a contract's name does not fit into one. */
  otherIdentifier: z.optional(
    z.tuple([
      z.object({
        type: z.literal("IdentifierEntry"),
        identifier: z.string().check(z.regex(/^did:pkh:stacks:\d+:[-.%a-zA-Z0-9]{1,128}$/)),
        identifierType: z.literal("identifier"),
      }),
    ]),
  ),
};
const personSchema = z.object(person);
export type BadgePerson = z.infer<typeof personSchema>;

/** A profile as an Open Badges Profile. */
export const badgeProfileSchema = z.object({
  ...person,
  "@context": z.tuple([z.literal(contextUrls.credentials), z.literal(contextUrls.openBadges)]),
  type: z.tuple([z.literal("Profile")]),
  /** The BNS name. */
  name: z.string(),
  /** The statement, where there is one. */
  description: z.optional(z.string()),
  image: z.object({ id: z.string(), type: z.literal("Image") }),
});
export type BadgeProfile = z.infer<typeof badgeProfileSchema>;

/** The receiver. */
const subjectSchema = z.object({
  ...person,
  type: z.tuple([z.literal("EndorsementSubject"), z.literal("Profile")]),
  /** The BNS name; absent for somebody without a profile. */
  name: z.optional(z.string()),
  /** The text that the author stands by. */
  endorsementComment: z.string(),
});

/** The proof bundle, at the address that never answers with other bytes. */
const evidenceSchema = z.object({
  id: z.url(),
  type: z.tuple([z.literal("Evidence")]),
  name: z.string(),
  narrative: z.string(),
  mediaType: z.literal("application/json"),
  /** The SHA-256 of its bytes, as Subresource Integrity writes it. */
  digestSRI: z.string().check(z.regex(/^sha256-[A-Za-z0-9+/]{43}=$/)),
});

const credentialTypes = z.tuple([
  z.literal("VerifiableCredential"),
  z.literal("EndorsementCredential"),
]);

/** An endorsement credential before it is signed. */
const unsignedCredentialSchema = z.object({
  "@context": z.tuple([z.literal(contextUrls.credentials), z.literal(contextUrls.openBadges)]),
  id: z.url(),
  type: credentialTypes,
  /** The title that the author stands by. */
  name: z.string(),
  /** What the issuer attests. */
  description: z.string(),
  issuer: issuerSchema,
  /** The time of the block with the approval. */
  validFrom: z.iso.datetime(),
  awardedDate: z.iso.datetime(),
  credentialSubject: subjectSchema,
  credentialStatus: statusEntrySchema,
  evidence: z.tuple([evidenceSchema]),
});
export type UnsignedCredential = z.infer<typeof unsignedCredentialSchema>;

/** An Open Badges 3.0 EndorsementCredential. The JSON schema of 1EdTech wants a list of proofs. */
export const credentialSchema = z.extend(unsignedCredentialSchema, {
  proof: z.tuple([signatureSchema]),
});
export type Credential = z.infer<typeof credentialSchema>;

const unsignedStatusListSchema = z.object({
  "@context": z.tuple([z.literal(contextUrls.credentials)]),
  id: z.url(),
  type: z.tuple([z.literal("VerifiableCredential"), z.literal("BitstringStatusListCredential")]),
  issuer: z.url(),
  credentialSubject: z.object({
    id: z.url(),
    type: z.literal("BitstringStatusList"),
    statusPurpose: z.literal("revocation"),
    /** Bits, compressed with gzip, in base64url after a `u`. */
    encodedList: z.string().check(z.regex(/^u[\w-]+$/)),
  }),
});
export type UnsignedStatusList = z.infer<typeof unsignedStatusListSchema>;

/** Which of the credentials of a range are revoked. */
export const statusListSchema = z.extend(unsignedStatusListSchema, { proof: signatureSchema });
export type StatusList = z.infer<typeof statusListSchema>;

const verificationMethodSchema = z.object({
  id: z.string(),
  type: z.literal("Multikey"),
  controller: z.string(),
  publicKeyMultibase: z.string().check(z.regex(/^z6Mk[1-9A-HJ-NP-Za-km-z]+$/)),
});

/** The keys of a controller: the one that signs now, and all before it. */
const keys = {
  alsoKnownAs: z.tuple([z.string()]),
  verificationMethod: z.array(verificationMethodSchema),
  assertionMethod: z.array(z.string()),
};

/** The issuer as an Open Badges Profile, with its keys as a controller document has them. */
export const issuerDocumentSchema = z.extend(issuerSchema, {
  "@context": z.tuple([
    z.literal(contextUrls.did),
    z.literal(contextUrls.multikey),
    z.literal(contextUrls.openBadges),
  ]),
  ...keys,
});
export type IssuerDocument = z.infer<typeof issuerDocumentSchema>;

/** The same keys as a did:web document. */
export const didDocumentSchema = z.object({
  "@context": z.tuple([z.literal(contextUrls.did), z.literal(contextUrls.multikey)]),
  id: z.string().check(z.regex(/^did:web:/)),
  ...keys,
});
export type DidDocument = z.infer<typeof didDocumentSchema>;
