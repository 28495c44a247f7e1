import { setTimeout as delay } from "node:timers/promises";
import { longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../db/database.ts";
import type { Service } from "../../service.ts";
import { protocolContract } from "../support/blocks.ts";
import { hashState, keepOpen, openTestDatabase } from "../support/database.ts";
import { register, startTestService, submit } from "../support/fixture.ts";
import { alice, bob } from "../support/people.ts";
import type { Answer } from "./answers.ts";
import { type Chain, mineAndPost, startChain } from "./traffic.ts";

/** Milliseconds in which a posted block is answered. */
const LONGEST = longestOf(1_000);
const publicNetwork = {
  COLONNADE_NETWORK: "testnet",
  COLONNADE_PROTOCOL_CONTRACT: protocolContract,
  COLONNADE_ENDORSEMENT_CONTRACT: protocolContract,
};

describe.each([
  ["a devnet", {}],
  ["a public network", publicNetwork],
])("A service on %s whose node fails", (network, environment) => {
  let database: Database;
  let service: Service;
  let chain: Chain;

  beforeAll(async () => {
    chain = await startChain();
    database = await openTestDatabase();
    service = await startTestService(chain.node, {
      database: keepOpen(database),
      environment,
      askEvery: 20,
    });
    await mineAndPost(chain, () => service, [register(alice), register(bob)]);
  });

  afterAll(async () => {
    chain.node.beforeAnswer = () => Promise.resolve();
    await service.close();
    await database.close();
    await chain.close();
  });

  const silent = (until: Promise<void>) => () => until;
  const slow = () => () => delay(3_000, undefined, { ref: false });
  const usual = () => () => Promise.resolve();

  it.each([
    { how: "is silent", beforeAnswer: silent, isMad: false },
    { how: "answers after 3 s", beforeAnswer: slow, isMad: false },
    { how: "answers nonsense", beforeAnswer: usual, isMad: true },
  ])("answers posted blocks within a second while the node $how", async ({ how, ...fault }) => {
    const tries = triesOf({ usual: 3, torture: 200 });
    const answers: Answer[] = [];
    const { node } = chain;
    const submitOne = () => {
      chain.endorsements += 1;
      return mineAndPost(chain, () => service, [submit(chain.endorsements, alice, bob)], answers);
    };
    for (let made = 0; made < tries; made += 1) {
      const { promise: recovered, resolve: recover } = Promise.withResolvers<void>();
      for (let count = 0; count < 3; count += 1) await submitOne();
      const asked = node.asked.length;
      node.beforeAnswer = fault.beforeAnswer(recovered);
      node.isMad = fault.isMad;
      // The leader asks for the tip, and waits for it.
      await expect.poll(() => node.asked.length).toBeGreaterThan(asked);
      for (let count = 0; count < 3; count += 1) await submitOne();
      node.beforeAnswer = usual();
      node.isMad = false;
      recover();
    }
    expect(answers.filter(({ status, ms }) => status !== 200 || ms > LONGEST)).toEqual([]);
    expect(await hashState(database)).toBe(await chain.straightHash());
    tellRow({
      fault: `the node of ${network} ${how}`,
      tries,
      result: "posted blocks are answered within 1 s, and no row differs from a straight replay",
      longestMs: Math.max(...answers.map(({ ms }) => ms)),
    });
  });
});
