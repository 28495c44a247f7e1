import { type Kysely, sql } from "kysely";

/** By which of its errors the contract refused a transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table transactions add column error_code bigint").execute(db);
}
