import { hashWords } from "@colonnade/contracts/pending-endorsement.ts";
import type { Proof, ProvingTransaction } from "@colonnade/domain/proof.ts";
import { bytesToHex } from "@noble/hashes/utils";
import {
  Cl,
  type ClarityValue,
  createContractCallPayload,
  serializePayloadBytes,
} from "@stacks/transactions";

/** Words, with the height that dates them. */
export type Words = Proof["claim"]["words"];

/** The digest of words that the claimed author says, in the claimed organization's name. */
export function digestOf({ sender, organization }: Proof["claim"], words: Words): string {
  return hashWords({
    sender,
    ...(organization === null ? {} : { org: organization.name }),
    title: words.title,
    date: words.signedHeight,
    description: words.endorsement,
    image: words.milestoneURI,
  });
}

/** The function of the protocol that each action calls. */
export const functionOf = {
  submit: "submit-endorsement",
  edit: "edit-endorsement",
  suggest: "edit-endorsement",
  approve: "approve-endorsement",
  withdraw: "withdraw-endorsement",
} as const satisfies Record<ProvingTransaction["action"], string>;

/**
 * The arguments with which a transaction of a bundle must call its function.
 * @returns null where the bundle does not state its words
 */
export function argumentsOf(
  { claim }: Proof,
  { action, words }: ProvingTransaction,
): ClarityValue[] | null {
  const id = Cl.uint(claim.id);
  if (action === "approve") return [id];
  if (words === undefined) return null;
  const title = Cl.stringUtf8(words.title);
  const date = Cl.uint(words.signedHeight);
  const rest = [Cl.stringUtf8(words.endorsement), Cl.stringAscii(words.milestoneURI)];
  if (action !== "submit") return [id, title, date, ...rest];
  const { sender, receiver, organization } = claim;
  const org = organization === null ? Cl.none() : Cl.some(Cl.stringUtf8(organization.name));
  return [Cl.principal(sender), Cl.principal(receiver), title, date, ...rest, org];
}

/** The bytes of a call's payload, in hex. The arguments are its last part. */
export function payloadOf(
  contract: string,
  functionName: string,
  args: readonly ClarityValue[],
): string {
  const [address = "", name = ""] = contract.split(".");
  const payload = createContractCallPayload(address, name, functionName, [...args]);
  return bytesToHex(serializePayloadBytes(payload));
}

/** Whether a transaction can hold these words. The library would replace characters that it cannot. */
export const isOnChainText = ({ title, endorsement, milestoneURI }: Words): boolean =>
  title.isWellFormed() && endorsement.isWellFormed() && /^[\x20-\x7e]*$/.test(milestoneURI);

/** Whether both are the same words with the same date. */
export const sameWords = (a: Words | undefined, b: Words): boolean =>
  a !== undefined &&
  a.title === b.title &&
  a.endorsement === b.endorsement &&
  a.milestoneURI === b.milestoneURI &&
  a.signedHeight === b.signedHeight;
