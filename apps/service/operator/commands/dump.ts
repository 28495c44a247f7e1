import { createHash } from "node:crypto";
import type { DumpLine } from "@colonnade/domain/dump.ts";
import { BrokenDumpError, readDump } from "@colonnade/domain/dump-lines.ts";
import { sql } from "kysely";
import type { Trx } from "../../db/database.ts";
import { makeDump } from "../../dump/make.ts";
import { readArguments, readOnly, refuseArguments } from "../arguments.ts";
import { readBackupFile } from "../backup-file.ts";
import {
  type Command,
  type Invocation,
  OperatorError,
  type Output,
  UsageError,
} from "../command.ts";
import { pathOf } from "./backup.ts";

export const dump: Command = {
  name: "dump",
  usage: [
    ["dump make", "make a dump of the public index now, to be served at /dump.json"],
    ["dump load FILE", "load a dump into the tables of a new schema, `dump`, for SQL"],
  ],
  parse([action, ...rest]) {
    const { positionals } = readArguments(rest, {});
    if (action === "make") {
      refuseArguments(positionals);
      return { needs: "service", run: make };
    }
    if (action !== "load") throw new UsageError("dump needs one of make and load");
    const path = pathOf(readOnly(positionals, "FILE"));
    return {
      needs: "tables",
      async run({ database, signal }, output) {
        const load = (trx: Trx) => loadDump(trx, path, output, signal);
        await database.work.transaction().execute(load);
        return 0;
      },
    };
  },
};

const make: Invocation["run"] = async ({ config, database, signal }, output) => {
  const made = await makeDump(database, config, signal);
  if (made === null) throw new OperatorError("No block is indexed yet.");
  const { profiles, organizations, endorsements, bytes, file } = made;
  for (const [name, count] of Object.entries({ profiles, organizations, endorsements, bytes }))
    output.line(`${name.padEnd(14)}${count}`);
  output.line(file);
  return 0;
};

const statements = [
  "create schema dump",
  "create table dump.profiles (address text primary key, document text not null)",
  "create table dump.organizations (id bigint primary key, document text not null)",
  `create table dump.endorsements (
    id bigint primary key, sender text not null, receiver text not null, status text not null,
    document text not null, proof text not null
  )`,
  "create index on dump.endorsements (sender, id)",
  "create index on dump.endorsements (receiver, id)",
];

/** Rows that are written at once. */
const BATCH = 200;

/** Loads a whole dump. @throws OperatorError for one that is broken or cut off */
async function loadDump(
  trx: Trx,
  path: string,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  await makeTables(trx);
  const rows = createRows(trx);
  const hash = createHash("sha256");
  const digest = { update: (text: string) => hash.update(text), hex: () => hash.digest("hex") };
  try {
    for await (const part of readDump(readBackupFile(path, output), digest)) {
      signal.throwIfAborted();
      if (part.kind === "line") await rows.add(rowOf(part.line, part.text));
    }
  } catch (error) {
    throw error instanceof BrokenDumpError ? new OperatorError(`${path}: ${error.message}`) : error;
  }
  await rows.flush();
  for (const [table, count] of Object.entries(rows.counts))
    output.line(`dump.${table.padEnd(16)}${count}`);
}

async function makeTables(trx: Trx): Promise<void> {
  const { rows } = await sql`select from pg_namespace where nspname = 'dump'`.execute(trx);
  if (rows.length > 0) {
    throw new OperatorError(
      "The database has a dump already. Load into another database, or drop its schema `dump` first.",
    );
  }
  for (const statement of statements) await sql.raw(statement).execute(trx);
}

type Table = "profiles" | "organizations" | "endorsements";

interface Row {
  table: Table;
  columns: Record<string, string | number>;
}

function rowOf(line: DumpLine, text: string): Row {
  if ("profile" in line) {
    const document = text.slice('{"profile":'.length, -1);
    return { table: "profiles", columns: { address: line.profile.address, document } };
  }
  if ("organization" in line) {
    const document = text.slice('{"organization":'.length, -1);
    return { table: "organizations", columns: { id: line.organization.id, document } };
  }
  const { id, status, sender, receiver } = line.proof.claim;
  const document = JSON.stringify(line.endorsement);
  const proof = JSON.stringify(line.proof);
  return { table: "endorsements", columns: { id, sender, receiver, status, document, proof } };
}

/** Collects rows of one table, and writes them together. */
function createRows(trx: Trx) {
  const counts = { profiles: 0, organizations: 0, endorsements: 0 };
  let rows: Row[] = [];
  async function flush(): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const names = sql.join(Object.keys(first.columns).map((name) => sql.ref(name)));
    const values = rows.map(({ columns }) => sql`(${sql.join(Object.values(columns))})`);
    await sql`
      insert into ${sql.table(`dump.${first.table}`)} (${names})
      values ${sql.join(values)}`.execute(trx);
    rows = [];
  }
  return {
    counts,
    flush,
    async add(row: Row): Promise<void> {
      const [first] = rows;
      if (first !== undefined && (first.table !== row.table || rows.length === BATCH))
        await flush();
      counts[row.table] += 1;
      rows.push(row);
    },
  };
}
