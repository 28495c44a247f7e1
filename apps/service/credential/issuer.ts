import {
  type Credential,
  contextUrls,
  type DidDocument,
  type IssuerDocument,
} from "@colonnade/domain/credential.ts";
import type { PublicKey } from "../off-chain/issuer-key-store.ts";

/** The issuer of credentials is the service, by this address. */
export const issuerAddress = (origin: string) => `${origin}/issuer`;

/** The address of a key within its controller's document. */
export const keyAddress = (controller: string, { publicKeyMultibase }: PublicKey) =>
  `${controller}#${publicKeyMultibase}`;

export function describeIssuer(origin: string): Credential["issuer"] {
  return {
    id: issuerAddress(origin),
    type: ["Profile"],
    name: "Colonnade",
    url: origin,
    description:
      "A service that reads endorsements from the Stacks blockchain and attests what it finds there.",
  };
}

export function issuerDocument(origin: string, keys: readonly PublicKey[]): IssuerDocument {
  return {
    "@context": [contextUrls.did, contextUrls.multikey, contextUrls.openBadges],
    ...describeIssuer(origin),
    alsoKnownAs: [didOf(origin)],
    ...methodsOf(issuerAddress(origin), keys),
  };
}

export function didDocument(origin: string, keys: readonly PublicKey[]): DidDocument {
  const id = didOf(origin);
  return {
    "@context": [contextUrls.did, contextUrls.multikey],
    id,
    alsoKnownAs: [issuerAddress(origin)],
    ...methodsOf(id, keys),
  };
}

/** A did:web writes the colon before a port in percent-encoding. */
const didOf = (origin: string) => `did:web:${new URL(origin).host.replaceAll(":", "%3A")}`;

function methodsOf(controller: string, keys: readonly PublicKey[]) {
  const verificationMethod = keys.map((key) => ({
    id: keyAddress(controller, key),
    type: "Multikey" as const,
    controller,
    publicKeyMultibase: key.publicKeyMultibase,
  }));
  return { verificationMethod, assertionMethod: verificationMethod.map(({ id }) => id) };
}
