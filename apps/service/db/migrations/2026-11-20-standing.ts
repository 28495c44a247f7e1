import { type Kysely, sql } from "kysely";

/**
 * A new name rewrites the search texts of all its endorsements, the rejected ones too, so they are found by their
 * people whatever their status.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "drop index endorsements_sent",
  "create index endorsements_sent on endorsements (sender, id desc)",
  "drop index endorsements_earned",
  "create index endorsements_earned on endorsements (receiver, id desc)",
];
