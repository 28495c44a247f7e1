import { type Kysely, sql } from "kysely";

/** Keeps the signed transactions behind each endorsement. Those indexed before have none until the chain is read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table transactions add column raw text").execute(db);
}
