import { setTimeout as delay } from "node:timers/promises";
import { longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { mineBlock, type TestBlock } from "../support/blocks.ts";
import { post, register, submit } from "../support/fixture.ts";
import { startNode, type TestNode } from "../support/node.ts";
import { alice, bob } from "../support/people.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { type Answer, expectAnswered } from "./answers.ts";
import { startVisitors } from "./visitors.ts";

/** Milliseconds in which the process ends. */
const LONGEST = longestOf(5_000);

describe("A service that is told to stop", () => {
  let postgres: TestPostgres;
  let address: string;
  let node: TestNode;
  let first: TestBlock;

  beforeAll(async () => {
    postgres = await startPostgres();
    address = await postgres.createDatabase();
    node = await startNode();
    first = await mineBlock(null, [register(alice), register(bob), submit(1, alice, bob)]);
    node.add(first);
    node.tip = first;
  });

  afterAll(async () => {
    await node.close();
    await postgres.close();
  });

  /** Posts a block whose parent only the node has, which says nothing. */
  async function postUnknown(service: ServiceProcess): Promise<void> {
    node.beforeAnswer = () => new Promise(() => {});
    const parent = await mineBlock(first, []);
    void post(service, (await mineBlock(parent, [])).payload).catch(() => {});
  }

  const begin: Record<string, (service: ServiceProcess) => Promise<void>> = {
    "requests are under way": () => Promise.resolve(),
    "PostgreSQL is stopped": async () => postgres.pause(),
    "the node is silent": postUnknown,
  };

  it.each(Object.entries(begin))(
    "answers what it has begun and ends within 5 s while %s",
    async (what, hang) => {
      const tries = triesOf({ usual: 3, torture: 200 });
      let longestMs = 0;
      for (let made = 0; made < tries; made += 1) {
        const service = await startProcess({ DATABASE_URL: address, COLONNADE_NODE_URL: node.url });
        const { origin } = service;
        await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
        const stopped = new AbortController();
        onTestFinished(() => stopped.abort());
        const answers: Answer[] = [];
        const visitors = await startVisitors({
          addresses: () => service,
          fan: alice,
          followees: [bob.address],
          stopped: stopped.signal,
          answers,
        });
        await (await fetch(`${origin}/api/stream`)).body?.getReader().read();
        await delay(100 + Math.random() * 200);
        await hang(service);
        await delay(100 + Math.random() * 500);
        const told = performance.now();
        await service.stop();
        longestMs = Math.max(longestMs, performance.now() - told);
        stopped.abort();
        postgres.resume();
        node.beforeAnswer = () => Promise.resolve();
        await visitors.end;
        expect(service.child.exitCode).toBe(0);
        expectAnswered(answers, true);
        // A request that was sent in the same moment may meet a closed connection.
        const begun = answers.filter(({ at, ms }) => at - ms < told - 20);
        expect(begun.filter(({ status }) => status === "broken")).toEqual([]);
      }
      expect(longestMs).toBeLessThan(LONGEST);
      tellRow({
        fault: `SIGTERM while ${what}`,
        tries,
        result: "requests are answered, and the process ends with 0; longest is until its end",
        longestMs,
      });
    },
  );
});
