import type { Trx } from "../db/database.ts";
import { settleAdmissions } from "./application-status.ts";
import { markAllMined } from "./pending-events.ts";
import { settleSuspensions } from "./report-status.ts";

/** Updates all that follows off chain from the chain, when the whole chain or the off-chain rows were replaced. */
export async function settleAll(trx: Trx): Promise<void> {
  await settleAdmissions(trx);
  await markAllMined(trx);
  await settleSuspensions(trx);
}
