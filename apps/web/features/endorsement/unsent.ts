import { organizationBriefSchema } from "@colonnade/domain/endorsement.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { profileBriefSchema } from "@colonnade/domain/profile.ts";
import * as z from "zod/mini";
import { readStored, removeStored, writeStored } from "../wallet/storage.ts";

/** An endorsement that is being written: it survives a reload and a wallet that was cancelled. */
const unsentSchema = z.object({
  image: z.nullable(imageAddressSchema),
  recipient: z.nullable(profileBriefSchema),
  organization: z.nullable(organizationBriefSchema),
  title: z.string().check(z.maxLength(2_000)),
  description: z.string().check(z.maxLength(20_000)),
});
export type Unsent = z.infer<typeof unsentSchema>;

export const nothingWritten: Unsent = {
  image: null,
  recipient: null,
  organization: null,
  title: "",
  description: "",
};

/** By sender, for the tab: words half written are nobody else's to find. */
const keyOf = (sender: string) => `unsentEndorsement ${sender}`;
const tab = () => sessionStorage;

export const readUnsent = (sender: string): Unsent | null =>
  readStored(keyOf(sender), unsentSchema, tab);
export const keepUnsent = (sender: string, unsent: Unsent) =>
  writeStored(keyOf(sender), unsent, tab);
export const dropUnsent = (sender: string) => removeStored(keyOf(sender), tab);

const sentKeyOf = (txId: string) => `sentEndorsement ${txId}`;

/** What was sent, until the chain has taken it: no form holds the words any more. */
export const keepSent = (txId: string, unsent: Unsent) => writeStored(sentKeyOf(txId), unsent, tab);

/** The chain took it, or somebody has the words back. */
export const dropSent = (txId: string) => removeStored(sentKeyOf(txId), tab);

/** The chain refused it: the words are back in the form, unless other ones have been begun there. */
export function takeBackSent(txId: string, sender: string): void {
  const sent = readStored(sentKeyOf(txId), unsentSchema, tab);
  if (sent === null) return;
  const begun = readUnsent(sender);
  if (begun !== null && (begun.title !== "" || begun.description !== "")) return;
  keepUnsent(sender, sent);
  dropSent(txId);
}
