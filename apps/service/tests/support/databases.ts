import { randomUUID } from "node:crypto";
import { afterAll, inject } from "vitest";
import type { Database } from "../../db/database.ts";
import { openPostgres } from "../../db/postgres.ts";
import { openTestDatabase } from "./database.ts";
import { queryPostgres } from "./postgres.ts";

const copies: string[] = [];

/** Runs a statement on the server that all files share. */
function onServer(statement: string): Promise<unknown[]> {
  return queryPostgres(addressOf("postgres"), statement);
}

function addressOf(database: string): string {
  return new URL(`/${database}`, inject("migratedPostgres")).href;
}

async function openTestPostgres(): Promise<Database> {
  const template = new URL(inject("migratedPostgres")).pathname.slice(1);
  const copy = `copy_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${copy} template ${template}`);
  copies.push(copy);
  return openPostgres(addressOf(copy));
}

/** Both databases, for suites that hold on both. */
export const databases: [name: string, open: () => Promise<Database>][] = [
  ["PGlite", openTestDatabase],
  ["PostgreSQL", openTestPostgres],
];

afterAll(async () => {
  for (const copy of copies.splice(0)) await onServer(`drop database ${copy} with (force)`);
});
