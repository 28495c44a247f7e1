import { type Kysely, sql } from "kysely";

/** Who announced a transaction that no node has seen, and when the node was last asked after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table pending_events
    add column announcer text,
    add column checked_at bigint not null default 0`,
  "update pending_events set announcer = '' where not verified",
  "create index pending_events_announcer on pending_events (announcer, announced_at) where not verified",
  `create index pending_events_unseen on pending_events ((announcer = sender), checked_at)
    where not verified`,
  "drop index pending_events_open",
  "create index pending_events_open on pending_events (announced_at) where verified and failure is null",
];
