import { type Kysely, sql } from "kysely";

/** What is approved, in order; and what PostgreSQL is to know of columns that go together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "create index endorsements_approved on endorsements (id desc) where status = 'approved'",
  "create statistics endorsements_together (mcv) on category, status, organization_id from endorsements",
];
