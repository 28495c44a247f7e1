import { type Kysely, sql } from "kysely";

/** What the node said last, for the processes that do not ask it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table node_tip (
    id integer primary key check (id = 1),
    height bigint,
    asked_at bigint,
    missing bigint,
    missing_since bigint
  )`,
  "insert into node_tip (id) values (1)",
];
