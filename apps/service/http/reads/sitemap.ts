import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { notSuspendedSql } from "./sql/json-fragments.ts";

/** Addresses on one page of the sitemap. The protocol allows 50,000. */
export const PAGE = 10_000;

/** The lists that the sitemap has pages of. */
export type Listed = "endorsements" | "organizations" | "profiles";

/** How many pages of each list the sitemap has. A page of endorsements or organizations holds a range of ids. */
export async function countPages({ kysely }: Database): Promise<Record<Listed, number>> {
  const { rows } = await sql<Record<Listed, string | number | null>>`
    select (select max(id) from endorsements) as endorsements, (select max(id) from organizations) as organizations,
      (select count(*) from profiles where registered and not suspended) as profiles`.execute(
    kysely,
  );
  const pages = (of: Listed) => Math.ceil(Number(rows[0]?.[of] ?? 0) / PAGE);
  return {
    endorsements: pages("endorsements"),
    organizations: pages("organizations"),
    profiles: pages("profiles"),
  };
}

/** The paths on a page of the sitemap. Leaves out endorsements that are not approved, and suspended people. */
export async function readPaths(database: Database, list: Listed, n: number): Promise<string[]> {
  const first = (n - 1) * PAGE + 1;
  const { kysely } = database;
  if (list === "endorsements") {
    const { rows } = await sql<{ id: string }>`
      select e.id from endorsements e
      where e.id between ${first} and ${n * PAGE} and e.status = 'approved'
        and ${sql.raw(notSuspendedSql("e.sender"))} and ${sql.raw(notSuspendedSql("e.receiver"))}
      order by e.id`.execute(kysely);
    return rows.map(({ id }) => `/endorsement/${id}`);
  }
  if (list === "organizations") {
    const rows = await kysely
      .selectFrom("organizations")
      .where("id", ">=", first)
      .where("id", "<=", n * PAGE)
      .orderBy("id")
      .select("id")
      .execute();
    return rows.map(({ id }) => `/org/${id}`);
  }
  const rows = await kysely
    .selectFrom("profiles")
    .where("registered", "=", true)
    .where("suspended", "=", false)
    .orderBy("name_key")
    .orderBy("address")
    .offset(first - 1)
    .limit(PAGE)
    .select("address")
    .execute();
  return rows.map(({ address }) => `/profile/${address}`);
}
