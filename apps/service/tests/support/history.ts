import fc from "fast-check";
import { expect } from "vitest";
import type { Database } from "../../db/database.ts";
import type { Service } from "../../service.ts";
import { chainOf, mineBlock, type TestBlock } from "./blocks.ts";
import { emptyDatabase, keepOpen, readDerived } from "./database.ts";
import { post, startTestService } from "./fixture.ts";
import { act } from "./moves.ts";
import { startNode, type TestNode } from "./node.ts";
import { newWorld, type Random, randomOf, type World } from "./world.ts";
import { expectWorld } from "./world-answers.ts";

/** What may happen between a node and the index. */
type Step =
  | { kind: "grow"; blocks: number }
  /** A branch off the chain, some blocks back: shorter than what it replaces, for a while or for good. */
  | { kind: "fork"; back: number }
  /** On top of any block of any branch: an orphaned branch comes back. */
  | { kind: "flip"; place: number }
  /** A block that was posted before. */
  | { kind: "duplicate"; place: number }
  /** Mined and not posted, so that their child finds a gap, filled at once; posted at the next restart. */
  | { kind: "withhold"; blocks: number; hasChild: boolean }
  | { kind: "restart" };

export interface History {
  seed: number;
  steps: Step[];
}

const just = <const Value>(value: Value) => fc.constant(value);

export const historyArbitrary: fc.Arbitrary<History> = fc.record({
  seed: fc.integer(),
  steps: fc.array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({ kind: just("grow"), blocks: fc.integer({ min: 1, max: 3 }) }),
      },
      // Seldom, so many that a fork of depth 100 has room.
      {
        weight: 1,
        arbitrary: fc.record({ kind: just("grow"), blocks: fc.integer({ min: 20, max: 60 }) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ kind: just("fork"), back: fc.integer({ min: 1, max: 12 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: just("fork"), back: fc.integer({ min: 13, max: 100 }) }),
      },
      { weight: 3, arbitrary: fc.record({ kind: just("flip"), place: fc.nat() }) },
      { weight: 2, arbitrary: fc.record({ kind: just("duplicate"), place: fc.nat() }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: just("withhold"),
          blocks: fc.integer({ min: 1, max: 12 }),
          hasChild: fc.boolean(),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: just("restart") }) },
    ),
    { minLength: 4, maxLength: 24 },
  ),
});

/**
 * Posts a random tree of blocks in a random order to a service, restarting it in between, and compares what it
 * answers with the contract's rules, and all it keeps with an index that saw the winning chain alone.
 */
export async function checkHistory(database: Database, history: History): Promise<void> {
  await emptyDatabase(database);
  const node = await startNode();
  try {
    const play = new Play(node, database, randomOf(history.seed));
    await play.start();
    for (const step of history.steps) await play.take(step);
    const { tip, world } = await play.finish();
    const seen = await readDerived(database);
    await emptyDatabase(database);
    expect(seen).toEqual(await indexAlone(node, database, tip, world));
  } finally {
    await node.close();
  }
}

class Play {
  readonly #node: TestNode;
  readonly #database: Database;
  readonly #random: Random;
  readonly #worlds = new Map<TestBlock, World>();
  readonly #mined: TestBlock[] = [];
  readonly #known = new Set<TestBlock>();
  #withheld: TestBlock[] = [];
  #tip: TestBlock | null = null;
  #service: Service | null = null;

  constructor(node: TestNode, database: Database, random: Random) {
    this.#node = node;
    this.#database = database;
    this.#random = random;
  }

  async start(): Promise<void> {
    this.#service = await startTestService(this.#node, { database: keepOpen(this.#database) });
    if (this.#tip === null) await this.#deliver(await this.#mineOn(null));
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case "grow":
        for (let left = step.blocks; left > 0; left -= 1) {
          await this.#deliver(await this.#mineOn(this.#tip));
        }
        return;
      case "fork":
        return this.#deliver(await this.#mineOn(this.#ancestor(step.back)));
      case "flip":
        return this.#deliver(await this.#mineOn(nth(this.#mined, step.place)));
      case "duplicate":
        return this.#deliver(nth([...this.#known], step.place));
      case "withhold": {
        let last = this.#tip;
        for (let left = step.blocks; left > 0; left -= 1) {
          last = await this.#mineOn(last);
          this.#withheld.push(last);
        }
        if (step.hasChild) await this.#deliver(await this.#mineOn(last));
        return;
      }
      case "restart":
        await this.#service?.close();
        await this.start();
        for (const late of this.#withheld.splice(0)) await this.#deliver(late);
    }
  }

  async finish(): Promise<{ tip: TestBlock; world: World }> {
    const tip = await this.#mineOn(this.#tip);
    await this.#deliver(tip);
    const world = this.#worlds.get(tip);
    if (this.#service === null || world === undefined) throw new Error("The play was not started");
    await expectWorld(this.#service.origin, world);
    await this.#service.close();
    return { tip, world };
  }

  async #mineOn(parent: TestBlock | null): Promise<TestBlock> {
    const world = structuredClone((parent && this.#worlds.get(parent)) ?? newWorld());
    const actions = Array.from({ length: this.#random(4) }, () => act(world, this.#random));
    const block = await mineBlock(parent, actions);
    this.#worlds.set(block, world);
    this.#mined.push(block);
    this.#node.add(block);
    return block;
  }

  /** A block that the index does not know becomes the tip, with all before it that it asks for. */
  async #deliver(block: TestBlock): Promise<void> {
    if (!this.#known.has(block)) this.#tip = block;
    this.#node.tip = this.#tip;
    for (const each of chainOf(block)) this.#known.add(each);
    if (this.#service === null) throw new Error("The play was not started");
    expect(await post(this.#service, block.payload)).toBe(200);
  }

  #ancestor(back: number): TestBlock | null {
    let block = this.#tip;
    for (let left = back; left > 0 && block?.parent; left -= 1) block = block.parent;
    return block;
  }
}

async function indexAlone(
  node: TestNode,
  database: Database,
  tip: TestBlock,
  world: World,
): Promise<unknown> {
  node.tip = null;
  const service = await startTestService(node, { database: keepOpen(database) });
  for (const { payload } of chainOf(tip)) expect(await post(service, payload)).toBe(200);
  await expectWorld(service.origin, world);
  await service.close();
  return readDerived(database);
}

function nth<Item>(items: readonly Item[], place: number): Item {
  const item = items[place % items.length];
  if (item === undefined) throw new Error("There is none yet");
  return item;
}
