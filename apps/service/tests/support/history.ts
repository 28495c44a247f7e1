import { expect, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import { chainOf, mineBlock, type TestBlock } from "./blocks.ts";
import { deleteOffChain, emptyDatabase, keepOpen, readDerived } from "./database.ts";
import { expectAuthors, expectSomeAuthors } from "./expected-authors.ts";
import { expectEvents } from "./expected-events.ts";
import { expectProofs } from "./expected-proofs.ts";
import { expectWorld } from "./expected-world.ts";
import { clientsOf, post, startTestService } from "./fixture.ts";
import { Mempool } from "./mempool.ts";
import { startNode, type TestNode } from "./node.ts";
import { type OffChainAction, OffChainActions, type RunningService } from "./off-chain-actions.ts";
import { watch } from "./organization-moves.ts";
import { act } from "./random-move.ts";
import type { History, Step } from "./steps.ts";
import { newWorld, type Random, randomOf, type World } from "./world.ts";

/**
 * Posts a random tree of blocks to a service in a random order, with restarts in between, while people announce
 * transactions. Compares the service's answers with the contract's rules and with what became of the transactions.
 * Compares its rows with those of an index that saw the winning chain alone.
 */
export async function checkHistory(
  database: Database,
  webFolder: string,
  history: History,
): Promise<void> {
  await emptyDatabase(database);
  await deleteOffChain(database);
  const node = await startNode();
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const start = () => startOn(node, database, webFolder);
    const simulation = new Simulation(node, start, randomOf(history.seed));
    await simulation.start();
    for (const { step, actions } of history.steps) {
      await simulation.runStep(step);
      await simulation.expectSomeAuthors();
      for (const action of actions) await simulation.runAction(action);
    }
    const end = await simulation.finish();
    const seen = await readDerived(database);
    await emptyDatabase(database);
    expect(seen).toEqual(await indexAlone(node, start, end));
  } finally {
    vi.useRealTimers();
    await node.close();
  }
}

/** Where a simulation ended. */
interface End {
  tip: TestBlock;
  world: World;
  offChain: OffChainActions;
}

class Simulation {
  readonly #node: TestNode;
  readonly #start: Start;
  readonly #random: Random;
  readonly #mempool: Mempool;
  readonly #offChain: OffChainActions;
  readonly #worlds = new Map<TestBlock, World>();
  readonly #mined: TestBlock[] = [];
  readonly #known = new Set<TestBlock>();
  #withheld: TestBlock[] = [];
  #tip: TestBlock | null = null;
  #service: RunningService | null = null;

  constructor(node: TestNode, start: Start, random: Random) {
    this.#node = node;
    this.#start = start;
    this.#random = random;
    this.#mempool = new Mempool(node, random);
    this.#offChain = new OffChainActions(node, this.#mempool, random);
  }

  async start(): Promise<void> {
    this.#service = await this.#start();
    if (this.#tip === null) await this.#deliver(await this.#mineOn(null));
  }

  async runStep(step: Step): Promise<void> {
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
        await this.#running().service.close();
        await this.start();
        for (const late of this.#withheld.splice(0)) await this.#deliver(late);
        return;
      case "ask":
        return this.#running().service.askNode();
    }
  }

  async runAction(action: OffChainAction): Promise<void> {
    await this.#offChain.run(this.#running(), action, this.#world(this.#tip).isWatched);
  }

  /** Expects the service to show nobody's words under another's name. */
  expectSomeAuthors(): Promise<void> {
    const { origin } = this.#running().service;
    return expectSomeAuthors(origin, this.#world(this.#tip), this.#random);
  }

  async finish(): Promise<End> {
    const tip = await this.#mineOn(this.#tip);
    await this.#deliver(tip);
    const end = { tip, world: this.#world(tip), offChain: this.#offChain };
    await expectEnd(this.#running(), end);
    await expectAuthors(this.#running().service.origin, end.world);
    await this.#running().service.close();
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

  /** Posts a block. One that is not canonical becomes the node's tip, and the index asks for its missing ancestors. */
  async #deliver(block: TestBlock): Promise<void> {
    if (!this.#canonical().has(block)) this.#setTip(block);
    for (const each of chainOf(block)) this.#known.add(each);
    expect(await post(this.#running().service, block.payload)).toBe(200);
  }

  async #return(place: number): Promise<void> {
    const canonical = this.#canonical();
    const orphans = [...this.#known].filter((block) => !canonical.has(block));
    if (orphans.length === 0) return;
    this.#setTip(nth(orphans, place));
    await this.#running().service.askNode();
  }

  #canonical(): Set<TestBlock> {
    return new Set(this.#tip === null ? [] : chainOf(this.#tip));
  }

  #setTip(tip: TestBlock): void {
    this.#tip = tip;
    this.#node.tip = tip;
    this.#mempool.setTip(tip);
  }

  #running(): RunningService {
    if (this.#service === null) throw new Error("The simulation was not started");
    return this.#service;
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

async function indexAlone(node: TestNode, start: Start, end: End): Promise<unknown> {
  node.tip = null;
  const running = await start();
  for (const { payload } of chainOf(end.tip)) {
    expect(await post(running.service, payload)).toBe(200);
  }
  await expectEnd(running, end);
  await running.service.close();
  return readDerived(running.database);
}

/** Starts a service on the simulation's database. */
type Start = () => Promise<RunningService>;

async function startOn(
  node: TestNode,
  database: Database,
  webFolder: string,
): Promise<RunningService> {
  const service = await startTestService(node, { database: keepOpen(database), webFolder });
  return { service, database, as: clientsOf(service) };
}

async function expectEnd(running: RunningService, { tip, world, offChain }: End): Promise<void> {
  await expectWorld(running.service.origin, world);
  await expectEvents(running.service.origin, tip);
  await expectProofs(running.service.origin, tip, world);
  await offChain.expectSettled(running);
}

function nth<Item>(items: readonly Item[], place: number): Item {
  const item = items[place % items.length];
  if (item === undefined) throw new Error("There is no block yet");
  return item;
}
