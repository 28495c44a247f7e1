import { anyText } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";
import { readReviewRecipients } from "../off-chain/application-status.ts";
import { notify } from "../revision/change-feed.ts";
import type { Change } from "./change.ts";

/** Tells every process the tip, and what changed. */
export async function announceChange(trx: Trx, change: Change): Promise<void> {
  const { tip, principals, endorsements, organizations, named } = change;
  const reviewers = named.length === 0 ? [] : await readReviewRecipients(trx, anyText(named));
  await notify(trx, [
    ...(tip === null
      ? []
      : [{ type: "tip", height: tip.height, indexBlockHash: tip.indexBlockHash } as const]),
    {
      type: "change",
      principals: [...new Set([...principals, ...reviewers])],
      endorsements,
      organizations,
    },
  ]);
}
