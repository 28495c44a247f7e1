import { type Kysely, sql } from "kysely";

/** What a transaction that left no event of the contract was about, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw("alter table transactions add column metadata text not null default '{}'")
    .execute(db);
}
