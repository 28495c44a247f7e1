import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import type { Tables } from "../../db/tables.ts";

/** Creates a function that calls itself without end: it crashes the embedded database. Nobody outside can send one. */
export async function createCrash(kysely: Kysely<Tables>): Promise<void> {
  await sql`create function crash(n int) returns int language plpgsql
    as 'begin return crash(n + 1) + 1; end'`.execute(kysely);
}

/** Crashes an embedded database. */
export async function crash(kysely: Kysely<Tables>): Promise<void> {
  await createCrash(kysely);
  await expect(sql`select crash(1)`.execute(kysely)).rejects.toThrow();
}
