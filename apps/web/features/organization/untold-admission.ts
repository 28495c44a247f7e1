import { txIdSchema } from "@colonnade/domain/principal.ts";
import { readStored, removeStored, writeStored } from "../wallet/storage.ts";

const keyOf = (applicationId: number) => `untoldAdmission ${applicationId}`;
const tab = () => sessionStorage;

/** The transaction of an admission that the service has not been told of yet; null where there is none. */
export const readUntoldAdmission = (applicationId: number): string | null =>
  readStored(keyOf(applicationId), txIdSchema, tab);
export const keepUntoldAdmission = (applicationId: number, txId: string) =>
  writeStored(keyOf(applicationId), txId, tab);
export const dropUntoldAdmission = (applicationId: number) =>
  removeStored(keyOf(applicationId), tab);
