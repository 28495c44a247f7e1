import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { type Blocked, blockCall, pendingBlockChange } from "../../features/endorsement/block.ts";
import { rememberRejection } from "../../features/endorsement/bulk-rejection.ts";
import { burnEndorsementsCall } from "../../features/endorsement/call.ts";
import { getSent } from "../../features/wallet/sent-transactions.ts";
import { useSending } from "../../layout/wallet-actions.tsx";

/**
 * Rejects several endorsements in one transaction, and blocks their senders first if asked to.
 * @param viewer whose endorsements they are
 */
export function useRejectingMany(viewer: string) {
  const { send, sending } = useSending();
  const reject = async (endorsements: Endorsement[]) => {
    const transaction = await send(() => burnEndorsementsCall(endorsements), viewer);
    if (transaction !== null) rememberRejection({ transaction, endorsements });
    return transaction !== null;
  };
  return {
    sending,
    /** @returns whether it was sent */
    reject,
    /**
     * The wallet asks for each one to block, and then for the rejection. A block that was sent by an earlier try is
     * not sent again.
     * @returns whether all was sent
     */
    async blockAndReject(blocked: Blocked[], endorsements: Endorsement[]): Promise<boolean> {
      for (const one of blocked) {
        if (pendingBlockChange(getSent(), viewer, one) === "block") continue;
        if ((await send(() => blockCall("block", one), viewer)) === null) return false;
      }
      return reject(endorsements);
    },
  };
}
