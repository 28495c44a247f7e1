import { type Kysely, sql } from "kysely";

/** Which images IPFS has been given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table images add column published_at bigint").execute(db);
  await sql
    .raw("create index images_unpublished on images (at) where published_at is null")
    .execute(db);
}
