import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { type Config, webConfig } from "@colonnade/domain/config.ts";
import type { DumpEnd, DumpHeader, DumpManifest } from "@colonnade/domain/dump.ts";
import { anyText } from "../db/bulk.ts";
import type { Database } from "../db/database.ts";
import { retryWhileUnavailable } from "../db/retry.ts";
import { servedDumps } from "../db/served-dumps.ts";
import { suspendedNow } from "../db/suspended-now.ts";
import { dumpLines } from "./lines.ts";

/** Bytes of a part. */
const PART = 1024 * 1024;
/** Whole dumps that are kept: somebody may still be downloading the one before the newest. */
const KEPT = 2;
/** Tries to make a dump, if blocks are orphaned meanwhile. */
const TRIES = 3;
/** Milliseconds without a new part after which an unfinished dump is useless: its process was killed. */
const ABANDONED = 60 * 60_000;

/** At each try to make a dump, a line's block was orphaned, or another process removed the unfinished dump. */
export class UnsettledError extends Error {
  override readonly name = "UnsettledError";
}

/**
 * Makes a dump and stores it in the database in parts, so that every process can serve it and its length takes no
 * memory. Keeps the dump before it.
 * @throws UnsettledError
 */
export async function makeDump(
  database: Database,
  config: Config,
  signal: AbortSignal,
): Promise<DumpManifest | null> {
  await removeUseless(database);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const block = await readTip(database);
    if (block === null) return null;
    const made = await tryDump(database, { config, block, signal });
    if (made !== null) return made;
  }
  throw new UnsettledError(
    `Blocks were orphaned, or another process removed the dump, at each of ${TRIES} tries. Run it again`,
  );
}

interface Task {
  config: Config;
  block: DumpHeader["block"];
  signal: AbortSignal;
}

/** @returns null if a line's block is not canonical any more, or another process removed the dump */
async function tryDump(database: Database, task: Task): Promise<DumpManifest | null> {
  const id = await begin(database);
  let made: DumpManifest | null = null;
  try {
    made = await fill(database, id, task);
  } finally {
    // Otherwise other makers keep it for an hour, in case it is still being made.
    if (made === null) await removeUnfinished(database, id);
  }
  return made;
}

/** Makes the dump that has begun. @returns null as `tryDump` does */
async function fill(
  database: Database,
  id: number,
  { config, block, signal }: Task,
): Promise<DumpManifest | null> {
  const at = Date.now();
  const web = webConfig(config);
  const header: DumpHeader = {
    ...{ colonnade: "dump", version: 1, network: web.network },
    contracts: {
      protocol: web.protocolContract,
      endorsement: web.endorsementContract,
      bns: web.bnsContract,
    },
    ...{ origin: config.origin, at: new Date(at).toISOString(), block },
  };
  const counts = { profiles: 0, organizations: 0, endorsements: 0 };
  const tips = new Set([block.id]);
  let last = block;
  async function* lines(): AsyncGenerator<string> {
    const hash = createHash("sha256");
    const send = (json: string) => {
      const line = `${json}\n`;
      hash.update(line);
      return line;
    };
    yield send(JSON.stringify(header));
    for await (const { kind, json } of dumpLines({ database, config: web, signal, tips })) {
      signal.throwIfAborted();
      counts[kind] += 1;
      yield send(json);
    }
    last = (await retryWhileUnavailable(() => readTip(database), signal)) ?? block;
    tips.add(last.id);
    const end: DumpEnd = { ...counts, block: last, sha256: hash.digest("hex") };
    yield `${JSON.stringify({ end })}\n`;
  }
  const kept = await keep(database, { id, signal }, lines());
  if (kept === null) return null;
  if (!(await retryWhileUnavailable(() => areCanonical(database, [...tips]), signal))) return null;
  const { bytes, sha256 } = kept;
  const file = `${config.origin}/dump/${sha256}.ndjson.gz`;
  const schema = `${config.origin}/dump/schema.json`;
  const manifest: DumpManifest = { ...header, ...counts, bytes, sha256, file, schema };
  const whole = { id, at, sha256, tip: last.id, manifest: JSON.stringify(manifest) };
  const isKept = await retryWhileUnavailable(() => finish(database, whole), signal);
  return isKept ? manifest : null;
}

