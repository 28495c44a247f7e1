import { setTimeout as delay } from "node:timers/promises";
import { isTorture, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { expect, onTestFinished } from "vitest";
import type { Database } from "../../db/database.ts";
import { LIST_BATCH } from "../../db/long-list.ts";
import type { Service } from "../../service.ts";
import { mineBlock } from "../support/blocks.ts";
import { hashState, openTestDatabase } from "../support/database.ts";
import { approve, post, register, startTestService, submit } from "../support/fixture.ts";
import { startNode, type TestNode } from "../support/node.ts";
import { alice, bob, type Person, person } from "../support/people.ts";
import { newOrganization } from "../support/review.ts";
import { type Answer, ask, expectAnswered, longestGap } from "./answers.ts";
import { type Addresses, expectKept, repeat, startVisitors, type Written } from "./visitors.ts";

type Actions = Parameters<typeof mineBlock>[1];

/** A chain that a node mines and posts. It outlives the services that index it. */
export interface Chain {
  node: TestNode;
  /** A service that nothing happens to. It gets each block in order. */
  straight: Service;
  /** What it has indexed, as a hash. */
  straightHash(): Promise<string>;
  /** The last endorsement's id. */
  endorsements: number;
  /** Aborted by `close`. */
  closed: AbortSignal;
  close(): Promise<void>;
}

export async function startChain(): Promise<Chain> {
  const node = await startNode();
  const database = await openTestDatabase();
  const straight = await startTestService(node, { database });
  const closing = new AbortController();
  return {
    node,
    straight,
    straightHash: () => hashState(database),
    endorsements: 0,
    closed: closing.signal,
    async close() {
      closing.abort();
      await straight.close();
      await node.close();
    },
  };
}

/** Milliseconds between two blocks. `npm test` mines fewer blocks, because they cost much. */
const MINE_EVERY = isTorture ? 40 : 150;

/** Those whom the fans follow. */
const targets = Array.from({ length: 50 }, (_, index) => person(`target${index}`));
/** Mines a block on the tip, and posts it as a node does: again and again until the service takes it. */
export async function mineAndPost(
  { node, straight, closed }: Chain,
  addresses: () => Addresses,
  actions: Actions,
  answers: Answer[] = [],
): Promise<void> {
  const block = await mineBlock(node.tip, actions);
  node.add(block);
  node.tip = block;
  // It refuses a block only where the machine is too busy to index it in time.
  await untilTaken(closed, () => post(straight, block.payload));
  const send = () => post(addresses(), block.payload);
  await untilTaken(closed, () => ask("a posted block", send, answers));
}

async function untilTaken(closed: AbortSignal, send: () => Promise<Answer["status"]>) {
  while (!closed.aborted && (await send()) !== 200) await delay(20);
}

/** Reads, writes and posts at once, until it is stopped. */
export interface Traffic {
  /** Resolves when the service has done its work for a while. */
  recovered(): Promise<void>;
  /** Resolves when every request is answered and the last block is taken. */
  stop(): Promise<{ answers: Answer[]; written: Written }>;
}

/** Starts traffic that ends with the test at the latest. @param fan registers and signs in now */
export async function startTraffic(
  chain: Chain,
  addresses: () => Addresses,
  fan: Person,
): Promise<Traffic> {
  const answers: Answer[] = [];
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const stopped = stopping.signal;
  await mineAndPost(chain, addresses, [...firstActions(chain), register(fan)]);
  const followees = targets.map(({ address }) => address);
  const visitors = await startVisitors({ addresses, fan, followees, stopped, answers });
  const mining = repeat(
    stopped,
    () => mineAndPost(chain, addresses, nextActions(chain), answers),
    MINE_EVERY,
  );
  return {
    async recovered() {
      const end = answers.length;
      const good = (what: string) =>
        answers.slice(end).filter((answer) => answer.what === what && answer.status === 200);
      await expect.poll(() => good("/readyz").length).toBeGreaterThan(1);
      await expect.poll(() => good("a posted block").length).toBeGreaterThan(2);
    },
    async stop() {
      stopping.abort();
      await mining;
      return { answers, written: await visitors.end };
    },
  };
}

/** Registers everybody, and gives them an endorsement, one that waits, and an organization, once. */
export function firstActions(chain: Chain): Actions {
  if (chain.endorsements > 0) return [];
  chain.endorsements = 2;
  return [
    ...[alice, bob, ...targets].map((one) => register(one)),
    ...[submit(1, alice, bob), approve(1, alice, bob), submit(2, alice, bob)],
    newOrganization(alice),
  ];
}

/** Approves the last endorsement, and submits one. */
function nextActions(chain: Chain): Actions {
  chain.endorsements += 1;
  const id = chain.endorsements;
  return [approve(id - 1, alice, bob), submit(id, alice, bob)];
}

/** A list of over LIST_BATCH rows is sent while it is read. What was sent cannot be taken back when the database fails. */
function mayBeCut(answer: Answer): Answer {
  if (answer.what !== "/api/milestones") return answer;
  return { ...answer, usual: [...answer.usual, "cut off"] };
}

interface Fault {
  /** As the table has it. */
  fault: string;
  chain: Chain;
  service: Service;
  database: Database;
  /** Causes the fault, and repairs it. */
  happen(): Promise<unknown>;
}

/**
 * Lets a fault happen again and again, each time in the middle of traffic. Every request is answered in time, what was
 * answered 2xx is there, and the rows are those of a service that had no fault.
 */
export async function tryFault({ fault, chain, service, database, happen }: Fault): Promise<void> {
  const tries = triesOf({ usual: 3, torture: 200 });
  let longestMs = 0;
  let refused = 0;
  for (let made = 0; made < tries; made += 1) {
    const traffic = await startTraffic(chain, () => service, person(`fan ${fault} ${made}`));
    await delay(200 + Math.random() * 300);
    await happen().finally(traffic.recovered);
    const { answers, written } = await traffic.stop();
    const isLong = chain.endorsements > LIST_BATCH;
    expectAnswered(isLong ? answers.map(mayBeCut) : answers);
    refused += answers.filter(({ status }) => status === 503).length;
    await expectKept(service, written);
    expect(await hashState(database)).toBe(await chain.straightHash());
    longestMs = Math.max(longestMs, longestGap(answers));
  }
  // A fault that nobody met would show nothing.
  expect(refused).toBeGreaterThan(0);
  const result = "503 or an answer within 5 s, and no row differs from a straight replay";
  tellRow({ fault, tries, result, longestMs });
}
