import { type Kysely, sql } from "kysely";

/** Announced transactions that had failed: of those that are said to be sent again, senders' own come apart from visitors'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "drop index pending_events_again",
  // An older process that still runs finds both kinds by it.
  `create index pending_events_again on pending_events (announcer)
    where verified and failure is not null and announcer is not null`,
  `create index pending_events_again_own on pending_events (checked_at)
    where verified and failure is not null and announcer = sender`,
  `create index pending_events_again_visitors on pending_events (checked_at)
    where verified and failure is not null and announcer <> sender`,
];
