import type { Config } from "@colonnade/domain/config.ts";
import type { Credential } from "@colonnade/domain/credential.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import { describeProof } from "../../credential/endorsement-credential.ts";
import { sign } from "../../credential/signing.ts";
import type { Database } from "../../db/database.ts";
import { readIssuerKeys } from "../../off-chain/issuer-key-store.ts";

/** The signed credential of what a proof proves; null where nothing is approved yet. */
export async function credentialOf(
  { kysely }: Database,
  { origin }: Pick<Config, "origin">,
  proof: Proof,
): Promise<Credential | null> {
  const credential = describeProof(proof, JSON.stringify(proof), origin);
  if (credential === null) return null;
  const { signing } = await readIssuerKeys(kysely);
  return { ...credential, proof: [await sign(credential, origin, signing)] };
}
