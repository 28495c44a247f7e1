import pg from "pg";
import {
  clientOptions,
  configureConnection,
  patienceOf,
  type Times,
  WORK_TIMES,
} from "./connection.ts";
import type { LongList, SnapshotList } from "./database.ts";
import { rethrow } from "./unavailable.ts";

/** A list of more rows is long. It is sent while it is read. */
export const LIST_BATCH = 1_000;
/** Storing all rows of a list takes long. */
const LIST_TIMES: Times = { connect: 1_500, statement: 60_000 };
/** Milliseconds that the next of the stored rows may take. */
const PORTION_TIME = 3_000;

/** @param longest milliseconds, where the connection can be given up; as long as it allows if absent */
type Run = (text: string, longest?: number) => Promise<{ rows: { json: string }[] }>;

/**
 * Reads a list by a cursor that outlives its transaction: the database stores the rows on its own disk. A slow
 * reader then holds neither a transaction nor the connection's turn. The first rows take long, so they are not read
 * before they are wanted.
 * @param name unique among the open lists of the connection
 * @param text selects `json`, in order
 */
export function readHeldCursor(run: Run, name: string, text: string): LongList {
  let isOpen = false;
  return {
    next: async (most) => {
      if (!isOpen) await run(`declare ${name} no scroll cursor with hold for ${text}`);
      isOpen = true;
      const { rows } = await run(`fetch ${most} from ${name}`, PORTION_TIME);
      return rows.map(({ json }) => json);
    },
    close: async () => {
      if (isOpen) await run(`close ${name}`);
    },
  };
}

/** The server is not at the revision that is needed. */
export class LaggingError extends Error {
  override readonly name = "LaggingError";
}

/**
 * Opens a list on a connection of its own, so that a slow reader takes none from the pool.
 * @param signal ends the reading at any time
 * @param revisionId the revision that must be read; any if absent
 * @throws LaggingError if the server is at another revision
 */
export function openPostgresList(
  connectionString: string,
  text: string,
  signal: AbortSignal,
  revisionId?: string,
): Promise<LongList> {
  return withConnection(connectionString, LIST_TIMES, signal, async (client, close) => {
    if (revisionId !== undefined) await expectRevision(client, revisionId);
    const run = (statement: string, longest?: number) =>
      client.query<{ json: string }>({
        text: statement,
        ...(longest === undefined ? {} : { query_timeout: longest }),
      });
    return { ...readHeldCursor(run, "list", text), close };
  });
}

async function expectRevision(client: pg.Client, revisionId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>("select revision_id as id from cursor");
  if (rows[0]?.id !== revisionId) throw new LaggingError();
}

/**
 * Opens a list in a transaction that sees one snapshot, on a connection of its own. PostgreSQL reads each row when it
 * is wanted.
 * @param signal ends the reading at any time
 */
export function openPostgresSnapshot(
  connectionString: string,
  text: string,
  signal: AbortSignal,
): Promise<SnapshotList> {
  return withConnection(connectionString, WORK_TIMES, signal, async (client, close) => {
    await client.query("begin transaction isolation level repeatable read read only");
    await client.query(`declare list no scroll cursor for ${text}`);
    const read = async (statement: string, values: readonly unknown[] = []) => {
      const { rows } = await client.query<{ json: string }>(statement, [...values]).catch(rethrow);
      return rows.map(({ json }) => json);
    };
    return {
      next: (most) => read(`fetch ${most} from list`),
      readJson: async (statement, values) => (await read(statement, values))[0] ?? null,
      close,
    };
  });
}

/**
 * Connects for a list.
 * @param signal ends the connection at any time
 * @param open gets the connection, and what ends it
 */
async function withConnection<List>(
  connectionString: string,
  times: Times,
  signal: AbortSignal,
  open: (client: pg.Client, close: () => Promise<void>) => Promise<List>,
): Promise<List> {
  const client = new pg.Client({
    ...clientOptions(connectionString, times),
    query_timeout: patienceOf(times),
    application_name: "colonnade list",
  });
  // The query under way gets the connection's error, too.
  client.on("error", () => {});
  const end = () => void client.end();
  const close = async () => {
    signal.removeEventListener("abort", end);
    await client.end();
  };
  try {
    await client.connect();
    // Only now: a client that is ended while it connects never answers.
    signal.throwIfAborted();
    signal.addEventListener("abort", end);
    await configureConnection(client, times);
    // Without this the server works on for a client that has gone.
    await client.query("set client_connection_check_interval = 1000");
    return await open(client, close);
  } catch (error) {
    await close();
    if (error instanceof LaggingError || signal.aborted) throw error;
    return rethrow(error);
  }
}
