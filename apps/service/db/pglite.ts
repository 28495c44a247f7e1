import { lockFolder } from "@colonnade/folder-lock/folder-lock.ts";
import { Kysely, PGliteDialect } from "kysely";
import { PLANNER_SETTINGS } from "./connection.ts";
import type { Database, LongList } from "./database.ts";
import { readHeldCursor } from "./long-list.ts";
import { migrate, type OnOpen } from "./migrate.ts";
import { type PgliteClient, type PgliteOptions, startPglite } from "./pglite-client.ts";
import type { Tables } from "./tables.ts";

/**
 * Milliseconds that a statement of the running service may take. The longest takes seconds: the limit is for one that
 * never ends.
 */
export const LONGEST_STATEMENT = 60_000;

/**
 * Opens the embedded database in a folder and migrates it.
 * @param onOpen what to do instead of migrating
 * @param longest milliseconds that a statement may take afterwards; the database ends where one takes longer. Any if
 *   absent
 * @throws FolderLockError while another process has it open: two would corrupt it silently
 * @throws DatabaseVersionError for a database that another version made
 */
export async function openPgliteFolder(
  folder: string,
  onOpen: OnOpen = migrate,
  longest?: number,
): Promise<Database> {
  using opening = new DisposableStack();
  opening.use(
    lockFolder(
      folder,
      (holder) =>
        `Another Colonnade service (process ${holder}) is already using ${folder}; stop it first.`,
    ),
  );
  const database = await openPglite({ dataDir: `${folder}/pglite` }, `Delete ${folder}.`, onOpen);
  const lock = opening.move();
  if (longest !== undefined) database.pglite.limitStatements(longest);
  return {
    ...database,
    async close() {
      await database.close();
      lock.dispose();
    },
  };
}

/**
 * Opens an embedded database and migrates it.
 * @param options in memory unless it names a `dataDir`; `dump` starts from a dump
 * @param remedy how to start with an empty database when another version made this one
 * @param onOpen what to do instead of migrating
 */
export async function openPglite(
  options: PgliteOptions = {},
  remedy = "",
  onOpen: OnOpen = migrate,
): Promise<Database & { pglite: PgliteClient }> {
  const pglite = await startPglite(options);
  const database = createPgliteDatabase(pglite);
  try {
    await pglite.query(PLANNER_SETTINGS);
    await onOpen(database.kysely, remedy);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { ...database, pglite };
}

/** The database behind a client. */
export function createPgliteDatabase(pglite: PgliteClient): Database {
  const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  let lists = 0;
  function openList(text: string): LongList {
    lists += 1;
    const run = (statement: string) => pglite.query<{ json: string }>(statement);
    return readHeldCursor(run, `list_${lists}`, text);
  }
  async function readJson(text: string, values: readonly unknown[]): Promise<string | null> {
    const { rows } = await pglite.query<{ json: string }>(text, [...values]);
    return rows[0]?.json ?? null;
  }
  return {
    kysely,
    work: kysely,
    readJson: ({ text }, values) => readJson(text, values),
    openList: async (text) => openList(text),
    openSnapshot: async (text) => ({ ...openList(text), readJson }),
    openSchema: (name) => openPgliteSchema(pglite, name),
    // No other process can open it, so this one gets only its own notices, and leads.
    async join(handlers) {
      pglite.listeners.add(handlers);
      handlers.onGap();
      const leave = async () => void pglite.listeners.delete(handlers);
      const { signal } = new AbortController();
      return { isLeading: () => true, term: () => signal, leave };
    },
    async close() {
      await kysely.destroy();
      await pglite.close();
    },
  };
}

/** The one connection serves all schemas, so each transaction names its own. */
function openPgliteSchema(pglite: PgliteClient, name: string): Kysely<Tables> {
  const inSchema: PgliteClient["transaction"] = (work) =>
    pglite.transaction(async (trx) => {
      await trx.query("select set_config('search_path', $1, true)", [name]);
      return work(trx);
    });
  const schema: PgliteClient = {
    ...pglite,
    query: (text, values) => inSchema((trx) => trx.query(text, values)),
    transaction: inSchema,
    // The database stays open when the schema is not needed any more.
    close: () => Promise.resolve(),
  };
  return new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: schema }) });
}
