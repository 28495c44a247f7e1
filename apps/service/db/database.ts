import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** A hand-written statement. */
export interface Statement {
  /**
   * The name under which it is prepared, where the database can: after a few runs it is planned once for all values.
   * Null where one plan does not fit all values: then it is planned for the values of each run.
   */
  name: string | null;
  text: string;
}

/** The channel on which the processes on one database notify each other. */
export const CHANNEL = "colonnade";

/** A snapshot of the rows of a list, as they were when the first of them were read. */
export interface LongList {
  /**
   * The JSON of the next rows; none at the end.
   * @param most how many are in memory at once
   */
  next(most: number): Promise<string[]>;
  /** Frees what the database keeps of it. */
  close(): Promise<void>;
}

/** A long list for one who reads it without a pause, and what belongs to its rows. */
export interface SnapshotList extends LongList {
  /**
   * Runs a statement between two reads of the list. PostgreSQL runs it on the same snapshot. The embedded database runs
   * it on the rows as they are now, so read only what never changes.
   * @returns its JSON text, or null when it has no row
   */
  readJson(text: string, values: readonly unknown[]): Promise<string | null>;
}

/** What a process is told of its database, and of the processes on it, itself included. */
export interface ProcessHandlers {
  /** A transaction that called `notify` has committed. */
  onNotice(notice: string): void;
  /** Notices may have been missed, so anything read before may be old. */
  onGap(): void;
  /** No notice could come since the last gap. There is another one if anything has changed since. */
  onUnheard(): void;
  /** This process leads now. Not called where it led from the start. */
  onLead(): void;
  /** The embedded database has ended: it crashed, or a statement took too long. Only a new process can open it again. */
  onLost(reason: Error): void;
}

/**
 * The leadership among the processes on one database. At most one process leads, and does what must be done only once.
 */
export interface Leadership {
  isLeading(): boolean;
  /** Aborted when the present term ends. Aborted already where this process does not lead. */
  term(): AbortSignal;
  leave(): Promise<void>;
}

/** The database: PGlite or PostgreSQL behind the same interface. `bigint` columns are numbers on both. */
export interface Database {
  /** For requests: its statements end within seconds, or fail with DatabaseUnavailableError. */
  kysely: Kysely<Tables>;
  /** For what no request waits for, such as indexing: its statements may take longer. */
  work: Kysely<Tables>;
  /** Runs one hand-written statement. Returns its JSON text, or null when it has no row. */
  readJson(statement: Statement, values: readonly unknown[]): Promise<string | null>;
  /**
   * Opens a list of any length.
   * @param text selects `json`, in order
   * @param signal ends the reading where the database can
   */
  openList(text: string, signal: AbortSignal): Promise<LongList>;
  /**
   * Opens a list for one who reads it without a pause. PostgreSQL stores nothing for it and runs no long statement, but
   * keeps a transaction open. The embedded database stores its rows first and does nothing else meanwhile.
   * @param text selects `json`, in order
   * @param signal ends the reading where the database can
   */
  openSnapshot(text: string, signal: AbortSignal): Promise<SnapshotList>;
  /**
   * Opens a schema of the same database: statements without a schema's name mean its tables. Destroy it when it is not
   * needed any more.
   */
  openSchema(name: string): Executor;
  /**
   * Listens to the other processes and tries to become leader. Resolves when it is known whether this process leads.
   */
  join(handlers: ProcessHandlers): Promise<Leadership>;
  close(): Promise<void>;
}

export type Trx = Transaction<Tables>;
/** Anything that queries run on. */
export type Executor = Kysely<Tables>;
