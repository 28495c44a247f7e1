import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { OutdatedPageError } from "../wallet/wallet-error.ts";
import { isHeld, standingWords } from "./words.ts";

/**
 * Computes the digest of what each endorsement on the screen says, who signs it and when. The person decides on the
 * screen alone, so the digest that the service gives proves nothing about it.
 * @throws OutdatedPageError if one differs from the digest that the service gives
 */
export async function checkShownWords(shown: Endorsement[]): Promise<void> {
  const stacks = await import("@stacks/transactions");
  for (const endorsement of shown) {
    if (!isWordless(endorsement) && hashShown(stacks, endorsement) !== endorsement.wordsHash) {
      throw new OutdatedPageError(otherWords(endorsement.id));
    }
  }
}

const otherWords = (id: number) =>
  `What this page shows of endorsement № ${id} is not what the chain holds, so nothing was sent. Load it again. If this repeats, do not trust this service.`;

/** The service serves no words of suspended people. Nobody can approve these; rejecting needs no words. */
function isWordless(endorsement: Endorsement): boolean {
  return isHeld(endorsement) && endorsement.title === "" && endorsement.endorsement === "";
}

/**
 * The digest as `hash-words` of the protocol contract computes it: SHA-256 of the consensus bytes of a tuple.
 * @returns 0x and 64 hex digits
 */
function hashShown(
  { Cl, hashStructuredData }: typeof import("@stacks/transactions"),
  endorsement: Endorsement,
): string {
  const { title, endorsement: description, milestoneURI } = standingWords(endorsement);
  const { organization, signedHeight, column_sender } = endorsement;
  const digest = hashStructuredData(
    Cl.tuple({
      sender: Cl.principal(column_sender.address),
      org: organization === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(organization.name)),
      title: Cl.stringUtf8(title),
      date: Cl.uint(signedHeight),
      description: Cl.stringUtf8(description),
      image: Cl.stringAscii(milestoneURI),
    }),
  );
  return `0x${digest}`;
}
