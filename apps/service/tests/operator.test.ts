import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { UsageError } from "../operator/command.ts";
import { parseCommandLine } from "../operator/command-line.ts";
import type { Service } from "../service.ts";
import { mineBlock, type TestBlock } from "./support/blocks.ts";
import { askForTemplate, fillDataFolder, keepOpen, openTestDatabase } from "./support/database.ts";
import { makeTestPostgres } from "./support/databases.ts";
import { register, startTestService } from "./support/fixture.ts";
import { startNode, type TestNode } from "./support/node.ts";
import { runHere, runOperator, runUnread } from "./support/operator.ts";
import { alice, bob, carol } from "./support/people.ts";
import { startProcess } from "./support/process.ts";

let folder: string;
const made = new AsyncDisposableStack();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "colonnade-operator-"));
});

afterAll(async () => {
  await made.disposeAsync();
  await rm(folder, { recursive: true });
});

const makeFolder = () => mkdtemp(join(folder, "data-"));

const makeMigratedFolder = async () => fillDataFolder(await makeFolder());

/** @param from the database to copy; a migrated one if absent */
async function makePostgres(from?: string) {
  return { DATABASE_URL: made.use(await makeTestPostgres(from)).address };
}
/** A PostgreSQL without tables. */
const makeBarePostgres = async () =>
  makePostgres(new URL("/template0", await askForTemplate("postgres")).href);

const places: [name: string, environment: () => Promise<Record<string, string>>][] = [
  ["PGlite", async () => ({ COLONNADE_DATA: await makeMigratedFolder() })],
  ["PostgreSQL", () => makePostgres()],
];

