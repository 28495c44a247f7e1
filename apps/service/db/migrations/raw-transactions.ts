import { type Kysely, sql } from "kysely";

/** Keeps the signed transactions behind each endorsement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table transactions add column raw text").execute(db);
}
