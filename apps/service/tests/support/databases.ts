import { afterAll } from "vitest";
import type { Database } from "../../db/database.ts";
import { openPostgres } from "../../db/postgres.ts";
import { openTestDatabase } from "./database.ts";
import { startPostgres, type TestPostgres } from "./postgres.ts";

let postgres: Promise<TestPostgres> | undefined;

async function openTestPostgres(): Promise<Database> {
  postgres ??= startPostgres();
  return openPostgres(await (await postgres).createDatabase());
}

/** Both databases, for suites that hold on both. The PostgreSQL is started when first needed, once a file. */
export const databases: [name: string, open: () => Promise<Database>][] = [
  ["PGlite", openTestDatabase],
  ["PostgreSQL", openTestPostgres],
];

afterAll(async () => {
  await (await postgres)?.close();
});
