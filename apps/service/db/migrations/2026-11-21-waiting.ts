import { type Kysely, sql } from "kysely";

/**
 * Announced transactions take turns in being asked after, and those that are in a block are left out. When one was last
 * known to be somewhere says when it expires.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table pending_events
    add column known_at bigint not null default 0,
    add column mined boolean not null default false`,
  "update pending_events set known_at = announced_at",
  "drop index pending_events_open",
  `create index pending_events_open on pending_events (checked_at)
    where verified and failure is null and not mined`,
  `create index pending_events_mined on pending_events (known_at)
    where verified and failure is null and mined`,
  // An older process that still runs names no announcer: then it is not the sender's own word.
  "create index pending_events_own on pending_events (checked_at) where not verified and announcer = sender",
  `create index pending_events_visitors on pending_events (checked_at)
    where not verified and announcer is distinct from sender`,
  "drop index pending_events_unseen",
];
