import { createClient } from "@colonnade/domain/http/client.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mineBlock, type TestBlock } from "./support/blocks.ts";
import { keepOpen } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, post, register, startFixture, startTestService } from "./support/fixture.ts";
import { alice, bob, carol } from "./support/people.ts";

describe.each(databases)(
  "What stands on a block that could not be read, on %s,",
  (_, openDatabase) => {
    let fixture: Fixture;
    let bad: TestBlock;
    /** Has the node answer the bad block as it should have been. */
    let mend: () => void;
    let database: Fixture["database"];

    beforeEach(async () => {
      database = await openDatabase();
      fixture = await startFixture({ database: keepOpen(database) });
      const first = await fixture.mine(register(alice));
      bad = await mineBlock(first, [register(bob)]);
      const event = bad.payload.events[0]?.contract_event;
      if (event === undefined) throw new Error("There is no event");
      const whole = event.raw_value;
      event.raw_value = whole.slice(0, -4);
      mend = () => {
        event.raw_value = whole;
      };
      fixture.node.add(bad);
      // What is asked at the start is asked by then.
      await fixture.service.askNode();
      fixture.node.asked.length = 0;
      expect(await post(fixture.service, bad.payload)).toBe(200);
    });

    afterEach(async () => {
      await fixture.close();
      await database.close();
    });

    /** Mines so many blocks on a block, the last of them carol's. */
    async function mineOn(parent: TestBlock, count: number): Promise<TestBlock[]> {
      const blocks: TestBlock[] = [];
      for (let left = count; left > 0; left -= 1) {
        const block = await mineBlock(blocks.at(-1) ?? parent, left === 1 ? [register(carol)] : []);
        fixture.node.add(block);
        fixture.node.tip = block;
        blocks.push(block);
      }
      return blocks;
    }

    const blocksAsked = () => fixture.node.asked.filter((path) => path.includes("/blocks/"));
    const standing = async (origin = fixture.service.origin) => {
      const api = createClient({ origin });
      const names = (await api("listProfiles")).map(({ bns_name }) => bns_name);
      const { tip, nodeHeight, quarantined } = await api("getStatus");
      return { names, height: tip?.height, nodeHeight, quarantined };
    };

    it("has the node asked nothing, however far ahead of the index it is", async () => {
      for (const { payload } of await mineOn(bad, 20)) {
        expect(await post(fixture.service, payload)).toBe(200);
      }
      expect(blocksAsked()).toEqual([]);
      expect(await standing()).toEqual({
        names: ["alice"],
        height: 1,
        nodeHeight: 22,
        quarantined: 21,
      });
    });

    it("is in as soon as the node, asked again for that block alone, answers it as it should", async () => {
      for (const { payload } of await mineOn(bad, 3)) await post(fixture.service, payload);
      await fixture.service.askNode();
      expect(blocksAsked()).toContain(`/colonnade/v1/blocks/${bad.payload.index_block_hash}`);
      expect(await standing()).toMatchObject({ height: 1, nodeHeight: 5, quarantined: 4 });
      mend();
      await fixture.service.askNode();
      expect(await standing()).toEqual({
        names: ["alice", "bob", "carol"],
        height: 5,
        nodeHeight: 5,
        quarantined: 0,
      });
    });

    it("is tried again at the next start, which waits for no node", async () => {
      // Of these only the last is posted: the others have to be asked for.
      const last = (await mineOn(bad, 30)).at(-1);
      expect(await post(fixture.service, last?.payload)).toBe(200);
      await fixture.service.close();
      mend();
      const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
      fixture.node.beforeAnswer = () => answering;
      await using service = await startTestService(fixture.node, { database: keepOpen(database) });
      try {
        expect(await standing(service.origin)).toMatchObject({ height: 1, quarantined: 2 });
      } finally {
        answer();
      }
      await expect
        .poll(() => standing(service.origin))
        .toMatchObject({ names: ["alice", "bob", "carol"], height: 32, quarantined: 0 });
    });
  },
);
