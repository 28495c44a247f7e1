import { createClient } from "@colonnade/domain/http/client.ts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { NodeError } from "../chain/node.ts";
import { CHANNEL } from "../db/database.ts";
import { openPostgres } from "../db/postgres.ts";
import type { Service } from "../service.ts";
import { mineBlock, type TestBlock } from "./support/blocks.ts";
import { readDerived } from "./support/database.ts";
import { post, register, signIn, startTestService, submit } from "./support/fixture.ts";
import { startNode, type TestNode } from "./support/node.ts";
import { alice, bob } from "./support/people.ts";
import { startPostgres, type TestPostgres } from "./support/postgres.ts";
import { openStreamClient } from "./support/stream-client.ts";

/** Posts a block with two registrations, then 19 with an endorsement each, to every service. */
async function postBlocks(node: TestNode, services: readonly Service[]): Promise<void> {
  let tip: TestBlock | null = null;
  for (let id = 0; id < 20; id += 1) {
    const actions = id === 0 ? [register(alice), register(bob)] : [submit(id, alice, bob)];
    const block: TestBlock = await mineBlock(tip, actions);
    tip = block;
    node.add(block);
    const answers = await Promise.all(services.map((service) => post(service, block.payload)));
    expect(answers).toEqual([200, 200]);
  }
}

