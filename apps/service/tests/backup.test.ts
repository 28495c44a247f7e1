import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { chainTables } from "../db/tables.ts";
import { backupTables, rowSchemas } from "../operator/backup-format.ts";
import { openTestDatabase } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import { fillMuch, fillOffChain, readOffChain } from "./support/off-chain-rows.ts";
import { runOn } from "./support/operator.ts";

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

describe.each(databases)("A backup of %s", (_, openDatabase) => {
  it.each(databases)("restores every off-chain row into an empty %s", async (_name, openOther) => {
    const [from, to] = [await openDatabase(), await openOther()];
    await fillMuch(from);
    const file = newFile();
    await runOn(from, ["backup", file]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await runOn(to, ["restore", file]);
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

  it("is refused by a database with off-chain rows, and replaces them when told to", async () => {
    const [from, to] = [await openDatabase(), await openDatabase()];
    await fillOffChain(from, 1);
    await fillOffChain(to, 2);
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
    await expectRefused(replaced('"version":1', '"version":2'), "reads backups of version 1");
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
