import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../../db/database.ts";
import { chainTables } from "../../db/tables.ts";
import type { Service } from "../../service.ts";
import { type Action, chainOf, mineBlock, type TestBlock } from "./blocks.ts";
import { keepOpen } from "./database.ts";
import { postUntilTaken, startTestService } from "./fixture.ts";
import { startNode, type TestNode } from "./node.ts";
import { watch } from "./organization-moves.ts";
import { act } from "./random-move.ts";
import { newWorld, type Random, randomOf, type World } from "./world.ts";

/** A random chain that forks now and then. */
export class Chain {
  readonly #random: Random;
  readonly #worlds = new Map<TestBlock, World>();
  /** Every block, in the order of the posts. */
  readonly mined: TestBlock[] = [];
  tip: TestBlock | null = null;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  async grow(blocks: number): Promise<TestBlock[]> {
    const from = this.mined.length;
    for (let left = blocks; left > 0; left -= 1) {
      if (this.#random(6) === 0) this.tip = this.tip?.parent?.parent ?? this.tip;
      const world = structuredClone((this.tip && this.#worlds.get(this.tip)) ?? newWorld());
      const actions = this.tip === null ? [watch(world)] : [];
      for (let more = 4; more > 0; more -= 1) actions.push(act(world, this.#random));
      this.tip = await mineBlock(this.tip, actions);
      this.#worlds.set(this.tip, world);
      this.mined.push(this.tip);
    }
    return this.mined.slice(from);
  }

  /** Mines a block with something that the moves know nothing of. */
  async add(action: Action): Promise<TestBlock> {
    const world = (this.tip && this.#worlds.get(this.tip)) ?? newWorld();
    this.tip = await mineBlock(this.tip, [action]);
    this.#worlds.set(this.tip, world);
    this.mined.push(this.tip);
    return this.tip;
  }
}

const rebuilt = chainTables.filter((name) => name !== "quarantine");

/** Every row of the chain's tables, orphans included. */
export async function readChain({ kysely }: Database): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const name of rebuilt) {
    all[name] = (await sql.raw(`select * from ${name} t order by t::text`).execute(kysely)).rows;
  }
  return all;
}

/** Indexes the winning chain alone, and reads its rows. */
export async function replay(open: () => Promise<Database>, tip: TestBlock | null) {
  await using node = disposable(await startNode());
  const database = await open();
  const service = await startTestService(node.of, { database: keepOpen(database) });
  if (tip !== null) await postAll(service, chainOf(tip));
  const rows = await readChain(database);
  await service.close();
  await database.close();
  return rows;
}

const disposable = (of: TestNode) => ({ of, [Symbol.asyncDispose]: () => of.close() });

/** Posts blocks as a node does: again, while the service is busy. */
export async function postAll(
  service: Pick<Service, "observerUrl">,
  blocks: readonly TestBlock[],
): Promise<void> {
  for (const { payload } of blocks) expect(await postUntilTaken(service, payload)).toBe(200);
}