describe("Several services on one PostgreSQL", () => {
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.close());

  it("index each block once, notify each other, and take an unreadable notice for a gap", async () => {
    const address = await postgres.createDatabase();
    const node = await startNode();
    const services = await Promise.all(
      [1, 2].map(async () => startTestService(node, { database: await openPostgres(address) })),
    );
    await postBlocks(node, services);
    for (const { origin } of services) {
      const profile = await createClient({ origin })("getProfile", {
        query: { principal: bob.address },
      });
      expect(profile.pendingApprovals).toBe(19);
    }
    const [one, other] = services;
    if (one === undefined || other === undefined) throw new Error("Two were started");
    const stream = await openStreamClient(other.origin);
    const { api } = await signIn(one, alice);
    await api("follow", { body: { userPrincipal: alice.address, profilePrincipal: bob.address } });
    const profile = () =>
      createClient({ origin: other.origin })("getProfile", { query: { principal: bob.address } });
    await expect.poll(async () => (await profile()).followerCount).toBe(1);
    await expect
      .poll(() => stream.events)
      .toContainEqual({
        type: "change",
        principals: [alice.address, bob.address],
        endorsements: [],
        organizations: [],
      });
    const database = await openPostgres(address);
    for (const notice of ['{"type":"of a newer version"}', "not JSON"]) {
      const { connections } = stream;
      await sql`select pg_notify(${CHANNEL}, ${notice})`.execute(database.kysely);
      await expect.poll(() => stream.connections).toBeGreaterThan(connections);
    }
    await stream.close();
    expect((await readDerived(database))[0]).toHaveLength(20);
    await database.close();
    for (const service of services) await service.close();
    await node.close();
  });

  it("all say that the index is stalled when the one that asks the node finds it behind", async () => {
    const address = await postgres.createDatabase();
    const node = await startNode();
    const environment = { COLONNADE_MAX_LAG_BLOCKS: "1" };
    const services = await Promise.all(
      [1, 2].map(async () =>
        startTestService(node, { database: await openPostgres(address), environment }),
      ),
    );
    const block = await mineBlock(null, [register(alice)]);
    const [leader, other] = services;
    if (leader === undefined || other === undefined) throw new Error("Two were started");
    expect(await post(other, block.payload)).toBe(200);
    node.tip = await mineBlock(await mineBlock(block, []), []);
    await expect(leader.askNode()).rejects.toThrow(NodeError);
    for (const { origin } of services) {
      const stalled = "The index is 2 blocks behind the node.";
      expect(await createClient({ origin })("getStatus")).toMatchObject({ lag: 2, stalled });
      expect((await fetch(`${origin}/readyz`)).status).toBe(503);
    }
    for (const service of services) await service.close();
    await node.close();
  });

  it("keep a newer block that another one indexed while the node was asked for its tip", async () => {
    const address = await postgres.createDatabase();
    const node = await startNode();
    const [asking, other] = [
      await startTestService(node, { database: await openPostgres(address) }),
      await startTestService(node, { database: await openPostgres(address) }),
    ];
    const first = await mineBlock(null, [register(alice)]);
    const left = await mineBlock(first, []);
    const taken = await mineBlock(first, [register(bob)]);
    const newer = await mineBlock(taken, []);
    for (const block of [first, left, taken]) expect(await post(asking, block.payload)).toBe(200);
    node.tip = left;
    const posted: number[] = [];
    node.beforeAnswer = async (path) => {
      if (path.endsWith("/status")) posted.push(await post(other, newer.payload));
    };
    await asking.askNode();
    expect(posted).toEqual([200]);
    const { tip } = await createClient({ origin: asking.origin })("getStatus");
    expect(tip?.indexBlockHash).toBe(newer.payload.index_block_hash);
    for (const service of [asking, other]) await service.close();
    await node.close();
  });

  it("show what another one indexed while they get no notices", async () => {
    const address = await postgres.createDatabase();
    const onServer = (statement: string) =>
      postgres.query(new URL("/postgres", address).href, statement);
    const name = new URL(address).pathname.slice(1);
    const node = await startNode();
    const start = async () => startTestService(node, { database: await openPostgres(address) });
    const [indexing, reading] = [await start(), await start()];
    const first = await mineBlock(null, [register(alice)]);
    const second = await mineBlock(first, [register(bob)]);
    for (const block of [first, second]) node.add(block);
    expect(await post(indexing, first.payload)).toBe(200);
    const people = async () => {
      const { origin } = reading;
      const page = await createClient({ origin })("pageProfiles", { query: { limit: 9 } });
      return page.items.length;
    };
    await expect.poll(people).toBe(1);
    // Open connections stay open, but nobody can make a new one.
    await onServer(`alter database "${name}" with allow_connections false`);
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and application_name = 'colonnade leadership'`);
    await expect.poll(() => post(indexing, second.payload)).toBe(200);
    await expect.poll(people).toBe(2);
    await onServer(`alter database "${name}" with allow_connections true`);
    for (const service of [indexing, reading]) await service.close();
    await node.close();
  });

  it("lose the leadership with its connection, and win it again when it is free", async () => {
    const address = await postgres.createDatabase();
    const database = await openPostgres(address);
    const onLead = vi.fn();
    const leadership = await database.join({
      ...{ onNotice() {}, onGap() {}, onUnheard() {}, onLost() {} },
      onLead,
    });
    expect(leadership.isLeading()).toBe(true);
    const term = leadership.term();
    const rival = new pg.Client({ connectionString: address });
    await rival.connect();
    const ofAdvisory = "from pg_locks where locktype = 'advisory'";
    const { rows } = await rival.query(`select objid, pid ${ofAdvisory}`);
    // It waits for the lock, and gets it as soon as the connection is gone.
    const won = rival.query("select pg_advisory_lock($1)", [rows[0]?.objid]);
    const waiting = () => postgres.query(address, `select pid ${ofAdvisory} and not granted`);
    await expect.poll(waiting).toHaveLength(1);
    await postgres.query(address, `select pg_terminate_backend(${rows[0]?.pid})`);
    await won;
    await expect.poll(() => leadership.isLeading()).toBe(false);
    expect(term.aborted).toBe(true);
    expect(leadership.term().aborted).toBe(true);
    expect(onLead).not.toHaveBeenCalled();
    await rival.end();
    await expect.poll(() => leadership.isLeading(), { timeout: 30_000 }).toBe(true);
    expect(onLead).toHaveBeenCalledOnce();
    expect(leadership.term().aborted).toBe(false);
    await leadership.leave();
    await database.close();
  });
});
