import { organizationBriefSchema } from "@colonnade/domain/endorsement.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { profileBriefSchema } from "@colonnade/domain/profile.ts";
import * as z from "zod/mini";
import { type SentTransaction, sentTransactionSchema } from "../wallet/sent-transactions.ts";
import { tabItem } from "../wallet/storage.ts";

/** An endorsement that is being written. Texts may be too long still: they are kept to be shortened. */
const unsentSchema = z.object({
  image: z.nullable(imageAddressSchema),
  recipient: z.nullable(profileBriefSchema),
  organization: z.nullable(organizationBriefSchema),
  title: z.string(),
  description: z.string(),
});
export type Unsent = z.infer<typeof unsentSchema>;

export const nothingWritten: Unsent = {
  image: null,
  recipient: null,
  organization: null,
  title: "",
  description: "",
};

/** What the sender has typed and not sent. */
export const unsentEndorsement = (sender: string) =>
  tabItem(`unsentEndorsement ${sender}`, unsentSchema);

/** Whether the sender has begun a title or a text, which other words would replace. */
export function isBegun(sender: string): boolean {
  const { title, description } = unsentEndorsement(sender).read() ?? nothingWritten;
  return `${title}${description}`.trim() !== "";
}

const sentSchema = z.object({ transaction: sentTransactionSchema, words: unsentSchema });
export type SentEndorsement = z.infer<typeof sentSchema>;

/**
 * What the sender has sent, oldest first: the form no longer holds it. It is stored until the transaction succeeds, or
 * until the person writes it again or discards it.
 */
export const sentEndorsements = (sender: string) =>
  tabItem(`sentEndorsements ${sender}`, z.array(sentSchema));

export function keepSent(one: SentEndorsement): void {
  const stored = sentEndorsements(one.transaction.address);
  stored.write([...(stored.read() ?? []), one]);
}

export function forgetSentEndorsement({ txId, address }: SentTransaction): void {
  const stored = sentEndorsements(address);
  stored.write((stored.read() ?? []).filter(({ transaction }) => transaction.txId !== txId));
}

/** Stores what was learned about a transaction that failed: nothing else has it once the page is reloaded. */
export function updateSentWords(learned: SentTransaction): void {
  const stored = sentEndorsements(learned.address);
  stored.write(
    (stored.read() ?? []).map((one) =>
      one.transaction.txId === learned.txId ? { ...one, transaction: learned } : one,
    ),
  );
}

/** Puts words that were not sent back into the form's place. They take that of what the form holds. */
export function takeUpSent({ transaction, words }: SentEndorsement): void {
  unsentEndorsement(transaction.address).write(words);
  forgetSentEndorsement(transaction);
}