/** Stores whom watchers suspend, before the first line is read. */
async function begin({ kysely }: Database): Promise<number> {
  const { id } = await kysely
    .insertInto("dumps")
    .values({ at: Date.now(), suspended: suspendedNow })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Compresses lines into parts.
 * @returns the length and the digest of the file; null if another process has removed the dump
 */
async function keep(
  database: Database,
  { id, signal }: { id: number; signal: AbortSignal },
  lines: AsyncIterable<string>,
): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash("sha256");
  let [n, bytes] = [0, 0];
  let waiting: Buffer[] = [];
  let length = 0;
  async function write(): Promise<boolean> {
    const part = { dump_id: id, n, bytes: Buffer.concat(waiting) };
    [waiting, length] = [[], 0];
    hash.update(part.bytes);
    bytes += part.bytes.length;
    n += 1;
    return retryWhileUnavailable(() => store(database, part), signal);
  }
  const gzip = Readable.from(lines).compose(createGzip());
  for await (const chunk of gzip) {
    waiting.push(chunk);
    length += chunk.length;
    if (length >= PART && !(await write())) return null;
  }
  if (length > 0 && !(await write())) return null;
  return { bytes, sha256: hash.digest("hex") };
}

/** Stores a part, and when it was stored. @returns false if another process has removed the dump */
const store = ({ kysely }: Database, part: { dump_id: number; n: number; bytes: Buffer }) =>
  kysely.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable("dumps")
      .set({ at: Date.now() })
      .where("id", "=", part.dump_id)
      .returning("id")
      .executeTakeFirst();
    if (updated === undefined) return false;
    // An earlier try may have succeeded although its answer was lost.
    const insert = trx.insertInto("dump_parts").values(part);
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
    return true;
  });

/** Lets a dump be served, and removes those that it replaces. @returns false if another process has removed it */
async function finish(
  { kysely }: Database,
  { id, ...whole }: { id: number; at: number; sha256: string; tip: string; manifest: string },
): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    // Makers finish one after the other: two that began in the same millisecond make the same file, which is kept once.
    await trx.selectFrom("dumps").select("id").orderBy("id").forUpdate().execute();
    const twin = await trx
      .selectFrom("dumps")
      .where("sha256", "=", whole.sha256)
      .where("id", "<>", id)
      .select("id")
      .executeTakeFirst();
    if (twin !== undefined) {
      await trx.deleteFrom("dumps").where("id", "=", id).execute();
      return true;
    }
    const updated = await trx
      .updateTable("dumps")
      .set(whole)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    // Never this one: others that began after it may have finished before it.
    const older = trx
      .selectFrom("dumps")
      .where("manifest", "is not", null)
      .where("id", "<>", id)
      .orderBy("id", "desc")
      .offset(KEPT - 1)
      .select("id");
    await trx.deleteFrom("dumps").where("id", "in", older).execute();
    return updated !== undefined;
  });
}

/** Removes abandoned dumps, and whole ones that are served no more. */
const removeUseless = (database: Database) =>
  database.kysely
    .deleteFrom("dumps")
    .where(({ and, eb, or }) =>
      or([
        and([eb("manifest", "is", null), eb("at", "<", Date.now() - ABANDONED)]),
        and([
          eb("manifest", "is not", null),
          eb("id", "not in", servedDumps(database).clearSelect().select("dumps.id")),
        ]),
      ]),
    )
    .execute();

const removeUnfinished = ({ kysely }: Database, id: number) =>
  kysely.deleteFrom("dumps").where("id", "=", id).where("manifest", "is", null).execute();

async function readTip({ kysely }: Database): Promise<DumpHeader["block"] | null> {
  const tip = await kysely
    .selectFrom("cursor as c")
    .innerJoin("blocks as b", "b.index_block_hash", "c.index_block_hash")
    .select(["b.height", "b.index_block_hash as id"])
    .executeTakeFirst();
  return tip ?? null;
}

async function areCanonical({ kysely }: Database, hashes: string[]): Promise<boolean> {
  const found = await kysely
    .selectFrom("blocks")
    .where("index_block_hash", "=", anyText(hashes))
    .where("canonical", "=", true)
    .select("index_block_hash")
    .execute();
  return found.length === hashes.length;
}