describe.each(places)("An operator of a service on %s", (_, makeEnvironment) => {
  let node: TestNode;
  let environment: Record<string, string>;
  let running: Service;
  let first: TestBlock;

  beforeEach(async () => {
    node = await startNode();
    environment = { ...(await makeEnvironment()), COLONNADE_NODE_URL: node.url };
    running = await startTestService(node, { environment });
    first = await mine(null, register(alice));
    node.tip = first;
    await post(first.payload);
  });

  afterEach(async () => {
    await running.close();
    await node.close();
  });

  const operate = (...argv: string[]) => runHere(environment, ...argv);
  const operateBeside = (...argv: string[]) => runOperator(environment, ...argv);

  async function mine(parent: TestBlock | null, ...actions: Parameters<typeof mineBlock>[1]) {
    const block = await mineBlock(parent, actions);
    node.add(block);
    return block;
  }

  async function post(payload: unknown): Promise<void> {
    const answer = await fetch(`${running.observerUrl}/new_block`, {
      method: "POST",
      body: JSON.stringify(payload),
    });
    expect(answer.status).toBe(200);
  }

  const readStatus = () => createClient({ origin: running.origin })("getStatus");
  const readGauge = async () => {
    const metrics = await (await fetch(`${running.metricsUrl}/metrics`)).text();
    return /^colonnade_quarantined_blocks (\d+)$/m.exec(metrics)?.[1];
  };

  it("sees what is in quarantine, and drops it until the gauge is 0", async () => {
    const bad = await mine(first, register(bob));
    await post({ ...bad.payload, events: [{ ...bad.payload.events[0], txid: "0x" }] });
    await post("nonsense");
    const list = await operateBeside("quarantine", "list");
    expect(list).toMatchObject({ status: 0, err: "2 in quarantine.\n" });
    const lines = list.out.trim().split("\n");
    expect(lines[0]).toContain(`height 2  ${bad.payload.index_block_hash}`);
    expect(lines[1]).toContain("height unknown  names no block");
    const [one = "", other = ""] = lines.map((line) => line.split(" ")[0] ?? "");

    const shown = await operate("quarantine", "show", one);
    expect(shown.status).toBe(0);
    expect(shown.out).toContain(`parent   ${first.payload.index_block_hash}`);
    expect(shown.out).toContain('"block_height": 2');

    expect(await readGauge()).toBe("2");
    expect(await operateBeside("quarantine", "drop", one, "99")).toMatchObject({
      status: 1,
      err: "Nothing in quarantine has the ID 99.\n",
    });
    expect(await readGauge()).toBe("2");
    expect(await operate("quarantine", "drop", one)).toMatchObject({ out: "1 dropped.\n" });
    expect(await operate("quarantine", "drop", "--older-than", "1")).toMatchObject({
      out: "0 dropped.\n",
    });
    expect(await operate("quarantine", "drop", other)).toMatchObject({ status: 0 });
    expect(await readGauge()).toBe("0");
    expect(await operate("quarantine", "list")).toMatchObject({
      status: 0,
      out: "",
      err: "The quarantine is empty.\n",
    });
  });

  it("has quarantined blocks tried again", async () => {
    const good = await mine(first, register(bob));
    const bad = { ...good.payload, events: [{ ...good.payload.events[0], txid: "0x" }] };
    const lost = await mine(good);
    const waiting = await mine(lost, register(carol));
    for (const payload of [bad, waiting.payload]) await post(payload);
    node.blocks.delete(lost.payload.index_block_hash);
    node.tip = good;
    await post(good.payload);
    expect(await operate("quarantine", "retry")).toMatchObject({
      status: 0,
      out: "0 of 1 left the quarantine.\n",
    });
    node.add(lost);
    expect(await operate("quarantine", "retry")).toMatchObject({
      status: 0,
      out: "1 of 1 left the quarantine.\n",
    });
    expect(await readStatus()).toMatchObject({ tip: { height: 4 }, quarantined: 0 });
  });

  it("sees the status that the service answers, and that the index is stalled", async () => {
    await running.askNode();
    const healthy = await operate("status");
    expect(healthy.status).toBe(0);
    expect(healthy.out).toMatch(
      /^tip +1, of .*\nnode .*\nnode asked +20.*Z\nquarantined +0\nstalled +no$/m,
    );
    expect(JSON.parse((await operate("status", "--json")).out)).toEqual(await readStatus());

    const bad = await mine(first, register(bob));
    const above = await mine(bad, register(carol));
    await post({ ...bad.payload, events: [{ ...bad.payload.events[0], txid: "0x" }] });
    await post(above.payload);
    const stalled = await operate("status");
    expect(stalled.status).toBe(1);
    expect(stalled.out).toContain("Blocks wait behind one that could not be indexed.");
  });

  it("rotates the issuer's key of the running service, and lists both", async () => {
    const api = createClient({ origin: running.origin });
    const [first] = (await api("getIssuer")).verificationMethod;
    const rotated = await operateBeside("issuer-key", "rotate");
    expect(rotated).toMatchObject({ status: 0 });
    expect(rotated.out).toMatch(/^z6Mk\w+ signs from now on\.\n$/);
    await expect.poll(async () => (await api("getIssuer")).verificationMethod.length).toBe(2);
    const [old, present] = (await operate("issuer-key", "list")).out.trim().split("\n");
    expect(old).toMatch(new RegExp(`^${first?.publicKeyMultibase}  since .*  until `));
    expect(present).toMatch(/ {2}signs$/);
  });

  it("sees the status when no service runs, and when one last asked the node", async () => {
    const asked = async () => /^node asked +(.*)$/m.exec((await operate("status")).out)?.[1];
    const before = await asked();
    await running.close();
    const { status, out } = await operate("status");
    expect(status).toBe(0);
    expect(out).toMatch(/^tip +1, of /m);
    expect(Date.parse(before ?? "")).toBeGreaterThan(0);
    expect(await asked()).toBe(before);
    running = await startTestService(node, { environment });
    expect(await readStatus()).toMatchObject({ tip: { height: 1 } });
  });
});

