import { representativeCall } from "../../features/organization/call.ts";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import type { SentTransaction } from "../../features/wallet/stored-state.ts";
import { useSending } from "../../layout/use-sending.tsx";

/** Adding and removing an organization's representatives, and what of it is on its way. */
export function useRepresentativeChange(organizationId: number) {
  const { send, sending } = useSending();
  const sent = useSentTransactions((state) => state.sent);
  return {
    sending,
    changes: sent.filter((transaction) => isChange(transaction, organizationId)),
    /** @returns whether it was sent */
    async change(kind: "add" | "remove", representative: string): Promise<boolean> {
      return (await send(() => representativeCall(kind, organizationId, representative))) !== null;
    },
  };
}

function isChange({ event, metaData }: SentTransaction, organizationId: number): boolean {
  return (
    (event === "ADD_REPRESENTATIVE" || event === "REMOVE_REPRESENTATIVE") &&
    metaData.organizationId === organizationId
  );
}
