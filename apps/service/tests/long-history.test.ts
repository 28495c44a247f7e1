import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Action, chainOf, type TestBlock } from "./support/blocks.ts";
import { readDerived } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import {
  edit,
  type Fixture,
  hide,
  post,
  register,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { alice, bob, carol } from "./support/people.ts";

/** Blocks before the fork, and the events of one noun in each: together more than a portion. */
const [BLOCKS, EACH] = [9, 120];
/** Most events that a fork may have in memory at once. */
const PORTION = 1_000;

/** Counts the events that each statement reads, with their payloads. */
class EventCount implements KyselyPlugin {
  readonly read: number[] = [];

  transformQuery: KyselyPlugin["transformQuery"] = ({ node }) => node;

  transformResult: KyselyPlugin["transformResult"] = async ({ result }) => {
    const events = result.rows.filter((row) => "payload" in row);
    if (events.length > 0) this.read.push(events.length);
    return result;
  };

  /** @returns the counts since the last call */
  take(): number[] {
    return this.read.splice(0);
  }
}

/** A receiver blocks and unblocks a sender in turns. */
function toggles(count: number): Action {
  const people = { principal: alice.address, sender: bob.address };
  const events = Array.from({ length: count }, (_, place) =>
    place % 2 === 0
      ? { topic: "block-sender" as const, ...people }
      : { topic: "unblock-sender" as const, ...people },
  );
  return { sender: alice, functionName: "block-sender", events };
}

/** A sender edits an endorsement many times in one transaction. */
function edits(id: number, count: number): Action {
  const events = Array.from(
    { length: count },
    (_, place) => edit(id, alice, { title: `Title ${place}` }).events ?? [],
  );
  return { sender: alice, functionName: "edit-endorsement", events: events.flat() };
}

/** Posts a block until it is taken. On a busy machine the first post is answered 503. */
async function follow({ node, service }: Fixture, block: TestBlock): Promise<void> {
  node.tip = block;
  await expect.poll(() => post(service, block.payload)).toBe(200);
}

describe.each(databases)("A fork after a long history on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let count: EventCount;

  beforeEach(async () => {
    const database = await openDatabase();
    count = new EventCount();
    const work = database.work.withPlugin(count);
    fixture = await startFixture({ database: { ...database, work } });
    await fixture.mine(register(alice), register(bob), register(carol));
  });

  afterEach(() => fixture.close());

  /** Mines blocks with the same events. @returns the last */
  async function mineHistory(events: Action): Promise<TestBlock> {
    let block = await fixture.mine(events);
    for (let left = BLOCKS - 1; left > 0; left -= 1) block = await fixture.mine(events);
    return block;
  }

  /** Mines a block, and another one in its place. @returns how many events each statement read for the second */
  async function fork(parent: TestBlock, orphaned: Action[], winning: Action[]): Promise<number[]> {
    fixture.tip = parent;
    await fixture.mine(...orphaned);
    const block = await hide(fixture, parent, ...winning);
    fixture.tip = block;
    count.take();
    await follow(fixture, block);
    return count.take();
  }

  /** Expects the rows of an index that saw the winning chain alone. */
  async function expectCleanIndex(): Promise<void> {
    const clean = await startFixture({ database: await openDatabase() });
    try {
      for (const block of fixture.tip === null ? [] : chainOf(fixture.tip)) {
        clean.node.add(block);
        await follow(clean, block);
      }
      expect(await readDerived(fixture.database)).toEqual(await readDerived(clean.database));
    } finally {
      await clean.close();
    }
  }

  it("reads only the last event about a blocked sender", async () => {
    const parent = await mineHistory(toggles(EACH - 1));
    expect(await fork(parent, [toggles(2)], [toggles(1)])).toEqual([1]);
    expect(await fork(parent, [toggles(2)], [])).toEqual([1]);
    await expectCleanIndex();
  });

  it("reads the events of many endorsements in one statement", async () => {
    const ids = Array.from({ length: 200 }, (_, place) => place + 1);
    await fixture.mine(...ids.map((id) => submit(id, alice, bob)));
    const parent = await fixture.mine(edits(1, 8));
    const orphaned = ids.map((id) => edits(id, 1));
    expect(await fork(parent, orphaned, [edits(1, 1)])).toEqual([ids.length + 9]);
    await expectCleanIndex();
  });

  it("reads the many events of an endorsement in portions", async () => {
    await fixture.mine(submit(1, alice, bob), submit(2, alice, carol));
    const parent = await mineHistory(edits(1, EACH));
    const orphaned = [edits(1, 1), edits(2, 1)];
    const read = await fork(parent, orphaned, [edits(1, 2)]);
    expect(Math.max(...read)).toBeLessThanOrEqual(PORTION);
    // Each event once: two submissions and the edits.
    expect(read.reduce((sum, events) => sum + events, 0)).toBe(BLOCKS * EACH + 4);
    await expectCleanIndex();
  });
});
