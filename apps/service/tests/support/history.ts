import { expect, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import { chainOf, mineBlock, type TestBlock } from "./blocks.ts";
import { emptyDatabase, forgetPeople, keepOpen, readDerived } from "./database.ts";
import { clientsOf, post, startTestService } from "./fixture.ts";
import { Mempool } from "./mempool.ts";
import { act } from "./moves.ts";
import { expectNews } from "./news.ts";
import { startNode, type TestNode } from "./node.ts";
import { watch } from "./organization-moves.ts";
import type { History, Step } from "./steps.ts";
import { type Listener, type Telling, Told } from "./told.ts";
import { newWorld, type Random, randomOf, type World } from "./world.ts";
import { expectWorld } from "./world-answers.ts";

/**
 * Posts a random tree of blocks in a random order to a service, restarting it in between, while people tell it of
 * transactions. Compares what it answers with the contract's rules and with what became of what was told, and all it
 * keeps of the chain with an index that saw the winning one alone.
 */
export async function checkHistory(database: Database, history: History): Promise<void> {
  await emptyDatabase(database);
  await forgetPeople(database);
  const node = await startNode();
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const play = new Play(node, database, randomOf(history.seed));
    await play.start();
    for (const { step, tellings } of history.steps) {
      await play.take(step);
      for (const telling of tellings) await play.tell(telling);
    }
    const end = await play.finish();
    const seen = await readDerived(database);
    await emptyDatabase(database);
    expect(seen).toEqual(await indexAlone(node, database, end));
  } finally {
    vi.useRealTimers();
    await node.close();
  }
}

/** Where a play ended. */
interface End {
  tip: TestBlock;
  world: World;
  told: Told;
}

class Play {
  readonly #node: TestNode;
  readonly #database: Database;
  readonly #random: Random;
  readonly #mempool: Mempool;
  readonly #told: Told;
  readonly #worlds = new Map<TestBlock, World>();
  readonly #mined: TestBlock[] = [];
  readonly #known = new Set<TestBlock>();
  #withheld: TestBlock[] = [];
  #tip: TestBlock | null = null;
  #listener: Listener | null = null;

  constructor(node: TestNode, database: Database, random: Random) {
    this.#node = node;
    this.#database = database;
    this.#random = random;
    this.#mempool = new Mempool(node, random);
    this.#told = new Told(node, this.#mempool, random);
  }

  async start(): Promise<void> {
    this.#listener = await listen(this.#node, this.#database);
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
      case "return":
        return this.#return(step.place);
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
        await this.#listening().service.close();
        await this.start();
        for (const late of this.#withheld.splice(0)) await this.#deliver(late);
        return;
      case "ask":
        return this.#listening().service.askNode();
    }
  }

  async tell(telling: Telling): Promise<void> {
    await this.#told.tell(this.#listening(), telling, this.#world(this.#tip).isWatched);
  }

  async finish(): Promise<End> {
    const tip = await this.#mineOn(this.#tip);
    await this.#deliver(tip);
    const end = { tip, world: this.#world(tip), told: this.#told };
    await expectEnd(this.#listening(), end);
    await this.#listening().service.close();
    return end;
  }

  async #mineOn(parent: TestBlock | null): Promise<TestBlock> {
    const world = structuredClone(this.#world(parent));
    const onBranch = new Set(parent === null ? [] : chainOf(parent).flatMap(({ txIds }) => txIds));
    const actions = parent === null ? [watch(world)] : [];
    for (let left = this.#random(4); left > 0; left -= 1) actions.push(act(world, this.#random));
    const transactions = actions.map((action) => this.#mempool.include(action, onBranch));
    const block = await mineBlock(parent, transactions);
    this.#worlds.set(block, world);
    this.#mined.push(block);
    this.#node.add(block);
    return block;
  }

  /** A block that the index does not know becomes the tip, with all before it that it asks for. */
  async #deliver(block: TestBlock): Promise<void> {
    if (!this.#known.has(block)) this.#standAt(block);
    for (const each of chainOf(block)) this.#known.add(each);
    expect(await post(this.#listening().service, block.payload)).toBe(200);
  }

  async #return(place: number): Promise<void> {
    const chain = new Set(this.#tip === null ? [] : chainOf(this.#tip));
    const orphans = [...this.#known].filter((block) => !chain.has(block));
    if (orphans.length === 0) return;
    this.#standAt(nth(orphans, place));
    await this.#listening().service.askNode();
  }

  #standAt(tip: TestBlock): void {
    this.#tip = tip;
    this.#node.tip = tip;
    this.#mempool.standAt(tip);
  }

  #listening(): Listener {
    if (this.#listener === null) throw new Error("The play was not started");
    return this.#listener;
  }

  #world(tip: TestBlock | null): World {
    return (tip && this.#worlds.get(tip)) ?? newWorld();
  }

  #ancestor(back: number): TestBlock | null {
    let block = this.#tip;
    for (let left = back; left > 0 && block?.parent; left -= 1) block = block.parent;
    return block;
  }
}

async function indexAlone(node: TestNode, database: Database, end: End): Promise<unknown> {
  node.tip = null;
  const listener = await listen(node, database);
  for (const { payload } of chainOf(end.tip)) {
    expect(await post(listener.service, payload)).toBe(200);
  }
  await expectEnd(listener, end);
  await listener.service.close();
  return readDerived(database);
}

async function listen(node: TestNode, database: Database): Promise<Listener> {
  const service = await startTestService(node, { database: keepOpen(database) });
  return { service, database, as: clientsOf(service) };
}

async function expectEnd(listener: Listener, { tip, world, told }: End): Promise<void> {
  await expectWorld(listener.service.origin, world);
  await expectNews(listener.service.origin, tip, world);
  await told.expectSettled(listener);
}

function nth<Item>(items: readonly Item[], place: number): Item {
  const item = items[place % items.length];
  if (item === undefined) throw new Error("There is none yet");
  return item;
}
