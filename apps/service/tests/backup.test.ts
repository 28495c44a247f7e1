import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { limits } from "@colonnade/domain/limits.ts";
import { longestOf } from "@colonnade/torture/torture.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { chainTables } from "../db/tables.ts";
import { backupTables, rowSchemas } from "../operator/backup-format.ts";
import type { Progress } from "../operator/command.ts";
import { openTestDatabase } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import { startFixture } from "./support/fixture.ts";
import { fillMuch, fillOffChain, readOffChain } from "./support/off-chain-rows.ts";
import { runOn } from "./support/operator.ts";
import { longestWaitDuring } from "./support/prober.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "colonnade-backup-"));
});

afterAll(() => rm(folder, { recursive: true }));

let files = 0;
function newFile(): string {
  files += 1;
  return join(folder, `${files}.backup`);
}

/** In all 60 MB. */
const IMAGES = 150;
/** Milliseconds that a request or a statement may take meanwhile: on a busy machine, a quarter of what the backup takes. */
const latest = (backup: number) => Math.max(longestOf(100), backup / 4);

/** Writes so many follows that several statements delete and restore them. */
async function fillFollows({ kysely }: Database): Promise<void> {
  const fans = sql`select rpad('fan ' || n, 100) as fan, n from generate_series(1, 8000) n`;
  await sql`insert into follows select fan, 'idol', n from (${fans}) f`.execute(kysely);
  await sql`insert into follow_counts
    select fan, 0, 1 from (${fans}) f union all select 'idol', 8000, 0`.execute(kysely);
}

/** The milliseconds of the longest statement for a list while something happens. Only PostgreSQL tells. */
async function longestStatement({ work }: Database, happen: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isDone = false;
  const happening = happen().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { rows } = await sql<{ ms: number }>`
      select coalesce(max(1000 * extract(epoch from clock_timestamp() - query_start)), 0)::float8 as ms
      from pg_stat_activity where datname = current_database() and state = 'active'
        and application_name = 'colonnade list'`.execute(work);
    longest = Math.max(longest, rows[0]?.ms ?? 0);
  }
  await happening;
  return longest;
}

describe.each(databases)("A backup of %s", (kind, openDatabase) => {
  it.each(databases)("restores every off-chain row into an empty %s", async (_name, openOther) => {
    const [from, to] = [await openDatabase(), await openOther()];
    await fillMuch(from);
    const file = newFile();
    await runOn(from, ["backup", file]);
    const { mode, size } = await stat(file);
    expect(mode & 0o777).toBe(0o600);
    const told: Progress[] = [];
    await runOn(to, ["restore", file], { onProgress: (progress) => told.push(progress) });
    expect(told.at(-1)).toEqual({ what: "bytes", done: size, total: size });
    expect(await readOffChain(to)).toEqual(await readOffChain(from));
    // New rows get new numbers.
    await fillOffChain(to, 1_000);
    await from.close();
    await to.close();
  });

  it("is a snapshot, whatever is written while it is made", async () => {
    const [from, to] = [await openDatabase(), await openTestDatabase()];
    await fillMuch(from);
    const before = await readOffChain(from);
    const file = newFile();
    let salt = 5_000;
    const onRecord = async () => {
      salt += 1;
      if (salt % 20 === 0) await fillOffChain(from, salt);
    };
    await runOn(from, ["backup", file], { onRecord });
    expect(salt).toBeGreaterThan(5_200);
    await runOn(to, ["restore", file]);
    expect(await readOffChain(to)).toEqual(before);
    await from.close();
    await to.close();
  });

  it("is whole when an image is removed meanwhile", async () => {
    const [from, to] = [await openDatabase(), await openTestDatabase()];
    await fillOffChain(from, 1);
    await fillOffChain(from, 2);
    const file = newFile();
    const onRecord = async () => {
      await from.kysely.deleteFrom("images").where("cid", "=", "cid2").execute();
    };
    await runOn(from, ["backup", file], { onRecord });
    await runOn(to, ["restore", file]);
    const { rows } = await sql`select cid from images order by cid`.execute(to.kysely);
    // PostgreSQL has its bytes in the snapshot, too.
    expect(rows).toEqual([{ cid: "cid1" }, ...(kind === "PGlite" ? [] : [{ cid: "cid2" }])]);
    await from.close();
    await to.close();
  });

  it("holds up nobody while it is made, however many images there are", async () => {
    const database = await openDatabase();
    const fixture = await startFixture({ database });
    await sql`
      insert into images (cid, bytes, content_type, uploader, at)
      select n, decode(repeat('00', ${limits.storedImageBytes}), 'hex'), 'image/webp', '', n
      from generate_series(1, ${IMAGES}) n`.execute(database.work);
    const { origin } = fixture.service;
    const file = newFile();
    const waits: number[] = [];
    let took = 0;
    const longest = await longestStatement(database, async () => {
      const health = await longestWaitDuring(`${origin}/healthz`, async () => {
        const read = await longestWaitDuring(`${origin}/api/status`, async () => {
          const began = performance.now();
          await runOn(database, ["backup", file]);
          took = performance.now() - began;
        });
        waits.push(read.longest);
      });
      waits.push(health.longest);
    });
    expect(Math.max(longest, ...waits)).toBeLessThan(latest(took));
    await fixture.close();
  });

  it("is refused by a database with off-chain rows, and replaces them when told to", async () => {
    const [from, to] = [await openDatabase(), await openDatabase()];
    await fillOffChain(from, 1);
    await fillOffChain(to, 2);
    for (const database of [from, to]) await fillFollows(database);
    const file = newFile();
    await runOn(from, ["backup", file]);
    const before = await readOffChain(to);
    await expect(runOn(to, ["restore", file])).rejects.toThrow("The database has follows already");
    expect(await readOffChain(to)).toEqual(before);
    await runOn(to, ["restore", file, "--replace"]);
    const { named_images, unpins, ...own } = await readOffChain(to);
    expect(await readOffChain(from)).toMatchObject(own);
    // The index names images, too, so these are added to what is there.
    expect([named_images?.length, unpins?.length]).toEqual([2, 2]);
    await from.close();
    await to.close();
  });
});

