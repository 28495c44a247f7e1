import * as z from "zod/mini";
import { readStored, removeStored, writeStored } from "../wallet/storage.ts";

const unsentReasonSchema = z.object({ reason: z.string().check(z.maxLength(20_000)) });

/** By watcher, for the tab: words half written are nobody else's to find. */
const keyOf = (watcher: string, applicationId: number) =>
  `unsentReason ${watcher} ${applicationId}`;
const tab = () => sessionStorage;

/** Why an application is about to be declined, as far as it is written; empty where nothing is. */
export const readUnsentReason = (watcher: string, applicationId: number): string =>
  readStored(keyOf(watcher, applicationId), unsentReasonSchema, tab)?.reason ?? "";
export const keepUnsentReason = (watcher: string, applicationId: number, reason: string) =>
  writeStored(keyOf(watcher, applicationId), { reason }, tab);
export const dropUnsentReason = (watcher: string, applicationId: number) =>
  removeStored(keyOf(watcher, applicationId), tab);
