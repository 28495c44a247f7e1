import { type Kysely, sql } from "kysely";

/** Images of other hosts, encoded again. A cache: each can be loaded again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table linked_images (
    address text primary key,
    bytes bytea not null,
    size integer not null,
    at bigint not null
  )`,
  "create index linked_images_newest on linked_images (at desc, address) include (size)",
];
