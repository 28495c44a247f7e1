import { createClient } from "@colonnade/domain/http/client.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHANNEL } from "../db/notices.ts";
import { openPostgres } from "../db/postgres.ts";
import { mineBlock, type TestBlock } from "./support/blocks.ts";
import { readDerived } from "./support/database.ts";
import { post, register, signIn, startTestService, submit } from "./support/fixture.ts";
import { listenTo } from "./support/listening.ts";
import { startNode } from "./support/node.ts";
import { alice, bob } from "./support/people.ts";
import { startPostgres, type TestPostgres } from "./support/postgres.ts";

describe("Several services on one PostgreSQL", () => {
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.close());

  it("index every block once, whoever gets it first, and tell each other what changes, even where they cannot read it", async () => {
    const address = await postgres.createDatabase();
    const node = await startNode();
    const services = await Promise.all(
      [1, 2].map(async () => startTestService(node, { database: await openPostgres(address) })),
    );
    let tip: TestBlock | null = null;
    for (let id = 0; id < 20; id += 1) {
      const actions = id === 0 ? [register(alice), register(bob)] : [submit(id, alice, bob)];
      const block: TestBlock = await mineBlock(tip, actions);
      tip = block;
      node.add(block);
      const answers = await Promise.all(services.map((service) => post(service, block.payload)));
      expect(answers).toEqual([200, 200]);
    }
    for (const { origin } of services) {
      const profile = await createClient({ origin })("getProfile", {
        query: { principal: bob.address },
      });
      expect(profile.pendingApprovals).toBe(19);
    }
    const [one, other] = services;
    if (one === undefined || other === undefined) throw new Error("Two were started");
    const listening = await listenTo(other.origin);
    const { api } = await signIn(one, alice);
    await api("follow", { body: { userPrincipal: alice.address, profilePrincipal: bob.address } });
    const profile = () =>
      createClient({ origin: other.origin })("getProfile", { query: { principal: bob.address } });
    await expect.poll(async () => (await profile()).followerCount).toBe(1);
    await expect
      .poll(() => listening.heard)
      .toContainEqual({
        type: "change",
        principals: [alice.address, bob.address],
        endorsements: [],
        organizations: [],
      });
    const database = await openPostgres(address);
    for (const notice of ['{"type":"of a newer version"}', "not JSON"]) {
      const { connections } = listening;
      await sql`select pg_notify(${CHANNEL}, ${notice})`.execute(database.kysely);
      await expect.poll(() => listening.connections).toBeGreaterThan(connections);
    }
    await listening.close();
    expect((await readDerived(database))[0]).toHaveLength(20);
    await database.close();
    for (const service of services) await service.close();
    await node.close();
  });
});
