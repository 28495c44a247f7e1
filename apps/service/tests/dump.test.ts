import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readConfig } from "@colonnade/domain/config.ts";
import { type DumpLine, dumpLineSchema, dumpManifestSchema } from "@colonnade/domain/dump.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "../db/database.ts";
import { DatabaseUnavailableError } from "../db/unavailable.ts";
import { makeDump } from "../dump/make.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  discard,
  type Fixture,
  registerThree,
  reject,
  startFixture,
  submit,
  suspend,
  withdraw,
} from "./support/fixture.ts";
import { runOn } from "./support/operator.ts";
import { alice, bob, carol } from "./support/people.ts";
import { newOrganization } from "./support/review.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "colonnade-dump-"));
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(databases)("A dump of %s", (_, openDatabase) => {
  let database: Database;
  let fixture: Fixture;

  beforeAll(async () => {
    database = await openDatabase();
    fixture = await startFixture({ database });
    expect((await get("/dump.json")).status).toBe(404);
    await expect(runOn(database, ["dump", "make"])).rejects.toThrow("No block is indexed yet.");
    await registerThree(fixture);
    await fixture.mine(
      submit(1, alice, bob, { title: "Approved", description: "U+0000 \u0000 & שלום" }),
      approve(1, alice, bob, { title: "Approved", description: "U+0000 \u0000 & שלום" }),
      submit(2, alice, bob, { title: "Pending" }),
      submit(3, bob, alice, { title: "Withdrawn" }),
      approve(3, bob, alice, { title: "Withdrawn" }),
      withdraw(3, bob),
      submit(4, alice, bob, { title: "Rejected" }),
      reject(4, alice, bob),
      submit(5, alice, bob, { title: "Discarded" }),
      approve(5, alice, bob, { title: "Discarded" }),
      discard(5, alice, bob),
      submit(6, carol, bob, { title: "Carol's" }),
      approve(6, carol, bob, { title: "Carol's" }),
      submit(1_200, alice, bob, { title: "Far" }),
      approve(1_200, alice, bob, { title: "Far" }),
      newOrganization(alice),
    );
    await runOn(database, ["dump", "make"]);
  });

  afterAll(() => fixture.close());

  const get = (path: string, init?: RequestInit) =>
    fetch(new URL(path, fixture.service.origin), init);
  async function readManifest() {
    const manifest = dumpManifestSchema.parse(await (await get("/dump.json")).json());
    // The command that makes dumps here knows no port of the service.
    return { ...manifest, file: new URL(manifest.file).pathname };
  }

  async function readLines(): Promise<DumpLine[]> {
    const { file } = await readManifest();
    const bytes = await (await get(file)).bytes();
    const [, ...lines] = gunzipSync(bytes).toString().trimEnd().split("\n");
    return lines.slice(0, -1).map((line) => dumpLineSchema.parse(JSON.parse(line)));
  }

  const idsIn = (lines: DumpLine[]) =>
    lines.flatMap((line) => ("endorsement" in line ? [line.endorsement.id] : []));
  const peopleIn = (lines: DumpLine[]) =>
    lines.flatMap((line) => ("profile" in line ? [line.profile.address] : []));

  it("names the file's digest and length", async () => {
    const manifest = await readManifest();
    expect(manifest).toMatchObject({ profiles: 3, organizations: 1, endorsements: 4, version: 1 });
    const response = await get(manifest.file);
    expect(response.headers.get("content-type")).toBe("application/gzip");
    expect(response.headers.get("content-length")).toBe(String(manifest.bytes));
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const bytes = await response.bytes();
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(manifest.sha256);
    const etag = response.headers.get("etag") ?? "";
    for (const path of [manifest.file, "/dump.json"]) {
      const again = await get(path, { headers: { "if-none-match": etag } });
      expect(again.status).toBe(304);
    }
    const head = await get(manifest.file, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([
      200,
      String(manifest.bytes),
    ]);
  });

  it("holds what everybody may read, as the other answers have it, and nothing else", async () => {
    const lines = await readLines();
    expect(idsIn(lines)).toEqual([1, 3, 6, 1_200]);
    expect(new Set(peopleIn(lines))).toEqual(
      new Set([alice, bob, carol].map((one) => one.address)),
    );
    for (const line of lines) {
      if (!("endorsement" in line)) continue;
      const { id } = line.endorsement;
      expect(line.proof).toEqual(await fixture.api("getProof", { params: { id } }));
      expect(line.endorsement).toEqual(await fixture.api("getEndorsement", { query: { id } }));
    }
    const cards = lines.flatMap((line) => ("organization" in line ? [line.organization] : []));
    expect(cards).toEqual(await fixture.api("listOrganizations"));
  });

  it("describes its lines by a JSON Schema", async () => {
    const schema = await (await get("/dump/schema.json")).json();
    expect(JSON.stringify(schema)).toContain('"endorsement"');
  });

  it("leaves out somebody whom a watcher suspends, and the dump from before is removed", async () => {
    const before = await readManifest();
    await fixture.mine(suspend(carol));
    for (const path of [before.file, "/dump.json"]) expect((await get(path)).status).toBe(404);
    await runOn(database, ["dump", "make"]);
    const lines = await readLines();
    expect(idsIn(lines)).toEqual([1, 3, 1_200]);
    expect(peopleIn(lines)).not.toContain(carol.address);
    expect((await get(before.file)).status).toBe(404);
    // Nothing of it is left in the database either.
    const { rows } = await sql`select from dumps`.execute(database.kysely);
    expect(rows).toHaveLength(1);
    await fixture.mine(suspend(carol, { restored: true }));
  });

  it("keeps the last but one, which somebody may still be loading", async () => {
    const seen = [];
    for (let count = 0; count < 3; count += 1) {
      await fixture.mine(submit(2_000 + count, alice, bob));
      await runOn(database, ["dump", "make"]);
      seen.push((await readManifest()).file);
    }
    const statuses = await Promise.all(
      seen.map(async (file) => (await get(file, { method: "HEAD" })).status),
    );
    expect(statuses).toEqual([404, 200, 200]);
  });

  /**
   * Makes a dump. `between` runs at most `times`, when the document of endorsement 6 was read and its proof was not.
   * @returns what the command says
   */
  async function makeWith(between: () => Promise<unknown>, times = 1): Promise<string[]> {
    let count = 0;
    const asked: Database = {
      ...database,
      readJson: async (statement, values) => {
        const json = await database.readJson(statement, values);
        if (count < times && statement.name === "endorsement" && values[0] === 6) {
          count += 1;
          await between();
        }
        return json;
      },
    };
    const said = await runOn(asked, ["dump", "make"]);
    expect(count).toBe(times);
    return said;
  }

  it("goes on where the database did not answer", async () => {
    await makeWith(() => Promise.reject(new DatabaseUnavailableError("absent", "cut")));
    expect(idsIn(await readLines())).toEqual([1, 3, 6, 1_200]);
  });

  it("says the same in a document and its proof, though a block came between the two", async () => {
    await makeWith(() => fixture.mine(withdraw(6, carol)));
    const line = (await readLines()).find(
      (one) => "endorsement" in one && one.endorsement.id === 6,
    );
    expect(line).toMatchObject({
      endorsement: { withdrawn: expect.anything() },
      proof: { claim: { status: "withdrawn" } },
    });
  });

  it("is begun again when a block that approved something is orphaned meanwhile", async () => {
    const base = await fixture.mine(submit(600, alice, bob));
    const steps = new Map([
      [6, () => fixture.mine(approve(600, alice, bob))],
      [
        1_200,
        () => {
          fixture.tip = base;
          return fixture.mine();
        },
      ],
    ]);
    const asked: Database = {
      ...database,
      readJson: async (statement, values) => {
        const json = await database.readJson(statement, values);
        const id = statement.name === "endorsement" ? Number(values[0]) : 0;
        const step = steps.get(id);
        steps.delete(id);
        await step?.();
        return json;
      },
    };
    await runOn(asked, ["dump", "make"]);
    expect(steps.size).toBe(0);
    expect(idsIn(await readLines())).toEqual([1, 3, 6, 1_200]);
  });

  it("ends when it is told to, though every reading meets another block", async () => {
    const stopping = new AbortController();
    const asked: Database = {
      ...database,
      readJson: async (statement, values) => {
        const json = await database.readJson(statement, values);
        await fixture.mine();
        stopping.abort();
        return json;
      },
    };
    const config = readConfig({});
    await expect(makeDump(asked, config, stopping.signal)).rejects.toThrow("aborted");
  });

  const makeOther = () => runOn(database, ["dump", "make"]);
  const filesOf = async () => {
    const whole = database.kysely.selectFrom("dumps").where("manifest", "is not", null);
    const rows = await whole.select("sha256").orderBy("id").execute();
    return rows.map(({ sha256 }) => `/dump/${sha256}.ndjson.gz`);
  };

  it("is made whole while somebody else makes one", async () => {
    await makeWith(makeOther);
    const files = await filesOf();
    expect(files).toHaveLength(2);
    for (const file of files) {
      const [, ...lines] = gunzipSync(await (await get(file)).bytes())
        .toString()
        .split("\n");
      expect(lines).toContainEqual(expect.stringContaining('"end"'));
    }
  });

  it("is kept when two others that began after it were finished before it", async () => {
    const said = await makeWith(async () => {
      await makeOther();
      await fixture.mine();
      await makeOther();
    });
    const file = new URL(said.at(-1) ?? "").pathname;
    const newest = (await readManifest()).file;
    expect(await filesOf()).toEqual([file, newest]);
    for (const path of [file, newest]) {
      expect((await get(path, { method: "HEAD" })).status).toBe(200);
    }
  });

  it("is made whole while somebody is suspended and somebody else makes one", async () => {
    await makeWith(async () => {
      await fixture.mine(suspend(carol));
      await makeOther();
    });
    expect(idsIn(await readLines())).toEqual([1, 3, 1_200]);
    await fixture.mine(suspend(carol, { restored: true }));
    await makeOther();
    expect(idsIn(await readLines())).toEqual([1, 3, 6, 1_200]);
  });

  it("is one file when two make the same one at the same millisecond", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const [first, second] = await Promise.all([makeOther(), makeOther()]);
      expect(second).toEqual(first);
      const { file } = await readManifest();
      expect((await filesOf()).filter((each) => each === file)).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  const removeUnfinished = () =>
    database.kysely.deleteFrom("dumps").where("manifest", "is", null).execute();

  it("is begun again when it is removed meanwhile, three times at most", async () => {
    await makeWith(removeUnfinished, 2);
    expect(idsIn(await readLines())).toEqual([1, 3, 6, 1_200]);
    await expect(makeWith(removeUnfinished, 3)).rejects.toThrow(
      "another process removed the dump, at each of 3 tries",
    );
  });

  it("is removed when it is not finished and got no part for an hour", async () => {
    const ago = (minutes: number) => ({ at: Date.now() - minutes * 60_000, suspended: "" });
    const begun = await database.kysely
      .insertInto("dumps")
      .values([ago(61), ago(59)])
      .returning("id")
      .execute();
    await makeOther();
    const left = await database.kysely
      .selectFrom("dumps")
      .where("manifest", "is", null)
      .select("id")
      .execute();
    expect(left).toEqual(begun.slice(1));
    await removeUnfinished();
  });

  it("leaves nothing when it cannot be made", async () => {
    await expect(makeWith(() => Promise.reject(new Error("No more")))).rejects.toThrow("No more");
    const { rows } = await sql`select from dumps where manifest is null`.execute(database.kysely);
    expect(rows).toEqual([]);
  });

  it("is loaded into the tables of an empty database", async () => {
    const { file } = await readManifest();
    const path = join(folder, `${_}.ndjson.gz`);
    await writeFile(path, await (await get(file)).bytes());
    const other = await openDatabase();
    const said = await runOn(other, ["dump", "load", path]);
    expect(said.join("\n")).toMatch(/dump\.endorsements +4/);
    const { rows } = await sql<{ id: number; document: string; proof: string }>`
      select id, document, proof from dump.endorsements order by id`.execute(other.kysely);
    for (const { id, document, proof } of rows) {
      const query = { id: Number(id) };
      expect(JSON.parse(document)).toEqual(await fixture.api("getEndorsement", { query }));
      expect(JSON.parse(proof)).toEqual(await fixture.api("getProof", { params: query }));
    }
    await expect(runOn(other, ["dump", "load", path])).rejects.toThrow("has a dump already");
    await other.close();
  });
});

it("is kept by other makers while it gets parts, though it was begun more than an hour ago", async () => {
  await using stack = new AsyncDisposableStack();
  const { database, mine, close } = await startFixture();
  stack.defer(close);
  const ids = [1, 2];
  await mine(
    ...ids.flatMap((id) => [
      submit(id, alice, bob, { title: "Words" }),
      approve(id, alice, bob, { title: "Words" }),
    ]),
  );
  // More than a part even when compressed, so that the first part is stored before the last endorsement is read.
  const words = randomBytes(1_400_000).toString("base64url");
  await sql`update endorsements set fragment = replace(fragment, 'Words', ${words}) where id = 1`.execute(
    database.kysely,
  );
  const countParts = async () => {
    const { rows } = await sql`select from dump_parts`.execute(database.kysely);
    return rows.length;
  };
  const read: unknown[] = [];
  const asked: Database = {
    ...database,
    readJson: async (statement, [id, ...more]) => {
      if (statement.name === "endorsement") read.push(id);
      if (statement.name === "endorsement" && id === 1) await setBack(database);
      if (statement.name === "endorsement" && id === ids.length) {
        await expect.poll(countParts).toBeGreaterThan(0);
        await runOn(database, ["dump", "make"]);
      }
      return database.readJson(statement, [id, ...more]);
    },
  };
  await runOn(asked, ["dump", "make"]);
  expect(read).toEqual(ids);
});

/** Makes dumps two hours older. */
const setBack = ({ kysely }: Database) =>
  kysely
    .updateTable("dumps")
    .set(({ eb }) => ({ at: eb("at", "-", 120 * 60_000) }))
    .execute();
