import { randomUUID } from "node:crypto";
import type { Database } from "../../db/database.ts";
import { openPostgres } from "../../db/postgres.ts";
import { askForTemplate, openTestDatabase } from "./database.ts";
import { queryPostgres } from "./postgres.ts";

/** Runs a statement on the server that all files share. */
async function onServer(statement: string): Promise<void> {
  await queryPostgres(new URL("/postgres", await askForTemplate("postgres")).href, statement);
}

async function openTestPostgres(): Promise<Database> {
  const template = new URL(await askForTemplate("postgres"));
  const copy = `copy_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${copy} template ${template.pathname.slice(1)}`);
  const database = await openPostgres(new URL(`/${copy}`, template).href);
  return {
    ...database,
    async close() {
      await database.close();
      await onServer(`drop database if exists ${copy} with (force)`);
    },
  };
}

/** Both databases, for suites that run on each. */
export const databases: [name: string, open: () => Promise<Database>][] = [
  ["PGlite", openTestDatabase],
  ["PostgreSQL", openTestPostgres],
];
