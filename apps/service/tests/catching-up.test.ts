import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chainOf, mineBlock, type TestBlock } from "./support/blocks.ts";
import { readDerived } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  type Fixture,
  post,
  register,
  registerThree,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { alice, bob, carol, dan, type Person } from "./support/people.ts";

describe.each(databases)("Catching up on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openDatabase() });
  });

  afterEach(() => fixture.close());

  const names = async () => (await fixture.api("listProfiles")).map(({ bns_name }) => bns_name);

  /** Mines a block that is not posted yet. */
  async function hide(...[parent, actions]: Parameters<typeof mineBlock>): Promise<TestBlock> {
    const block = await mineBlock(parent, actions);
    fixture.node.add(block);
    return block;
  }

  /**
   * Hides blocks on one another, up to a height. What happens in one needs nothing that happened in another but the
   * first, so that only a look at their hashes tells to which branch it belongs.
   */
  async function grow(from: TestBlock, to: number, sender: Person): Promise<TestBlock> {
    let block = from;
    for (let height = from.payload.block_height + 1; height <= to; height += 1) {
      const statement = `At ${height}`;
      block = await hide(block, [
        submit(height, sender, carol),
        ...(height % 2 === 0 ? [approve(height, sender, carol)] : []),
        {
          sender,
          functionName: "update-statement",
          events: [{ topic: "update-statement", principal: sender.address, statement }],
        },
      ]);
    }
    return block;
  }

  /** What an index keeps that has seen this chain alone. */
  async function readAlone(tip: TestBlock): Promise<unknown[][]> {
    await using stack = new AsyncDisposableStack();
    const alone = await startFixture({ database: await openDatabase() });
    stack.defer(() => alone.close());
    for (const { payload } of chainOf(tip)) expect(await post(alone.service, payload)).toBe(200);
    return await readDerived(alone.database);
  }

  it.each([
    { parting: 10, height: 45, where: "below where it is, and is longer" },
    { parting: 10, height: 30, where: "below where it is, and is shorter" },
    { parting: 10, height: 15, where: "below where it is, and does not come up to there" },
    { parting: 1, height: 41, where: "where it began" },
    { parting: 20, height: 41, where: "just where it is" },
  ])(
    "shows nothing of a branch that the node leaves halfway for one that parts $where",
    async ({ parting, height }) => {
      const { node, service, database } = fixture;
      const shared = await grow(await registerThree(fixture), parting, alice);
      const left = await grow(shared, 41, alice);
      const chosen = await grow(shared, height, bob);
      node.tip = left;
      node.beforeAnswer = async (path) => {
        if (path === "/colonnade/v1/blocks/21") node.tip = chosen;
      };
      await post(service, left.payload);
      expect(node.tip).toBe(chosen);
      await service.askNode();
      expect(await readDerived(database)).toEqual(await readAlone(chosen));
    },
  );

  it("takes nothing that stands on a block that the node answers another one for", async () => {
    const first = await fixture.mine(register(alice));
    const asked = await hide(first, [register(bob)]);
    const other = await hide(first, [register(dan)]);
    const last = await hide(asked, [register(carol)]);
    const before = await readDerived(fixture.database);
    fixture.node.blocks.set(asked.payload.index_block_hash, other);
    expect(await post(fixture.service, last.payload)).toBe(503);
    expect(await readDerived(fixture.database)).toEqual(before);

    fixture.node.add(asked);
    expect(await post(fixture.service, last.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
  });

  it.each([1, 2, 4, 30])("takes no block that says height %i on one at 2", async (height) => {
    await fixture.mine(register(alice));
    const second = await fixture.mine(register(bob));
    const right = await hide(second, [register(carol)]);
    const before = await readDerived(fixture.database);
    const wrong = { ...right.payload, block_height: height };
    expect(await post(fixture.service, wrong)).toBe(200);
    expect(await readDerived(fixture.database)).toEqual(before);
    expect(await fixture.api("getStatus")).toMatchObject({ quarantined: 1 });

    expect(await post(fixture.service, right.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
    expect(await fixture.api("getStatus")).toMatchObject({ quarantined: 0 });
  });

  it.each([2, 4])(
    "takes what comes before a block that says height %i instead of 3, and nothing from there on",
    async (height) => {
      const first = await fixture.mine(register(alice));
      const before = await hide(first, [register(bob)]);
      const right = await hide(before, [register(carol)]);
      const last = await hide(right, [register(dan)]);
      fixture.node.add({ ...right, payload: { ...right.payload, block_height: height } });
      expect(await post(fixture.service, last.payload)).toBe(200);
      expect(await readDerived(fixture.database)).toEqual(await readAlone(before));
      expect(await fixture.api("getStatus")).toMatchObject({ quarantined: 2 });

      expect(await post(fixture.service, right.payload)).toBe(200);
      expect(await names()).toEqual(["alice", "bob", "carol", "dan"]);
      expect(await fixture.api("getStatus")).toMatchObject({ quarantined: 0 });
    },
  );
});
