import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { codeOf, statusOf } from "../../api/error.ts";
import { applicationKey } from "../../features/organization/application-query.ts";
import { newOrganizationCall } from "../../features/organization/call.ts";
import {
  dropUntoldAdmission,
  keepUntoldAdmission,
  readUntoldAdmission,
} from "../../features/organization/untold-admission.ts";
import { withServerSession } from "../../features/wallet/server-session.ts";
import { toastWalletError, useSending } from "../../layout/use-sending.tsx";

/** Admitting in two halves: the wallet sends the transaction, then the service is told which one it is. */
export function useAdmission(application: ApplicationRecord) {
  const { id } = application;
  const client = useQueryClient();
  const { send, sending } = useSending();
  const [telling, setTelling] = useState(false);
  const [untold, setUntold] = useState(() => readUntoldAdmission(id));

  const [failed, setFailed] = useState<string | null>(null);

  const forget = () => {
    dropUntoldAdmission(id);
    setUntold(null);
  };
  const tell = async (txId: string) => {
    setTelling(true);
    try {
      await withServerSession(() =>
        api("decideApplication", { params: { id }, body: { decision: "admit", txId } }),
      );
      forget();
    } catch (error) {
      const status = statusOf(error) ?? 0;
      // What the service understood and refused it would refuse again.
      if (status >= 400 && status < 500) forget();
      if (codeOf(error) === "precondition_failed_error") setFailed(txId);
      else toastWalletError(error);
    } finally {
      setTelling(false);
      await client.invalidateQueries({ queryKey: applicationKey });
    }
  };
  return {
    /** While the wallet asks, or the service is told. */
    busy: sending || telling,
    sending,
    /** A transaction that was sent, and that the service does not know yet. */
    untold,
    /** A transaction that had failed before the service could be told of it. */
    failed,
    tellAgain: () => (untold === null ? Promise.resolve() : tell(untold)),
    /** @returns whether a transaction was sent */
    async admit() {
      const sent = await send(() => newOrganizationCall(application));
      if (sent === null) return false;
      keepUntoldAdmission(id, sent.txId);
      setUntold(sent.txId);
      await tell(sent.txId);
      return true;
    },
  };
}
