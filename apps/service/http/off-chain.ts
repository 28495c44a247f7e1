import { sql } from "kysely";
import type { Database, Trx } from "../db/database.ts";
import { notify } from "../db/notices.ts";
import { lockTip } from "../indexer/tip.ts";
import type { HeadKeeper } from "./head.ts";

/** Writes what is off chain: each change that readers can see makes a new revision, in one transaction with it. */
export interface OffChain {
  /** @param principals whose pages look different afterwards */
  write<Result>(principals: string[], change: (trx: Trx) => Promise<Result>): Promise<Result>;
  /**
   * Writes what may turn out to change nothing that anybody sees: then every answer stays fresh. No block comes
   * meanwhile.
   * @param change answers whose pages look different afterwards
   */
  note(change: (trx: Trx) => Promise<string[]>): Promise<void>;
}

export function createOffChain(database: Database, heads: HeadKeeper): OffChain {
  const { kysely } = database;
  return {
    async write(principals, change) {
      const result = await kysely.transaction().execute(async (trx) => {
        const done = await change(trx);
        await tell(trx, principals);
        return done;
      });
      // Whoever wrote this reads it next, and does not wait for the notice.
      await heads.refresh();
      return result;
    },
    async note(change) {
      await kysely.transaction().execute(async (trx) => {
        await lockTip(trx);
        const principals = await change(trx);
        if (principals.length > 0) await tell(trx, principals);
      });
      await heads.refresh();
    },
  };
}

async function tell(trx: Trx, principals: string[]): Promise<void> {
  await trx.updateTable("cursor").set({ revision: sql`revision + 1` }).execute();
  await notify(trx, [{ type: "change", principals, endorsements: [], organizations: [] }]);
}
