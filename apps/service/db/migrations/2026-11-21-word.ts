import { type Kysely, sql } from "kysely";

/** Which applications the watchers and the chain are done with, so that the others are found among them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table applications add column settled text",
  `update applications a set settled = case
    when exists (
      select from application_decisions d
        join transactions t on t.tx_id = d.tx_id and t.sender = d.watcher
          and t.function_name = 'watcher-new-organization' and t.status = 'success'
        join blocks b on b.index_block_hash = t.index_block_hash and b.canonical
        join contract_events e on e.index_block_hash = t.index_block_hash
          and e.tx_index = t.tx_index and e.topic = 'watcher-new-organization'
        join organizations o on o.id = split_part(e.subject, ':', 2)::bigint and o.admin = a.applicant
      where d.application_id = a.id and not exists (
        select from application_decisions earlier
        where earlier.tx_id = d.tx_id and earlier.application_id <> a.id and earlier.id < d.id
      )
    ) then 'accepted'
    when (
      select reason is not null from application_decisions d
      where d.application_id = a.id order by id desc limit 1
    ) then 'declined'
  end`,
  "create index applications_open on applications (id desc) where settled is null",
  "create index applications_settled on applications (id desc) where settled is not null",
  "create index applications_settled_as on applications (settled, id desc) where settled is not null",
];
