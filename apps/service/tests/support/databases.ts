import { randomUUID } from "node:crypto";
import type { Database } from "../../db/database.ts";
import { openPostgres } from "../../db/postgres.ts";
import { askForTemplate, openTestDatabase } from "./database.ts";
import { queryPostgres } from "./postgres.ts";

/** Runs a statement on the server that all files share. */
async function onServer(statement: string): Promise<void> {
  await queryPostgres(new URL("/postgres", await askForTemplate("postgres")).href, statement);
}

/**
 * A database of its own on that server, with its address. It is dropped at the end.
 * @param from the address of the one that it is a copy of, to which nobody is connected; empty and migrated if absent
 */
export async function makeTestPostgres(
  from?: string,
): Promise<{ address: string } & AsyncDisposable> {
  const template = new URL(from ?? (await askForTemplate("postgres")));
  const copy = `copy_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${copy} template ${template.pathname.slice(1)}`);
  return {
    address: new URL(`/${copy}`, template).href,
    [Symbol.asyncDispose]: () => onServer(`drop database if exists ${copy} with (force)`),
  };
}

/** Opens such a database, which is dropped when it closes. */
export async function openTestPostgres(from?: string): Promise<Database> {
  const made = await makeTestPostgres(from);
  const database = await openPostgres(made.address);
  return {
    ...database,
    async close() {
      await database.close();
      await made[Symbol.asyncDispose]();
    },
  };
}

/** Both databases, for suites that run on each. */
export const databases: [name: string, open: () => Promise<Database>][] = [
  ["PGlite", openTestDatabase],
  ["PostgreSQL", () => openTestPostgres()],
];
