import * as z from "zod/mini";

/** Any credential of W3C. */
const credentialSchema = z.object({ type: z.array(z.string()), issuer: z.unknown() });
/** What a proof of any version has. */
const proofLikeSchema = z.object({ version: z.unknown(), claim: z.unknown() });

/** Why a JSON value is not even meant as a proof, in a sentence; null where it is. */
export function whyNoProof(value: unknown): string | null {
  if (proofLikeSchema.safeParse(value).success) return null;
  return credentialSchema.safeParse(value).success
    ? "This is a credential, which only its issuer signed. Open the proof that its evidence names."
    : "This is JSON, but no proof of an endorsement.";
}
