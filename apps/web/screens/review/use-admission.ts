import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../api/client.ts";
import { codeOf, statusOf } from "../../api/error.ts";
import { applicationKey } from "../../features/organization/application-query.ts";
import { newOrganizationCall } from "../../features/organization/call.ts";
import {
  dropAdmission,
  isOutdone,
  type KeptAdmission,
  keepAdmission,
  readAdmission,
} from "../../features/organization/kept-admission.ts";
import { withServerSession } from "../../features/wallet/server-session.ts";
import { toastWalletError, useSending } from "../../layout/use-sending.tsx";

const TOO_MANY = 429;

/** Admitting in two halves: the wallet sends the transaction, then the service is told which one it is. */
export function useAdmission(application: ApplicationRecord) {
  const { id } = application;
  const client = useQueryClient();
  const { send, sending } = useSending();
  const [telling, setTelling] = useState(false);
  const [kept, setKept] = useState(() => readAdmission(id));
  const outdone = kept !== null && isOutdone(kept, application);
  useEffect(() => {
    if (outdone) dropAdmission(id);
  }, [outdone, id]);

  const keep = (admission: KeptAdmission | null) => {
    if (admission === null) dropAdmission(id);
    else keepAdmission(id, admission);
    setKept(admission);
  };
  const tell = async ({ txId, decidedBefore }: KeptAdmission) => {
    setTelling(true);
    try {
      await withServerSession(() =>
        api("decideApplication", { params: { id }, body: { decision: "admit", txId } }),
      );
      keep(null);
    } catch (error) {
      const status = statusOf(error) ?? 0;
      if (codeOf(error) === "precondition_failed_error") {
        keep({ txId, state: "failed", decidedBefore });
      } else {
        // What the service understood and refused it would refuse again, unless it only was too much at once.
        if (status >= 400 && status < 500 && status !== TOO_MANY) keep(null);
        toastWalletError(error);
      }
    } finally {
      setTelling(false);
      await client.invalidateQueries({ queryKey: applicationKey });
    }
  };
  const current = outdone ? null : kept;
  const untold = current?.state === "untold" ? current : null;
  return {
    /** While the wallet asks, or the service is told. */
    busy: sending || telling,
    sending,
    /** Whether a transaction was sent that the service does not know yet. */
    isUntold: untold !== null,
    /** A transaction that had failed before the service could be told of it. */
    failed: current?.state === "failed" ? current.txId : null,
    tellAgain: () => (untold === null ? Promise.resolve() : tell(untold)),
    /** @returns whether a transaction was sent */
    async admit() {
      const sent = await send(() => newOrganizationCall(application));
      if (sent === null) return false;
      const { txId } = sent;
      const admission = { txId, state: "untold", decidedBefore: application.decidedAt } as const;
      keep(admission);
      await tell(admission);
      return true;
    },
  };
}
