import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { type HeadKeeper, keepHead } from "../../http/head.ts";

/** A head that is kept of a database whose every answer waits, once it is there, until the test lets it through. */
export interface HeldHead {
  heads: HeadKeeper;
  /** Resolves once the reading of this number, the first after the start being 1, has what it will answer. */
  hasRead(reading: number): Promise<void>;
  letThrough(reading: number): void;
}

export async function holdHead(database: Database): Promise<HeldHead> {
  const readings: Record<"read" | "through", PromiseWithResolvers<void>>[] = [];
  const numbered = (reading: number) => {
    readings[reading] ??= { read: Promise.withResolvers(), through: Promise.withResolvers() };
    return readings[reading];
  };
  let begun = -1;
  const kysely = database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      begun += 1;
      const { read, through } = numbered(begun);
      read.resolve();
      await through.promise;
      return result;
    },
  });
  const letThrough = (reading: number) => numbered(reading).through.resolve();
  letThrough(0);
  const heads = await keepHead({ ...database, kysely });
  return { heads, hasRead: (reading) => numbered(reading).read.promise, letThrough };
}

/** Changes something; answers the revision that this makes. */
export async function change({ kysely }: Database): Promise<number> {
  const { revision } = await kysely
    .updateTable("cursor")
    .set({ revision: sql`revision + 1` })
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}
