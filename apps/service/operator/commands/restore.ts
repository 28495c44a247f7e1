import type { Config } from "@colonnade/domain/config.ts";
import { parseJson } from "@colonnade/domain/text.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../db/database.ts";
import { markUsed } from "../../images/named-images.ts";
import { settleAll } from "../../off-chain/settle-all.ts";
import { notify } from "../../revision/change-feed.ts";
import { bumpRevision, lockTip } from "../../revision/revision.ts";
import { readArguments, readOnly } from "../arguments.ts";
import { readBackupFile } from "../backup-file.ts";
import {
  type BackupTable,
  backupTables,
  endSchema,
  headerSchema,
  isBackupTable,
  rowSchemas,
  sharedTables,
} from "../backup-format.ts";
import { type Command, OperatorError, type Output } from "../command.ts";
import { pathOf } from "./backup.ts";

/**
 * Characters of JSON that one statement writes, unless a single row is longer. It then takes a fraction of a second.
 */
const LARGEST = 1_000_000;
/** Pages of a table that one statement deletes. A page has the rows of some ninety images, of up to 36 MB. */
const PAGES = { images: 1, others: 100 };

export const restore: Command = {
  name: "restore",
  usage: [
    ["restore FILE", "read a backup into a database without off-chain rows"],
    ["restore FILE --replace", "delete the off-chain rows that are there first"],
  ],
  parse(args) {
    const { values, positionals } = readArguments(args, { replace: { type: "boolean" } });
    const path = pathOf(readOnly(positionals, "FILE"));
    return {
      needs: "alone",
      async run({ config, database, signal }, output) {
        await database.kysely.transaction().execute(async (trx) => {
          await empty(trx, values.replace === true);
          await readRows(trx, config, path, output, signal);
          await markUsed(trx);
          await countImages(trx);
          await countOn(trx);
          await settleAll(trx);
          // Browsers may hold answers from before, under any earlier revision.
          await bumpRevision(trx);
          await notify(trx, []);
        });
        return 0;
      },
    };
  },
};

/** Keeps all others from writing, and deletes the present rows if that is wanted. */
async function empty(trx: Trx, isWanted: boolean): Promise<void> {
  await lockTip(trx);
  await sql.raw(`lock table ${backupTables.join(", ")} in exclusive mode`).execute(trx);
  const own = backupTables.filter((name) => !sharedTables.has(name));
  if (isWanted) {
    // Rows are deleted before the rows that they refer to.
    for (const name of [...own.toReversed(), "follow_counts", "image_totals"]) {
      await deleteAll(trx, name);
    }
    return;
  }
  for (const name of own) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(trx);
    if (rows.length === 0) continue;
    throw new OperatorError(
      `The database has ${name} already. Restore into an empty one, or add --replace to delete what is there.`,
    );
  }
}

/** Deletes all rows of a locked table a few pages at a time, so that no statement is long. */
async function deleteAll(trx: Trx, table: string): Promise<void> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}) / current_setting('block_size')::integer as pages`.execute(
    trx,
  );
  const pages = rows[0]?.pages ?? 0;
  const step = table === "images" ? PAGES.images : PAGES.others;
  for (let page = 0; page < pages; page += step) {
    await sql`delete from ${sql.table(table)}
      where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + step},0)`}::tid`.execute(trx);
  }
}

/**
 * Writes the rows of a file.
 * @throws OperatorError, which names the line, unless each fits its schema and none is missing
 */
