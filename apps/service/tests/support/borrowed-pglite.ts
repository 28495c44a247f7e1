import { PLANNER_SETTINGS } from "../../db/connection.ts";
import { openPglite } from "../../db/pglite.ts";
import type { PgliteClient } from "../../db/pglite-client.ts";

/** A PGlite as the template made it. */
interface Opened {
  pglite: PgliteClient;
  /** What its schema was, as a hash. */
  schema: string;
  /** Statements that empty its tables but for the rows that they began with. */
  empty: string[];
}

/** Those that nobody uses now. To start one takes ten times as long as to empty one. */
const idle: Opened[] = [];

/**
 * A PGlite with the template's rows. `close` gives it back for the next test. The client then refuses every statement.
 * @param dump the template's file
 */
export async function borrowPglite(dump: string): Promise<PgliteClient> {
  const opened = idle.pop() ?? (await open(dump));
  const { pglite } = opened;
  const whileOpen = <Result>(run: () => Promise<Result>): Promise<Result> =>
    client.closed ? Promise.reject(new Error("The test's database is closed")) : run();
  const client: PgliteClient = {
    ...pglite,
    closed: false,
    query: (text, values) => whileOpen(() => pglite.query(text, values)),
    transaction: (callback) => whileOpen(() => pglite.transaction(callback)),
    dump: (file) => whileOpen(() => pglite.dump(file)),
    async close() {
      if (client.closed) return;
      client.closed = true;
      pglite.listeners.clear();
      if (await makeEmpty(opened)) idle.push(opened);
      else await pglite.close();
    },
  };
  return client;
}

async function open(dump: string): Promise<Opened> {
  const { pglite } = await openPglite({ dump });
  const { rows } = await pglite.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const tables = rows.map(({ name }) => name);
  const empty = [`truncate ${tables.join(", ")} restart identity`];
  for (const table of tables) {
    const began = await pglite.query<{ json: string | null }>(
      `select quote_literal(json_agg(t)) as json from ${table} t`,
    );
    const json = began.rows[0]?.json;
    if (typeof json !== "string") continue;
    empty.push(
      `insert into ${table} select * from json_populate_recordset(null::${table}, ${json})`,
    );
  }
  return { pglite, schema: await readSchema(pglite), empty };
}

/** @returns whether it is as it was when it was opened */
async function makeEmpty({ pglite, schema, empty }: Opened): Promise<boolean> {
  try {
    if ((await readSchema(pglite)) !== schema) return false;
    for (const statement of ["close all", "reset all", PLANNER_SETTINGS, ...empty]) {
      await pglite.query(statement);
    }
    return true;
  } catch {
    // A test ended it, or left it in a state of its own.
    return false;
  }
}

/** A hash of what migrations make, and of what was analyzed, which changes plans. */
async function readSchema(pglite: PgliteClient): Promise<string> {
  const { rows } = await pglite.query<{ schema: string }>(`
    with own as (
      select c.oid, nspname, relname, relkind from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname not in ('pg_catalog', 'pg_toast', 'information_schema')
    )
    select md5(concat(
      (select string_agg(concat_ws(' ', nspname, relname, relkind, attname, atttypid), ',' order by own.oid, attnum)
        from own join pg_attribute on attrelid = own.oid),
      (select count(*) from own join pg_statistic on starelid = own.oid)
    )) as schema`);
  return rows[0]?.schema ?? "";
}
