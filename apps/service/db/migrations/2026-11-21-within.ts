import { type Kysely, sql } from "kysely";

/** Lists of endorsements within lists: whatever they are filtered by, an index has them in their order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const shown = "where status <> 'rejected'";
const issued = `${shown} and organization_id is not null`;

const statements = [
  `create index endorsements_within on endorsements (category, status, id desc) ${shown}`,
  `create index endorsements_sent_within on endorsements (sender, category, status, id desc) ${shown}`,
  `create index endorsements_earned_within on endorsements (receiver, category, status, id desc) ${shown}`,
  `create index endorsements_issued_within on endorsements (organization_id, category, status, id desc) ${issued}`,
  `create index endorsements_between on endorsements (sender, receiver, id desc) ${shown}`,
  `create index endorsements_sent_as on endorsements (sender, organization_id, category, status, id desc) ${issued}`,
  `create index endorsements_earned_of on endorsements (receiver, organization_id, id desc) ${issued}`,
  // Last: it bars all readers until the migration is done, which building does not.
  "drop index endorsements_category",
];
