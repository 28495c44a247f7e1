import { type Kysely, sql } from "kysely";

/** Dumps of the public index, each in parts. One without a `manifest` is being made, or was not finished. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table dumps (
    id bigint generated always as identity primary key,
    at bigint not null,
    sha256 text unique,
    manifest text,
    suspended text
  )`,
  `create table dump_parts (
    dump_id bigint not null references dumps on delete cascade,
    n integer not null,
    bytes bytea not null,
    primary key (dump_id, n)
  )`,
];
