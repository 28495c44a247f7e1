import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { txIdSchema } from "@colonnade/domain/principal.ts";
import * as z from "zod/mini";
import { readStored, removeStored, writeStored } from "../wallet/storage.ts";

/** An admission that the service does not know: it could not be told yet, or the transaction had failed before. */
const keptAdmissionSchema = z.object({
  txId: txIdSchema,
  state: z.enum(["untold", "failed"]),
  /**
   * When a watcher had last decided on the application before: ISO 8601, null where none had. A tab that was open
   * before releases wrote this may have kept one without it.
   */
  decidedBefore: z._default(z.nullable(z.string()), null),
});
export type KeptAdmission = z.infer<typeof keptAdmissionSchema>;

const keyOf = (applicationId: number) => `admission ${applicationId}`;
const tab = () => sessionStorage;

export const readAdmission = (applicationId: number): KeptAdmission | null =>
  readStored(keyOf(applicationId), keptAdmissionSchema, tab);
export const keepAdmission = (applicationId: number, admission: KeptAdmission) =>
  writeStored(keyOf(applicationId), admission, tab);
export const dropAdmission = (applicationId: number) => removeStored(keyOf(applicationId), tab);

/** Whether it is history: it had failed, and a watcher has decided since. */
export const isOutdone = (
  { state, decidedBefore }: KeptAdmission,
  { decidedAt }: Pick<ApplicationRecord, "decidedAt">,
): boolean => state === "failed" && decidedBefore !== decidedAt;
