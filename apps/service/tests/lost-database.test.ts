import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorBodySchema } from "@colonnade/domain/error.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { migrate } from "../db/migrate.ts";
import { openPgliteFolder } from "../db/pglite.ts";
import { createLog } from "../monitoring/log.ts";
import { readTip } from "../revision/revision.ts";
import type { Service } from "../service.ts";
import { mineBlock, type TestBlock } from "./support/blocks.ts";
import { crash, createCrash } from "./support/crash.ts";
import { fillDataFolder, openTestDatabase } from "./support/database.ts";
import { post, register, startFixture } from "./support/fixture.ts";
import { startNode } from "./support/node.ts";
import { alice, bob } from "./support/people.ts";
import { startProcess } from "./support/process.ts";
import { buildStandIn } from "./support/renderer.ts";

describe("An embedded database that has crashed", () => {
  it("answers 503 to every request and to posted blocks", async () => {
    const database = await openTestDatabase();
    const fixture = await startFixture({ database });
    onTestFinished(() => fixture.close());
    const { service } = fixture;
    const tip = await fixture.mine(register(alice));
    await crash(database.kysely);
    for (const path of ["/api/milestones?limit=1", `/api/column?principal=${bob.address}`]) {
      for (let times = 0; times < 3; times += 1) {
        const response = await fetch(`${service.origin}${path}`);
        expect(response.status).toBe(503);
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({ error: { code: "remote_service_error" } });
      }
    }
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(503);
    const next = await mineBlock(tip, [register(bob)]);
    expect(await post(service, next.payload)).toBe(503);
  });

  it("logs each kind of trouble once a minute, however many ask", async () => {
    const app = await buildStandIn();
    onTestFinished(() => app[Symbol.asyncDispose]());
    const lines: string[] = [];
    const log = createLog("info", { write: (line: string) => void lines.push(line) });
    const database = await openTestDatabase();
    const fixture = await startFixture({ database, webFolder: app.webFolder, log, askEvery: 20 });
    onTestFinished(() => fixture.close());
    await crash(database.kysely);
    lines.length = 0;
    const { origin, metricsUrl } = fixture.service;
    const urls = [
      `${origin}/home`,
      `${origin}/readyz`,
      `${origin}/api/stream`,
      `${metricsUrl}/metrics`,
    ];
    for (let times = 0; times < 40; times += 1) {
      await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
    }
    // Those with an id are of slow requests.
    const ofTrouble = lines.filter((line) => !line.includes("requestId"));
    expect(ofTrouble.length).toBeGreaterThan(0);
    expect(ofTrouble.length).toBeLessThan(10);
  });

  it("ends the process with exit code 1, and is as it was when that is started again", async () => {
    const tries = triesOf({ usual: 1, torture: 20 });
    for (let made = 0; made < tries; made += 1) await crashAndStart();
    tellRow({
      fault: "the embedded database crashes",
      tries,
      result:
        "503 with `Retry-After`; the process ends with 1, and has its data when it starts again",
      longestMs: null,
    });
  });

  async function crashAndStart(): Promise<void> {
    const folder = await fillDataFolder(await mkdtemp(join(tmpdir(), "colonnade-lost-")));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { kysely, close } = await openPgliteFolder(`${folder}/service`);
    await createCrash(kysely);
    await sql`create function crash_at_insert() returns trigger language plpgsql
      as 'begin perform crash(1); return new; end'`.execute(kysely);
    await sql`create trigger crash before insert on contact_messages
      for each row execute function crash_at_insert()`.execute(kysely);
    await close();
    const node = await startNode();
    onTestFinished(() => node.close());
    const start = () =>
      startProcess({ COLONNADE_DATA: folder, COLONNADE_NODE_URL: node.url, LOG_LEVEL: "info" });

    const first = await start();
    onTestFinished(() => first.kill());
    const block = await mineBlock(null, [register(alice)]);
    node.add(block);
    node.tip = block;
    expect(await post(first, block.payload)).toBe(200);
    const exited = once(first.child, "exit");
    const response = await fetch(`${first.origin}/api/contact-info`, {
      method: "POST",
      headers: { origin: first.origin, "content-type": "application/json" },
      body: JSON.stringify({ name: "Ann", email: "ann@example.com", message: "Hello" }),
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: "remote_service_error" } });
    expect((await exited)[0]).toBe(1);

    const second = await start();
    onTestFinished(() => second.kill());
    const { tip } = await createClient({ origin: second.origin })("getStatus");
    expect(tip?.indexBlockHash).toBe(block.payload.index_block_hash);
    await second.stop();
  }
});

describe("A statement of the embedded database that hangs", () => {
  /** Milliseconds that a statement may take: longer than a request. */
  const LONGEST = 5_000;

  it("gets 503 for all requests, and ends the database, which is as it was when it is opened again", async () => {
    const tries = triesOf({ usual: 1, torture: 20 });
    for (let made = 0; made < tries; made += 1) await hangAndOpen();
    tellRow({
      fault: "a statement of the embedded database hangs",
      tries,
      result: "503 with `Retry-After`; the database ends and has its data when it is opened again",
      longestMs: null,
    });
  });

  async function hangAndOpen(): Promise<void> {
    const folder = await fillDataFolder(await mkdtemp(join(tmpdir(), "colonnade-hung-")));
    onTestFinished(() => rm(folder, { recursive: true }));
    const database = await openPgliteFolder(`${folder}/service`, migrate, LONGEST);
    // Together they take longer than one may.
    for (let run = 0; run < 3; run += 1) await sql`select pg_sleep(2)`.execute(database.kysely);
    const lines: string[] = [];
    const log = createLog("error", { write: (line: string) => void lines.push(line) });
    const fixture = await startFixture({ database, log });
    let tip: TestBlock;
    try {
      tip = await fixture.mine(register(alice));
      const hung = expect(sql`select pg_sleep(1000)`.execute(database.kysely)).rejects.toThrow(
        "A statement took over 5 s: select pg_sleep",
      );
      expect(await askInVain(fixture.service)).toContain("took too long");
      await hung;
      expect(await askInVain(fixture.service)).toContain("The database does not answer now");
      expect(lines.join()).toContain("A statement took over 5 s");
    } finally {
      await fixture.close();
    }
    const { kysely, close } = await openPgliteFolder(`${folder}/service`);
    expect((await readTip(kysely))?.indexBlockHash).toBe(tip.payload.index_block_hash);
    await close();
  }

  /** Reads something. @returns the message of the 503 */
  async function askInVain({ origin }: Service): Promise<string> {
    const response = await fetch(`${origin}/api/milestones?limit=1`);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    const { error } = errorBodySchema.parse(await response.json());
    expect(error.code).toBe("remote_service_error");
    return error.message;
  }
});
