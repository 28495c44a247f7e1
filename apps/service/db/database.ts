import type { Kysely, Transaction } from "kysely";
import type { List } from "./list.ts";
import type { Tables } from "./tables.ts";

/** A hand-written statement. */
export interface Statement {
  /**
   * Under which it is prepared, where the database can, and after a few runs planned once for all values to come.
   * Null where one plan would not do for all: it is planned for the values of each run.
   */
  name: string | null;
  text: string;
}

/** What a process hears from the others on the same database, and from itself. */
export interface PeerHandlers {
  /** A transaction has committed that says so by `notify`. */
  onNotice(notice: string): void;
  /** Notices may have been missed: whatever was read before may be old. */
  onGap(): void;
  /** This process has come to lead, after it had joined. */
  onLead(): void;
}

/** A process among those on one database. */
export interface Peers {
  /** Whether this process leads: of all on the database, at most one does what is to be done once. */
  isLeading(): boolean;
  leave(): Promise<void>;
}

/** The database: PGlite or PostgreSQL behind the same face. `bigint` columns are numbers on both. */
export interface Database {
  kysely: Kysely<Tables>;
  /** Runs one hand-written statement that answers one JSON text, or no row: then null. */
  readJson(statement: Statement, values: readonly unknown[]): Promise<string | null>;
  /**
   * Opens a list of any length.
   * @param text selects `json`, in order
   * @param signal ends the reading where the database can
   */
  openList(text: string, signal: AbortSignal): Promise<List>;
  /** Listens to the other processes, and stands for leader. Resolves when it is known whether it leads. */
  join(handlers: PeerHandlers): Promise<Peers>;
  close(): Promise<void>;
}

export type Trx = Transaction<Tables>;
/** Anything that queries run on. */
export type Executor = Kysely<Tables>;
