import type { Database, Trx } from "../db/database.ts";
import { notify } from "../revision/change-feed.ts";
import { bumpRevision, lockTip, type RevisionCache } from "../revision/revision.ts";

/** The stores that an off-chain change is written to. */
export interface OffChainStores {
  database: Database;
  revision: RevisionCache;
}

/**
 * Changes off-chain data in one transaction. If readers can see the change, it makes a new revision and tells every
 * process. No block is applied meanwhile.
 * @param change returns the principals whose pages look different afterwards; none when nothing visible changed
 */
export async function changeOffChain(
  { database, revision }: OffChainStores,
  change: (trx: Trx) => Promise<string[]>,
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await lockTip(trx);
    const principals = await change(trx);
    if (principals.length === 0) return;
    await bumpRevision(trx);
    await notify(trx, [{ type: "change", principals, endorsements: [], organizations: [] }]);
  });
  // The writer reads its own change next and must not wait for the notice.
  await revision.refresh();
}
