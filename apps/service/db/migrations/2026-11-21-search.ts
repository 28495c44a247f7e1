import { type Kysely, sql } from "kysely";

/**
 * Searching in two steps: what is newest is read from an index that holds the search texts; beyond it the people and
 * organizations are found by the pieces of one to three letters that their names hold, and their endorsements by them.
 * A rejected endorsement has no search text any more, so a new name has nothing to rewrite there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "drop index endorsements_search",
  "drop index endorsements_newest",
  "drop index endorsements_sent",
  "drop index endorsements_earned",
  "update endorsements set search = '' where status = 'rejected'",
  "create index endorsements_newest on endorsements (id desc) include (search) where status <> 'rejected'",
  "create index endorsements_sent on endorsements (sender, id desc) where status <> 'rejected'",
  "create index endorsements_earned on endorsements (receiver, id desc) where status <> 'rejected'",

  `create function search_grams(text) returns text[] language sql immutable strict parallel safe
    return (
      select array_agg(distinct substr($1, place, size))
      from generate_series(1, length($1)) place, generate_series(1, 3) size
    )`,
  "drop index profiles_search",
  "create index profiles_search on profiles using gin (search_grams(search)) where registered",
  "drop index profiles_by_name",
  "create index profiles_by_name on profiles (name_key, address) include (search) where registered",
  "drop index organizations_search",
  "create index organizations_search on organizations using gin (search_grams(search))",
  "drop index organizations_by_name",
  "create index organizations_by_name on organizations (name_key, id) include (search)",
];
