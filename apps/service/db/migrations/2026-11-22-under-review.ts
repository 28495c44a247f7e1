import { type Kysely, sql } from "kysely";

/** Which decisions are on applications that are not settled, so that what is being admitted is found among them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A process of an older release that still decides leaves its decisions open, to be looked at.
  "alter table application_decisions add column open boolean not null default true",
  `update application_decisions d set open = false
    from applications a where a.id = d.application_id and a.settled is not null`,
  "create index application_decisions_open on application_decisions (application_id) where open",
];
