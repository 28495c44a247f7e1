import { sql } from "kysely";
import type { Database, Trx } from "../db/database.ts";
import { notify } from "../db/notices.ts";
import type { HeadKeeper } from "./head.ts";

/** Writes what is off chain: each change that readers can see makes a new revision, in one transaction with it. */
export interface OffChain {
  /** @param principals whose pages look different afterwards */
  write<Result>(principals: string[], change: (trx: Trx) => Promise<Result>): Promise<Result>;
}

export function createOffChain(database: Database, heads: HeadKeeper): OffChain {
  return {
    async write(principals, change) {
      const result = await database.kysely.transaction().execute(async (trx) => {
        const done = await change(trx);
        await trx.updateTable("cursor").set({ revision: sql`revision + 1` }).execute();
        await notify(trx, [{ type: "change", principals, endorsements: [], organizations: [] }]);
        return done;
      });
      // Whoever wrote this reads it next, and does not wait for the notice.
      await heads.refresh();
      return result;
    },
  };
}
