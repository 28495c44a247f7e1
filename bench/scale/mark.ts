import { anyText } from "@colonnade/service/db/array.ts";
import type { Database } from "@colonnade/service/db/database.ts";
import { sql } from "kysely";

/** Where a built database ends, and what of it a measurement changes. */
export interface Mark {
  height: number;
  hash: string;
  /** Unix seconds. */
  time: number;
  /** The last endorsement's id. */
  endorsement: number;
}

/** The end of a database as it was built: noted once, so that a run that was killed can be undone by the next. */
export async function readMark({ kysely }: Database, people: readonly string[]): Promise<Mark> {
  await sql`create table if not exists bench.mark as
    select b.height, b.index_block_hash as hash, b.block_time as time, (select max(id) from endorsements) as endorsement
    from cursor c join blocks b on b.index_block_hash = c.index_block_hash`.execute(kysely);
  await sql`create table if not exists bench.counts as
    select address, earned, issued, pending from profiles where address = ${anyText(people)}`.execute(
    kysely,
  );
  const { rows } = await sql<Mark>`select * from bench.mark`.execute(kysely);
  const [mark] = rows;
  if (mark === undefined) throw new Error("The database is empty");
  return mark;
}

/** Takes back what was indexed after a mark, without the indexer. */
export async function restore({ kysely }: Database, mark: Mark): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await trx
      .updateTable("blocks")
      .set({ canonical: true })
      .where("canonical", "=", false)
      .execute();
    await trx.deleteFrom("blocks").where("height", ">", mark.height).execute();
    await trx.deleteFrom("endorsements").where("id", ">", mark.endorsement).execute();
    await sql`delete from profiles where name_key like 'newcomer%'`.execute(trx);
    await sql`update profiles p set earned = c.earned, issued = c.issued, pending = c.pending
      from bench.counts c where c.address = p.address
        and (p.earned, p.issued, p.pending) <> (c.earned, c.issued, c.pending)`.execute(trx);
    await trx.updateTable("cursor").set({ index_block_hash: mark.hash }).execute();
  });
}

/** Clears away what measuring left behind. */
export async function clean({ kysely }: Database): Promise<void> {
  await sql`vacuum`.execute(kysely);
}
