import { finished } from "node:stream/promises";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { isCopy } from "./copy.ts";
import type { Statement } from "./database.ts";
import { DatabaseUnavailableError, rethrow } from "./unavailable.ts";

/**
 * Run first on every connection that reads or writes: the database is on solid-state disks, where reading any page
 * costs about as much as reading the next one.
 */
export const PLANNER_SETTINGS = "select set_config('random_page_cost', '1.1', false)";

/** How long PostgreSQL may take, in milliseconds. */
export interface Times {
  /** For a connection, or for a free one of the pool. */
  connect: number;
  /** For a statement, until PostgreSQL itself cancels it. */
  statement: number;
}

/** A request meets each at most once, so it is answered within five seconds even if PostgreSQL says nothing. */
export const REQUEST_TIMES: Times = { connect: 1_500, statement: 2_000 };
/** For what no request waits for: indexing writes many rows at once. */
export const WORK_TIMES: Times = { connect: 5_000, statement: 30_000 };
/** A migration may rewrite large tables. */
export const MIGRATION_TIMES: Times = { connect: 5_000, statement: 30 * 60_000 };

/** Milliseconds after PostgreSQL's own limit at which a client gives up a connection without an answer. */
const GRACE = 400;

/** Milliseconds, at least, after which PostgreSQL ends the transaction of a process that hangs, and frees its locks. */
const SHORTEST_IDLE = 10_000;

/** Milliseconds that a client waits for an answer. */
export const patienceOf = ({ statement }: Times) => statement + GRACE;

/** PostgreSQL's settings by their names. */
type Settings = Readonly<Record<string, string>>;

/** Applies the settings to a new connection before it is used. @param more beside those of every connection */
export async function configureConnection(
  connection: pg.ClientBase,
  times: Times,
  more: Settings = {},
): Promise<void> {
  const settings = {
    statement_timeout: String(times.statement),
    idle_in_transaction_session_timeout: String(Math.max(SHORTEST_IDLE, times.statement)),
    ...more,
  };
  const set = Object.keys(settings).map(
    (name, place) => `set_config('${name}', $${place + 1}, false)`,
  );
  const text = [PLANNER_SETTINGS, ...set].join(", ");
  await ask(connection, { text, values: Object.values(settings) }, patienceOf(times));
}

/** How a client connects, so that it gives up a PostgreSQL that is silent. */
export function clientOptions(connectionString: string, times: Times) {
  return { connectionString, connectionTimeoutMillis: times.connect, keepAlive: true };
}

/**
 * Runs a query on a connection. By a callback and a timer of our own: with pg's promises, or with its `query_timeout`,
 * V8 frees the results only in a full garbage collection, and a page of 30 took Node twice as long.
 * @param patience milliseconds; close the connection that does not answer in time
 */
function ask(
  connection: pg.ClientBase,
  query: pg.QueryConfig,
  patience: number,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("PostgreSQL did not answer")), patience);
    connection.query(query, (error: Error | null, result) => {
      clearTimeout(timer);
      if (error === null) resolve(result);
      else reject(error);
    });
  });
}

/** `bigint` as a number, as everywhere in the service. */
function getTypeParser(oid: number, format?: "text" | "binary") {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
}

/** A pool of configured connections. One that does not answer in time is closed. */
export interface TimedPool {
  pool: pg.Pool;
  times: Times;
}

/** @param settings of each connection, beside those of every one */
export function openPool(
  connectionString: string,
  times: Times,
  max = 10,
  settings: Settings = {},
): TimedPool {
  const pool = new pg.Pool({
    ...clientOptions(connectionString, times),
    max,
    types: { getTypeParser },
    onConnect: (connection) => configureConnection(connection, times, settings),
  });
  // An idle connection that breaks is replaced at the next query. One that breaks while it closes is not needed any
  // more. Without these listeners either would end the process.
  pool.on("error", () => {});
  pool.on("connect", (connection) => connection.on("error", () => {}));
  return { pool, times };
}

/**
 * Runs a statement that selects texts on any connection of a pool.
 * @returns the texts of its one row, or null when it has none
 */
export async function readTexts(
  { pool, times }: TimedPool,
  statement: Statement,
  values: readonly unknown[],
): Promise<(string | null)[] | null> {
  const connection = await pool.connect();
  try {
    // A text is the same in the binary format. PostgreSQL then does not search it for its end.
    const query = { ...queryOf(statement, values), binary: true, rowMode: "array" };
    const { rows } = await ask(connection, query, patienceOf(times));
    connection.release();
    return rows[0] ?? null;
  } catch (error) {
    connection.release(true);
    // It was made where the answer was read, which says nothing of who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** A statement as a query. A named one is prepared: PostgreSQL plans it for all values after a few runs. */
function queryOf({ name, text }: Statement, values: readonly unknown[]): pg.QueryConfig {
  const query = { text, values: [...values] };
  return name === null ? query : { ...query, name };
}

/**
 * Statements of a pool that are prepared. A longer list would fill PostgreSQL's memory. PostgreSQL plans them for all
 * values, so the condition of a partial index must be in the text, as `sql.lit`.
 */
const MOST_PREPARED = 200;

/**
 * The pool as Kysely uses it. A connection that gave no answer is closed: a rollback would wait for it just as long,
 * and so would the next request that gets it.
 * @param prepared the names of prepared statements by their texts; without it, none is prepared
 */
export function poolForKysely(
  { pool, times }: TimedPool,
  prepared?: Map<string, string>,
): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch(rethrow);
      return new CheckedClient(client, patienceOf(times), prepared);
    },
  };
}

class CheckedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #patience: number;
  readonly #prepared: Map<string, string> | undefined;
  #lost: DatabaseUnavailableError | undefined;

  constructor(client: pg.PoolClient, patience: number, prepared: Map<string, string> | undefined) {
    this.#client = client;
    this.#patience = patience;
    this.#prepared = prepared;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== "string") throw new Error("Cursors are not used here");
    return this.#run(sql, parameters);
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#lost !== undefined) throw this.#lost;
    try {
      if (isCopy(sql)) return await this.#copy(sql, String(parameters[0]));
      const query = queryOf({ name: this.#nameOf(sql), text: sql }, parameters);
      return await ask(this.#client, query, this.#patience);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) {
        this.#lost = new DatabaseUnavailableError("absent", error);
      }
      return rethrow(error);
    }
  }

  #nameOf(text: string): string | null {
    const names = this.#prepared;
    if (names === undefined) return null;
    const known = names.get(text);
    if (known !== undefined || names.size === MOST_PREPARED) return known ?? null;
    const name = `work-${names.size}`;
    names.set(text, name);
    return name;
  }

  async #copy(sql: string, rows: string): Promise<unknown> {
    // Its results are small, so pg's own limit does.
    const limited = Object.assign(copyFrom(sql), { query_timeout: this.#patience });
    const stream = this.#client.query(limited);
    stream.end(rows);
    await finished(stream);
    return { command: "COPY", rowCount: stream.rowCount, rows: [] };
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#lost !== undefined);
  }
}
