import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgres } from "../db/postgres.ts";
import { mineBlock, type TestBlock } from "./support/blocks.ts";
import { readDerived } from "./support/database.ts";
import { post, register, startTestService, submit } from "./support/fixture.ts";
import { startNode } from "./support/node.ts";
import { alice, bob } from "./support/people.ts";
import { startPostgres, type TestPostgres } from "./support/postgres.ts";

describe("Several services on one PostgreSQL", () => {
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.close());

  it("index every block once, whoever gets it first", async () => {
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
    const database = await openPostgres(address);
    expect((await readDerived(database))[0]).toHaveLength(20);
    await database.close();
    for (const service of services) await service.close();
    await node.close();
  });
});
