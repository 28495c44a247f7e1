import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** A hand-written statement; prepared under its name where the database can. */
export interface Statement {
  name: string;
  text: string;
}

/** The database: PGlite or PostgreSQL behind the same face. `bigint` columns are numbers on both. */
export interface Database {
  kysely: Kysely<Tables>;
  /** Runs one hand-written statement that answers one JSON text, or no row: then null. */
  readJson(statement: Statement, values: readonly unknown[]): Promise<string | null>;
  close(): Promise<void>;
}

export type Trx = Transaction<Tables>;
/** Anything that queries run on. */
export type Executor = Kysely<Tables>;