describe("A backup file", () => {
  let from: Database;
  let file: string;
  let lines: string[];

  beforeAll(async () => {
    from = await openTestDatabase();
    await fillOffChain(from, 1);
    file = newFile();
    await runOn(from, ["backup", file]);
    lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split("\n");
  });

  afterAll(() => from.close());

  /** Restores changed lines, and expects nothing of them in the database. */
  async function expectRefused(changed: string[] | Buffer, message: string): Promise<void> {
    const to = await openTestDatabase();
    const empty = await readOffChain(to);
    const bad = newFile();
    await writeFile(bad, Array.isArray(changed) ? gzipSync(`${changed.join("\n")}\n`) : changed);
    await expect(runOn(to, ["restore", bad])).rejects.toThrow(message);
    expect(await readOffChain(to)).toEqual(empty);
    await to.close();
  }

  const replaced = (part: string | RegExp, by: string) =>
    lines.map((line) => line.replace(part, by));

  it("is refused whole when a line, the end or a part of it is wrong", async () => {
    const compressed = await readFile(file);
    await expectRefused(lines.slice(0, -1), "it has no last line");
    await expectRefused(lines.toSpliced(1, 1), "is not whole: it has 1 follows, not 2");
    await expectRefused([...lines, "{}"], "there is something after the end");
    await expectRefused(compressed.subarray(0, compressed.length - 20), "cannot be read");
    await expectRefused(Buffer.from("nothing"), "cannot be read");
    await expectRefused(replaced('"version":2', '"version":1'), "reads backups of version 2");
    await expectRefused(replaced('"devnet"', '"mainnet"'), "is of mainnet, but the settings");
    await expectRefused(replaced(/"at":\d+/, '"at":"now"'), "line 2");
    await expectRefused(replaced('{"follows":{', '{"follows":{"more":1,'), "more");
    await expectRefused(replaced('{"follows"', '{"sessions"'), '"sessions" is not a table');
    await expectRefused(replaced(/"bytes":"\\\\x../, '"bytes":"zz'), "bytes");
    await expectRefused(replaced('"document":"{', '"document":"'), "is not JSON");
  });

  it("never replaces another, and leaves nothing behind when it fails", async () => {
    await expect(runOn(from, ["backup", file])).rejects.toThrow("is there already");
    const other = newFile();
    await expect(
      runOn(from, ["backup", other], {
        onRecord: () => Promise.reject(new Error("broken")),
      }),
    ).rejects.toThrow("broken");
    const late = newFile();
    const raced = runOn(from, ["backup", late], {
      onRecord: () => writeFile(late, "mine"),
    });
    await expect(raced).rejects.toThrow("cannot be made");
    expect(await readFile(late, "utf8")).toBe("mine");
    const names = await readdir(folder);
    expect(names.filter((name) => name.endsWith(".unfinished"))).toEqual([]);
    expect(names).not.toContain(other);
  });

  it("has every column of every table that is neither on chain nor left out on purpose", async () => {
    const leftOut = [
      "sessions",
      "challenges",
      "follow_counts",
      "image_totals",
      "linked_images",
      "cursor",
      "node_tip",
      "dumps",
      "dump_parts",
    ];
    const { rows } = await sql<{ name: string; columns: string[] }>`
      select table_name::text as name, array_agg(column_name::text) as columns
      from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%' group by 1`.execute(
      from.kysely,
    );
    const aside = new Set<string>([...chainTables, ...leftOut]);
    const expected = rows.filter(({ name }) => !aside.has(name));
    const held = backupTables.map((name) => ({
      name,
      columns: Object.keys(rowSchemas[name].shape).sort(),
    }));
    const sorted = (tables: typeof expected) =>
      tables
        .map(({ name, columns }) => ({ name, columns: columns.toSorted() }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(sorted(held)).toEqual(sorted(expected));
  });
});
