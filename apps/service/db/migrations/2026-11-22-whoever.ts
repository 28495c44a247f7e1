import { type Kysely, sql } from "kysely";

/**
 * Whoever an endorsement names is found in as many steps however many profiles there are. The primary key finds them
 * in one more step for every few hundred times as many.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index profiles_whoever on profiles using hash (address)`.execute(db);
}
