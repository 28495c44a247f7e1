import { sql } from "kysely";
import type { Database, Trx } from "../db/database.ts";
import type { Changes } from "./changes.ts";
import type { HeadKeeper } from "./head.ts";

/** Writes what is off chain: each change that readers can see makes a new revision, in one transaction with it. */
export interface OffChain {
  /** @param principals whose pages look different afterwards */
  write<Result>(principals: string[], change: (trx: Trx) => Promise<Result>): Promise<Result>;
}

export function createOffChain(database: Database, heads: HeadKeeper, changes: Changes): OffChain {
  return {
    async write(principals, change) {
      const result = await database.kysely.transaction().execute(async (trx) => {
        const done = await change(trx);
        await trx.updateTable("cursor").set({ revision: sql`revision + 1` }).execute();
        return done;
      });
      await heads.refresh();
      changes.publish({ type: "change", principals, endorsements: [], organizations: [] });
      return result;
    },
  };
}
