import { resolve } from "node:path";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { readArguments, readOnly } from "./arguments.ts";
import { createBackupFile } from "./backup-file.ts";
import { backupTables, type headerSchema, VERSION } from "./backup-format.ts";
import type { Command, Invocation } from "./command.ts";

/** Rows in memory at once. An image has some hundred kilobytes. */
const ROWS = 50;

export const backup: Command = {
  name: "backup",
  usage: [
    ["backup FILE", "write all that is off chain to a new file, also while the service runs"],
  ],
  parse(args) {
    const path = pathOf(readOnly(readArguments(args, {}).positionals, "FILE"));
    return { needs: "service", run, openFile: () => createBackupFile(path) };
  },
};

/** A file that the operator names. npm runs commands in the project's folder, wherever the operator is. */
export function pathOf(file: string): string {
  return resolve(process.env.INIT_CWD ?? ".", file);
}

const run: Invocation["run"] = async ({ config, database, signal }, output) => {
  const { network, protocolContract } = config;
  const total = await countRows(database);
  // One statement reads one snapshot, so no row lacks another that it refers to.
  const list = await database.openList(everything, signal);
  try {
    const at = new Date().toISOString();
    const header = {
      colonnade: "backup",
      version: VERSION,
      network,
      protocolContract,
      at,
    } as const;
    await output.record(JSON.stringify(header satisfies Header));
    const counts = new Map<string, number>(backupTables.map((name) => [name, 0]));
    let done = 0;
    for (let rows = await list.next(ROWS); rows.length > 0; rows = await list.next(ROWS)) {
      signal.throwIfAborted();
      for (const row of rows) {
        await output.record(row);
        const table = row.slice(2, row.indexOf('"', 2));
        counts.set(table, (counts.get(table) ?? 0) + 1);
      }
      done += rows.length;
      output.progress({ what: "rows", done, total });
    }
    await output.record(JSON.stringify({ end: Object.fromEntries(counts) }));
    for (const [table, count] of counts) output.line(`${table.padEnd(22)}${count}`);
    return 0;
  } finally {
    await list.close();
  }
};

type Header = ReturnType<typeof headerSchema.parse>;

/** Each row as `{"table": {…}}`. A cursor never reads in parallel, so the tables come in order. */
const everything = backupTables
  .map((name) => `select '{"${name}":' || row_to_json(t)::text || '}' as json from ${name} t`)
  .join(" union all ");

async function countRows({ kysely }: Database): Promise<number> {
  const counts = backupTables.map((name) => `(select count(*) from ${name})`);
  const { rows } = await sql<{
    total: number;
  }>`select ${sql.raw(counts.join(" + "))} as total`.execute(kysely);
  return rows[0]?.total ?? 0;
}
