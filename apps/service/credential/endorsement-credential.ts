import { createHash } from "node:crypto";
import { contextUrls, type UnsignedCredential } from "@colonnade/domain/credential.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import { describePerson } from "./badge-profile.ts";
import { describeIssuer } from "./issuer.ts";
import { statusEntryOf } from "./status-list.ts";

/**
 * What a credential says of a proof, or null where nothing is approved yet.
 * @param bundle the proof's bytes, as `/api/proof/{id}` answers them
 */
export function describeProof(
  proof: Proof,
  bundle: string,
  origin: string,
): UnsignedCredential | null {
  const { claim, transactions } = proof;
  const approval = transactions.find(({ action }) => action === "approve");
  if (claim.status === "pending" || approval === undefined) return null;
  return {
    "@context": [contextUrls.credentials, contextUrls.openBadges],
    id: `${origin}/api/credential/${claim.id}`,
    type: ["VerifiableCredential", "EndorsementCredential"],
    name: claim.words.title,
    description: attest(proof, origin),
    issuer: describeIssuer(origin),
    validFrom: approval.block.date,
    awardedDate: approval.block.date,
    credentialSubject: describeReceiver(proof, origin),
    credentialStatus: statusEntryOf(claim.id, origin),
    evidence: [describeEvidence(claim.id, bundle, origin)],
  };
}

/** Says what the issuer attests, and that nobody else signed it. */
function attest({ network, contracts, claim }: Proof, origin: string): string {
  const { sender, receiver, names, organization, status, id } = claim;
  const author = sayPerson(names.sender, sender);
  const inName = organization === null ? "" : ` in the name of ${isolate(organization.name)}`;
  const end = status === "withdrawn" ? " Afterwards it was withdrawn." : "";
  return (
    `${origin} attests a fact of the Stacks ${network}: endorsement ${id} of ${contracts.protocol}. ` +
    `${author} wrote these words${inName}, and ${sayPerson(names.receiver, receiver)} approved them.${end} ` +
    `Only ${origin} signed this credential. The evidence names the transactions behind it.`
  );
}

const sayPerson = (name: string | null, principal: string) =>
  name === null ? principal : `${isolate(name)} (${principal})`;

/** Keeps the direction of a name's letters from the rest of a sentence. */
const isolate = (name: string) => `\u2068${name}\u2069`;

function describeReceiver(
  { network, claim: { receiver, names, words } }: Proof,
  origin: string,
): UnsignedCredential["credentialSubject"] {
  return {
    ...describePerson(receiver, network, origin),
    type: ["EndorsementSubject", "Profile"],
    ...(names.receiver === null ? {} : { name: names.receiver }),
    endorsementComment: words.endorsement,
  };
}

function describeEvidence(
  id: number,
  bundle: string,
  origin: string,
): UnsignedCredential["evidence"][0] {
  const digest = createHash("sha256").update(bundle).digest();
  return {
    id: `${origin}/api/proof/${id}/${digest.toString("hex")}`,
    type: ["Evidence"],
    name: "Proof bundle",
    narrative: `The transactions on the chain behind the endorsement. Anybody can check them without the issuer, such as at ${origin}/verify/${id}.`,
    mediaType: "application/json",
    digestSRI: `sha256-${digest.toString("base64")}`,
  };
}
