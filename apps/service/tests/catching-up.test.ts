import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chainOf, type TestBlock } from "./support/blocks.ts";
import { keepOpen, readDerived } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  type Fixture,
  hide,
  post,
  register,
  registerThree,
  startFixture,
  startTestService,
  submit,
} from "./support/fixture.ts";
import { alice, bob, carol, dan, type Person } from "./support/people.ts";

describe.each(databases)("Catching up on %s", (_, openDatabase) => {
  let fixture: Fixture;
  /** The errors in the log. */
  let errors: string[];

  beforeEach(async () => {
    errors = [];
    const log = pino({ level: "error" }, { write: (line: string) => void errors.push(line) });
    fixture = await startFixture({ database: await openDatabase(), log });
  });

  afterEach(() => fixture.close());

  const names = async () => (await fixture.api("listProfiles")).map(({ bns_name }) => bns_name);

  /**
   * Mines blocks up to a height. Their events depend on the first block only, so only the hashes tell which branch a
   * block belongs to.
   */
  async function grow(from: TestBlock, to: number, sender: Person): Promise<TestBlock> {
    let block = from;
    for (let height = from.payload.block_height + 1; height <= to; height += 1) {
      const statement = `At ${height}`;
      block = await hide(
        fixture,
        block,
        submit(height, sender, carol),
        ...(height % 2 === 0 ? [approve(height, sender, carol)] : []),
        {
          sender,
          functionName: "update-statement",
          events: [{ topic: "update-statement", principal: sender.address, statement }],
        },
      );
    }
    return block;
  }

  /** The rows of an index that has seen this chain alone. */
  async function readAlone(tip: TestBlock): Promise<unknown[][]> {
    await using stack = new AsyncDisposableStack();
    const alone = await startFixture({ database: await openDatabase() });
    stack.defer(() => alone.close());
    for (const { payload } of chainOf(tip)) expect(await post(alone.service, payload)).toBe(200);
    return await readDerived(alone.database);
  }

  it.each([
    { parting: 10, height: 45, where: "below the tip and is longer" },
    { parting: 10, height: 30, where: "below the tip and is shorter" },
    { parting: 10, height: 15, where: "below the tip and does not reach it" },
    { parting: 1, height: 41, where: "at the first block" },
    { parting: 20, height: 41, where: "at the tip" },
  ])(
    "keeps nothing of a branch that the node leaves while it is read, when the new branch parts $where",
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

  it("answers 503 when the node returns another block instead of the parent", async () => {
    const first = await fixture.mine(register(alice));
    const asked = await hide(fixture, first, register(bob));
    const other = await hide(fixture, first, register(dan));
    const last = await hide(fixture, asked, register(carol));
    const before = await readDerived(fixture.database);
    fixture.node.blocks.set(asked.payload.index_block_hash, other);
    expect(await post(fixture.service, last.payload)).toBe(503);
    expect(await readDerived(fixture.database)).toEqual(before);

    fixture.node.add(asked);
    expect(await post(fixture.service, last.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
  });

  it("answers 503 and raises an alarm when another process has left out a block that holds something", async () => {
    const first = await fixture.mine(register(alice));
    const lost = await hide(fixture, first, register(bob));
    const last = await hide(fixture, lost, register(carol));
    await using other = await startTestService(fixture.node, {
      database: keepOpen(fixture.database),
    });
    fixture.node.beforeAnswer = async (path) => {
      if (!path.endsWith(lost.payload.index_block_hash)) return;
      const { index_block_hash: parent_index_block_hash } = first.payload;
      const leaving = { ...last.payload, parent_index_block_hash, blocks_left_out: 1 };
      expect(await post(other, leaving)).toBe(200);
    };
    expect(await post(fixture.service, last.payload)).toBe(503);
    expect(errors.map((line) => JSON.parse(line))).toMatchObject([{ alarm: "lost-block" }]);
    expect(await names()).toEqual(["alice", "carol"]);
  });

  it.each([1, 2, 4, 30])(
    "quarantines a block of height %i whose parent has height 2",
    async (height) => {
      await fixture.mine(register(alice));
      const second = await fixture.mine(register(bob));
      const right = await hide(fixture, second, register(carol));
      const before = await readDerived(fixture.database);
      const wrong = { ...right.payload, block_height: height };
      expect(await post(fixture.service, wrong)).toBe(200);
      expect(await readDerived(fixture.database)).toEqual(before);
      expect(await fixture.api("getStatus")).toMatchObject({ quarantined: 1 });

      expect(await post(fixture.service, right.payload)).toBe(200);
      expect(await names()).toEqual(["alice", "bob", "carol"]);
      expect(await fixture.api("getStatus")).toMatchObject({ quarantined: 0 });
    },
  );

  it.each([2, 4])(
    "indexes the blocks before one of height %i instead of 3, and quarantines the rest",
    async (height) => {
      const first = await fixture.mine(register(alice));
      const before = await hide(fixture, first, register(bob));
      const right = await hide(fixture, before, register(carol));
      const last = await hide(fixture, right, register(dan));
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
