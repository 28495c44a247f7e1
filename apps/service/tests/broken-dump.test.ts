import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { openTestDatabase } from "./support/database.ts";
import { approve, registerThree, startFixture, submit } from "./support/fixture.ts";
import { runOn } from "./support/operator.ts";
import { alice, bob } from "./support/people.ts";

describe("A broken dump", () => {
  let folder: string;
  let lines: string[];
  let database: Database;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-dump-"));
    const fixture = await startFixture();
    await registerThree(fixture);
    await fixture.mine(submit(1, alice, bob), approve(1, alice, bob));
    const said = await runOn(fixture.database, ["dump", "make"]);
    const path = new URL(said.at(-1) ?? "").pathname;
    const response = await fetch(`${fixture.service.origin}${path}`);
    lines = gunzipSync(await response.bytes())
      .toString()
      .trimEnd()
      .split("\n");
    await fixture.close();
    database = await openTestDatabase();
  });

  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  async function expectRefused(text: string | Buffer, words: string | RegExp): Promise<void> {
    const path = join(folder, "broken.ndjson.gz");
    await writeFile(path, typeof text === "string" ? gzipSync(text) : text);
    await expect(runOn(database, ["dump", "load", path])).rejects.toThrow(words);
    const { rows } = await sql`select from pg_namespace where nspname = 'dump'`.execute(
      database.kysely,
    );
    expect(rows).toEqual([]);
  }

  it("is refused wherever it is cut off, and leaves nothing", async () => {
    for (let count = 0; count < lines.length; count += 1) {
      await expectRefused(`${lines.slice(0, count).join("\n")}\n`, /not whole|does not fit a dump/);
    }
    const whole = gzipSync(lines.join("\n"));
    await expectRefused(whole.subarray(0, whole.length - 20), "cannot be read");
  });

  it("is refused with any line left out, repeated or put elsewhere", async () => {
    const inner = lines.length - 2;
    await fc.assert(
      fc.asyncProperty(fc.nat(inner - 1), fc.constantFrom("drop", "twice"), async (at, how) => {
        const copy = [...lines];
        const [line = ""] = copy.splice(at + 1, 1);
        if (how === "twice") copy.splice(at + 1, 0, line, line);
        await expectRefused(
          copy.join("\n"),
          how === "twice" ? /repeats (profiles|endorsements) / : "not whole",
        );
      }),
      { numRuns: 10 },
    );
  });

  it("is refused with any character of its lines changed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom("0", "x", "}"), async (at, by) => {
        const text = lines.slice(0, -1).join("\n");
        const place = at % text.length;
        fc.pre(text[place] !== by && text[place] !== "\n");
        const changed = `${text.slice(0, place)}${by}${text.slice(place + 1)}\n${lines.at(-1)}`;
        await expectRefused(changed, /does not fit a dump|changed|another endorsement|repeats /);
      }),
      { numRuns: 40 },
    );
  });
});
