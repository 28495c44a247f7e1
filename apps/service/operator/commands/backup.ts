import { resolve } from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, SnapshotList } from "../../db/database.ts";
import { readArguments, readOnly } from "../arguments.ts";
import { createBackupFile } from "../backup-file.ts";
import { backupTables, type headerSchema, rowSchemas, VERSION } from "../backup-format.ts";
import type { Command, Invocation } from "../command.ts";

/** Rows in memory at once, without the bytes of images. */
const ROWS = 500;

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
  const list = await database.openSnapshot(allButBytes, signal);
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
    for await (const { table, row } of readRows(list, signal)) {
      done += 1;
      if (table === "images" || done % ROWS === 0) output.progress({ what: "rows", done, total });
      if (row === null) continue;
      await output.record(row);
      counts.set(table, (counts.get(table) ?? 0) + 1);
    }
    output.progress({ what: "rows", done, total: done });
    await output.record(JSON.stringify({ end: Object.fromEntries(counts) }));
    for (const [table, count] of counts) output.line(`${table.padEnd(22)}${count}`);
    return 0;
  } finally {
    await list.close();
  }
};

type Header = ReturnType<typeof headerSchema.parse>;

const imageSchema = rowSchemas.images.omit({ bytes: true });
const imageRowSchema = z.strictObject({ images: imageSchema });
const imageColumns = Object.keys(imageSchema.shape).join(", ");

/**
 * Each row as `{"table": {…}}`, images without their bytes. All come from one snapshot, so no row lacks another that it
 * refers to. A cursor never reads in parallel, so the tables come in order.
 */
const allButBytes = backupTables
  .map((name) => {
    const rows = name === "images" ? `(select ${imageColumns} from images)` : name;
    return `select '{"${name}":' || row_to_json(t)::text || '}' as json from ${rows} t`;
  })
  .join(" union all ");

/** Reads rows with their tables. @returns null for an image that has been removed since the snapshot */
async function* readRows(
  list: SnapshotList,
  signal: AbortSignal,
): AsyncGenerator<{ table: string; row: string | null }> {
  for (let rows = await list.next(ROWS); rows.length > 0; rows = await list.next(ROWS)) {
    for (const row of rows) {
      signal.throwIfAborted();
      const table = row.slice(2, row.indexOf('"', 2));
      yield { table, row: table === "images" ? await addBytes(list, row) : row };
    }
  }
}

/**
 * Adds the bytes to the row of an image. The CID determines them, so they may be read after the snapshot. One image at
 * a time is in memory, and no statement is long.
 * @returns null if the image has been removed since, because nothing has ever named it
 */
async function addBytes(list: SnapshotList, row: string): Promise<string | null> {
  const { images } = imageRowSchema.parse(JSON.parse(row));
  const text = "select encode(bytes, 'hex') as json from images where cid = $1";
  const hex = await list.readJson(text, [images.cid]);
  return hex === null ? null : JSON.stringify({ images: { ...images, bytes: `\\x${hex}` } });
}

/** One table at a time, so that no statement is long. */
async function countRows({ kysely }: Database): Promise<number> {
  let total = 0;
  for (const name of backupTables) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) from ${sql.table(name)}`.execute(kysely);
    total += rows[0]?.count ?? 0;
  }
  return total;
}
