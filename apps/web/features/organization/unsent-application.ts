import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { profileBriefSchema } from "@colonnade/domain/profile.ts";
import * as z from "zod/mini";
import { readStored, removeStored, writeStored } from "../wallet/storage.ts";

/** The words of an application that is being written. */
const wordsSchema = z.object({
  image: z.nullable(imageAddressSchema),
  website: z.string().check(z.maxLength(2_000)),
  admins: z.array(profileBriefSchema).check(z.maxLength(limits.organizationAdmins)),
  description: z.string().check(z.maxLength(20_000)),
  statement: z.string().check(z.maxLength(20_000)),
});
export type ApplicationWords = z.infer<typeof wordsSchema>;

/** An application that is being written: both of its steps survive a reload, and each other. */
const unsentSchema = z.object({
  principal: z.string().check(z.maxLength(500)),
  /** The admin's name once it was confirmed. */
  bnsName: z.nullable(z.string().check(z.maxLength(100))),
  words: wordsSchema,
});
export type UnsentApplication = z.infer<typeof unsentSchema>;

export const nothingApplied: UnsentApplication = {
  principal: "",
  bnsName: null,
  words: { image: null, website: "", admins: [], description: "", statement: "" },
};

/** Whether nothing of it would be missed. */
export const isUnwritten = ({ image, website, admins, description, statement }: ApplicationWords) =>
  image === null && admins.length === 0 && `${website}${description}${statement}`.trim() === "";

/** By applicant, for the tab: words half written are nobody else's to find. */
const keyOf = (applicant: string) => `unsentApplication ${applicant}`;
const tab = () => sessionStorage;

export const readUnsentApplication = (applicant: string): UnsentApplication | null =>
  readStored(keyOf(applicant), unsentSchema, tab);
export const keepUnsentApplication = (applicant: string, unsent: UnsentApplication) =>
  writeStored(keyOf(applicant), unsent, tab);
export const dropUnsentApplication = (applicant: string) => removeStored(keyOf(applicant), tab);
