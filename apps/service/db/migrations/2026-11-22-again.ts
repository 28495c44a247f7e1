import { type Kysely, sql } from "kysely";

/** Announced transactions that had failed and were announced again take turns in being asked after, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index pending_events_again on pending_events (checked_at)
        where verified and failure is not null and announcer is not null`,
    )
    .execute(db);
}
