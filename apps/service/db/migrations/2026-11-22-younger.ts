import { type Kysely, sql } from "kysely";

/**
 * Revisions go on from a time that no earlier database of this network has counted to, so that what a browser has kept
 * from that one is not taken for unchanged. And nobody asks for blocks by their parents.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update cursor set revision = revision + floor(extract(epoch from now()) * 1000)`.execute(
    db,
  );
  await sql`drop index blocks_parent`.execute(db);
}
