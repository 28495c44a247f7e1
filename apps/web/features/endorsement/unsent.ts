import { organizationBriefSchema } from "@colonnade/domain/endorsement.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { profileBriefSchema } from "@colonnade/domain/profile.ts";
import * as z from "zod/mini";
import { tabItem } from "../wallet/storage.ts";

/** An endorsement that is being written. */
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

/** What the sender has typed and not sent. */
export const unsentEndorsement = (sender: string) =>
  tabItem(`unsentEndorsement ${sender}`, unsentSchema);

/** What was sent, stored until the transaction succeeds: the form no longer holds it. */
export const sentEndorsement = (txId: string) => tabItem(`sentEndorsement ${txId}`, unsentSchema);

/** Puts the words of a failed transaction back into the form, unless the form holds newer ones. */
export function restoreUnsent(txId: string, sender: string): void {
  const sent = sentEndorsement(txId).read();
  const typed = unsentEndorsement(sender).read();
  if (sent === null || (typed !== null && `${typed.title}${typed.description}` !== "")) return;
  unsentEndorsement(sender).write(sent);
  sentEndorsement(txId).remove();
}
