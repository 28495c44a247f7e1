import { type Kysely, sql } from "kysely";

/** What watchers decided on applications. Where an application stands follows from it and from the chain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table application_decisions (
    id bigint generated always as identity primary key,
    application_id bigint not null references applications,
    watcher text not null,
    at bigint not null,
    reason text,
    tx_id text,
    check ((reason is null) <> (tx_id is null))
  )`,
  "create index application_decisions_newest on application_decisions (application_id, id desc)",
  "create index application_decisions_tx_id on application_decisions (tx_id)",
  "alter table applications drop column status",
];
