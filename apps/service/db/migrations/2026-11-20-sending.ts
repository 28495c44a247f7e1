import { type Kysely, sql } from "kysely";

/** Which contact messages were mailed, and when the others are tried next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table contact_messages
    add column attempts integer not null default 0,
    add column next_attempt_at bigint not null default 0,
    add column sent_at bigint`,
  "create index contact_messages_unsent on contact_messages (next_attempt_at) where sent_at is null",
];
