import { mkdir } from "node:fs/promises";
import { PGlite, type PGliteOptions, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely, PGliteDialect } from "kysely";
import type { Database, Statement } from "./database.ts";
import { lockFolder } from "./folder-lock.ts";
import { openHeldList } from "./list.ts";
import { migrate } from "./migrate.ts";
import { CHANNEL } from "./notices.ts";
import { PLANNING } from "./planning.ts";
import type { Tables } from "./tables.ts";

/**
 * Opens the embedded database in a folder and migrates it.
 * @throws FolderLockError while another process has it open: two would destroy it without a word
 */
export async function openPgliteFolder(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const lock = await lockFolder(folder);
  try {
    const database = await openPglite({ dataDir: `${folder}/pglite` });
    return {
      ...database,
      async close() {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Opens an embedded database and migrates it.
 * @param options in memory unless it names a `dataDir`; `loadDataDir` starts from a dump
 */
export async function openPglite(
  options: Pick<PGliteOptions, "dataDir" | "loadDataDir"> = {},
): Promise<Database & { pglite: PGlite }> {
  const pglite = await PGlite.create({
    ...options,
    extensions: { pg_trgm },
    parsers: { [types.INT8]: Number },
  });
  await pglite.query(PLANNING);
  const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  await migrate(kysely);
  let lists = 0;
  return {
    kysely,
    pglite,
    async readJson(statement: Statement, values: readonly unknown[]) {
      const { rows } = await pglite.query<{ json: string }>(statement.text, [...values]);
      return rows[0]?.json ?? null;
    },
    async openList(text) {
      lists += 1;
      const name = `list_${lists}`;
      const run = (statement: string) => pglite.query<{ json: string }>(statement);
      const close = async () => {
        await pglite.query(`close ${name}`);
      };
      return { ...(await openHeldList(run, name, text)), close };
    },
    // There is no other process: this one hears itself, and leads.
    async join({ onNotice, onGap }) {
      const unlisten = await pglite.listen(CHANNEL, onNotice);
      onGap();
      return { isLeading: () => true, leave: () => unlisten() };
    },
    async close() {
      await kysely.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}