async function readRows(
  trx: Trx,
  config: Config,
  path: string,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const counts = new Map<string, number>(backupTables.map((name) => [name, 0]));
  const batch = createBatch(trx);
  let number = 0;
  let end: Record<string, number> | null = null;
  for await (const line of readBackupFile(path, output)) {
    signal.throwIfAborted();
    number += 1;
    const where = `${path}, line ${number}`;
    const value = parseJson(line);
    if (end !== null) throw new OperatorError(`${where}: there is something after the end.`);
    if (number === 1) {
      checkHeader(parse(headerSchema, value, where), config, path);
      continue;
    }
    const last = endSchema.safeParse(value).data;
    if (last !== undefined) {
      end = last.end;
      continue;
    }
    const { table, row } = parseRow(value, where);
    counts.set(table, (counts.get(table) ?? 0) + 1);
    await batch.add(table, row);
  }
  await batch.flush();
  if (end === null) throw new OperatorError(`${path} is not whole: it has no last line.`);
  for (const [table, count] of counts) {
    if (end[table] !== count) {
      throw new OperatorError(`${path} is not whole: it has ${count} ${table}, not ${end[table]}.`);
    }
    output.line(`${table.padEnd(22)}${count}`);
  }
}

function checkHeader(header: z.infer<typeof headerSchema>, config: Config, path: string): void {
  for (const name of ["network", "protocolContract"] as const) {
    if (header[name] === config[name]) continue;
    throw new OperatorError(
      `${path} is of ${header[name]}, but the settings name ${config[name]}.`,
    );
  }
}

function parseRow(value: unknown, where: string): { table: BackupTable; row: object } {
  const [entry, ...others] = Object.entries(parse(z.record(z.string(), z.unknown()), value, where));
  const [table = "", row] = entry ?? [];
  if (others.length > 0 || !isBackupTable(table)) {
    throw new OperatorError(`${where}: "${table}" is not a table of a backup.`);
  }
  return { table, row: parse<object>(rowSchemas[table], row, where) };
}

function parse<Value>(schema: z.ZodType<Value>, value: unknown, where: string): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new OperatorError(`${where}: ${z.prettifyError(parsed.error)}`);
}

/** Collects rows of one table, and writes them together. */
function createBatch(trx: Trx) {
  let table: BackupTable | null = null;
  let rows: string[] = [];
  let length = 0;
  async function flush(): Promise<void> {
    if (table === null || rows.length === 0) return;
    const conflict = sharedTables.has(table) ? sql`on conflict do nothing` : sql``;
    const columns = sql.join(Object.keys(rowSchemas[table].shape).map((name) => sql.ref(name)));
    const json = `[${rows.join()}]`;
    await sql`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)
      ${conflict}`.execute(trx);
    if (table === "follows") await countFollows(trx, json);
    rows = [];
    length = 0;
  }
  return {
    flush,
    async add(to: BackupTable, row: object): Promise<void> {
      const json = JSON.stringify(row);
      if (to !== table || length + json.length > LARGEST) await flush();
      table = to;
      rows.push(json);
      length += json.length;
    },
  };
}

/** Adds each batch of follows to the counts: counting all at the end would be one long statement. */
async function countFollows(trx: Trx, json: string): Promise<void> {
  await sql`
    with added as (select * from json_populate_recordset(null::follows, ${json}::json))
    insert into follow_counts as c (principal, followers, following)
    select principal, count(*) filter (where is_followed), count(*) filter (where not is_followed)
    from (
      select followee as principal, true as is_followed from added
      union all select follower, false from added
    ) ends group by principal
    on conflict (principal) do update
      set followers = c.followers + excluded.followers, following = c.following + excluded.following`.execute(
    trx,
  );
}

async function countImages(trx: Trx): Promise<void> {
  await sql`
    insert into image_totals (holder, bytes)
    select coalesce(uploader, ''), sum(octet_length(bytes)) from images
    group by grouping sets ((uploader), ()) having count(*) > 0`.execute(trx);
}

/** New rows get numbers after those that were restored. */
async function countOn(trx: Trx): Promise<void> {
  for (const name of backupTables) {
    if (!("id" in rowSchemas[name].shape)) continue;
    await sql`
      select setval(pg_get_serial_sequence(${name}, 'id'), coalesce(max(id), 0) + 1, false)
      from ${sql.table(name)}`.execute(trx);
  }
}
