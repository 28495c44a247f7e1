import type { Database } from "../../db/database.ts";
import { bumpRevision, createRevisionCache, type RevisionCache } from "../../revision/revision.ts";

/** A revision cache. After the database has answered a read, the read waits until the test lets it through. */
export interface HeldRevision {
  revision: RevisionCache;
  /** Resolves once the database has answered the read of this number. The first read after the start is 1. */
  hasRead(reading: number): Promise<void>;
  letThrough(reading: number): void;
}

export async function holdRevision(database: Database): Promise<HeldRevision> {
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
  const revision = await createRevisionCache({ ...database, kysely });
  return { revision, hasRead: (reading) => numbered(reading).read.promise, letThrough };
}

/** Makes a new revision, and returns its counter. */
export async function change({ kysely }: Database): Promise<number> {
  await kysely.transaction().execute(bumpRevision);
  return (await createRevisionCache({ kysely })).current().counter;
}