describe("An operator", () => {
  it("gets exit status 2 and the usage for what is no command line", async () => {
    const { status, err } = await runOperator({}, "mend");
    expect(status).toBe(2);
    expect(err).toContain('There is no command "mend"');
    expect(err).toContain("Usage: npm run colonnade -- COMMAND");
  });

  it.each([
    ["an unknown option", ["status", "--loud"], "Unknown option '--loud'"],
    ["an argument too many", ["quarantine", "list", "7"], '"7" is not expected here'],
    ["an ID that is no number", ["quarantine", "drop", "1e3"], "An ID must be a whole number"],
    ["no action on the key", ["issuer-key"], "needs one of list, rotate and withdraw"],
    ["nothing to drop", ["quarantine", "drop"], "needs either IDs or --older-than DAYS"],
  ])("gets a usage error for %s", (_, argv, message) => {
    expect(() => parseCommandLine(argv)).toThrow(UsageError);
    expect(() => parseCommandLine(argv)).toThrow(message);
  });

  it("may stop reading before the command ends", async () => {
    expect(await runUnread("--help")).toEqual({ status: 0, err: "" });
  });

  it("gets the usage of all commands, or of one", async () => {
    const all = await runOperator({}, "--help");
    expect(all.status).toBe(0);
    expect(all.out).toContain("quarantine drop ID…");
    const one = parseCommandLine(["status", "--help"]);
    expect(one).toContain("colonnade -- COMMAND");
    expect(one).not.toContain("quarantine");
  });

  it("makes the tables first, and is told so by every other command", async () => {
    for (const environment of [{ COLONNADE_DATA: await makeFolder() }, await makeBarePostgres()]) {
      const early = await runOperator(environment, "status");
      expect(early.status).toBe(1);
      expect(early.err).toContain("npm run colonnade -- migrate");
      expect((await runHere(environment, "migrate", "--check")).status).toBe(1);
      const made = await runHere(environment, "migrate");
      expect(made).toMatchObject({ status: 0, err: expect.stringMatching(/^\d+ migrations ran/) });
      expect(await runHere(environment, "migrate")).toMatchObject({
        status: 0,
        err: "Nothing to do.\n",
      });
      expect((await runHere(environment, "migrate", "--check")).status).toBe(0);
      expect((await runHere(environment, "status")).out).toContain("No block is indexed yet.");
    }
  });

  it("is refused the tables of an embedded database while the service runs", async () => {
    const node = await startNode();
    const environment = {
      COLONNADE_DATA: await makeMigratedFolder(),
      COLONNADE_NODE_URL: node.url,
    };
    const running = await startProcess(environment);
    const { status, err } = await runHere(environment, "migrate");
    expect(status).toBe(1);
    expect(err).toContain(`(process ${running.child.pid}) is already using`);
    const socket = join(environment.COLONNADE_DATA, "service/operator/socket");
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    expect((await stat(join(socket, ".."))).mode & 0o777).toBe(0o700);
    await running.kill();
    // The killed service has left its socket.
    await (await startProcess(environment)).stop();
    await node.close();
  });

  it("need not drop what has been in quarantine for a week and keeps nothing waiting", async () => {
    const database = await openTestDatabase();
    const node = await startNode();
    const first = await mineBlock(null, [register(alice)]);
    const [needed, other] = [await mineBlock(first, []), await mineBlock(null, [])];
    node.add(first);
    node.tip = first;
    const start = () => startTestService(node, { database: keepOpen(database) });
    let service = await start();
    await service.askNode();
    const broken = (block: TestBlock) => ({ ...block.payload, block_time: null });
    for (const payload of [broken(needed), broken(other), "nonsense"]) {
      await fetch(`${service.observerUrl}/new_block`, {
        method: "POST",
        body: JSON.stringify(payload),
      });
    }
    await service.close();
    const remaining = async () => {
      const rows = await database.kysely
        .selectFrom("quarantine")
        .select("index_block_hash as hash")
        .orderBy("id")
        .execute();
      return rows.map(({ hash }) => hash);
    };
    const hash = ({ payload }: TestBlock) => payload.index_block_hash;
    const days = (many: number) => Date.now() - many * 24 * 60 * 60_000;
    for (const [age, left] of [
      [6.9, [hash(needed), hash(other), null]],
      [7.1, [hash(needed)]],
    ] as const) {
      await database.kysely
        .updateTable("quarantine")
        .set({ at: days(age) })
        .execute();
      service = await start();
      await service.close();
      expect(await remaining()).toEqual(left);
    }
    await node.close();
    await database.close();
  });
});
