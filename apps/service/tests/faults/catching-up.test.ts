import { createServer, type Server, type ServerResponse } from "node:http";
import { longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Database } from "../../db/database.ts";
import { openPostgres } from "../../db/postgres.ts";
import { listen, stopListening } from "../../server/listen.ts";
import { newHash, protocolContract } from "../support/blocks.ts";
import { hashState, keepOpen } from "../support/database.ts";
import { post, register, startTestService, submit } from "../support/fixture.ts";
import { alice, bob } from "../support/people.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { startProcess } from "../support/process.ts";
import { type Answer, ask } from "./answers.ts";
import { type Chain, mineAndPost, startChain } from "./traffic.ts";

/** Milliseconds in which the process ends, and in which a posted block is answered. */
const LONGEST = { stop: longestOf(5_000), post: longestOf(1_000) };

const publicNetwork = {
  COLONNADE_NETWORK: "testnet",
  COLONNADE_PROTOCOL_CONTRACT: protocolContract,
  COLONNADE_ENDORSEMENT_CONTRACT: protocolContract,
};

/** What the API answers at once: it is far ahead, so the service reads its lists. */
const known = new Map<string | undefined, object>([
  [
    "/extended/v1/status",
    {
      server_version: "stacks-blockchain-api v9.0.2 (master:759c4a58)",
      chain_tip: { block_height: 100_000, index_block_hash: newHash("tip") },
    },
  ],
  [`/extended/v1/contract/${protocolContract}`, { block_height: 1 }],
]);

/** A block of the network's tip. */
const farAhead = () => ({
  block_height: 100_001,
  block_time: 1_790_000_000,
  index_block_hash: newHash("block"),
  parent_index_block_hash: newHash("block"),
  transactions: [],
  events: [],
});

function answerHalf(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"results":[');
}

/** What it does with every other request. */
const faults: Record<string, (response: ServerResponse) => void> = {
  "is silent": () => {},
  "stops in the middle of an answer": answerHalf,
  "cuts the connection in the middle of an answer": (response) => {
    answerHalf(response);
    setImmediate(() => response.destroy());
  },
};

describe("A service that catches up from a Hiro API which fails", () => {
  let postgres: TestPostgres;
  let address: string;
  let database: Database;
  let chain: Chain;
  let api: Server;
  let nodeUrl: string;
  /** Called with each request that is not answered. */
  let fail: (response: ServerResponse) => void;

  beforeAll(async () => {
    postgres = await startPostgres();
    address = await postgres.createDatabase();
    database = keepOpen(await openPostgres(address));
    chain = await startChain();
    const first = await startTestService(chain.node, {
      database: keepOpen(database),
      environment: publicNetwork,
    });
    await mineAndPost(chain, () => first, [register(alice), register(bob)]);
    await first.close();
    api = createServer(({ url }, response) => {
      const answer = known.get(url);
      if (answer === undefined) return fail(response);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
    nodeUrl = `http://127.0.0.1:${await listen(api, 0, "")}`;
  });

  afterAll(async () => {
    await chain.close();
    await stopListening(api);
    await database.kysely.destroy();
    await database.work.destroy();
    await postgres.close();
  });

  const start = () =>
    startProcess({
      DATABASE_URL: address,
      COLONNADE_NODE_URL: nodeUrl,
      ...publicNetwork,
    });

  it.each(Object.entries(faults))(
    "answers posted blocks, and ends on SIGTERM, while it %s",
    async (how, happen) => {
      const tries = triesOf({ usual: 3, torture: 200 });
      const posts: Answer[] = [];
      let longestStop = 0;
      for (let made = 0; made < tries; made += 1) {
        const met = Promise.withResolvers<void>();
        fail = (response) => {
          happen(response);
          met.resolve();
        };
        const service = await start();
        onTestFinished(() => service.kill());
        await met.promise;
        for (let count = 0; count < 3; count += 1) {
          chain.endorsements += 1;
          const actions = [submit(chain.endorsements, alice, bob)];
          await mineAndPost(chain, () => service, actions, posts);
        }
        // A block at the network's tip. Its ancestors are in the gap.
        await ask("a post far ahead", () => post(service, farAhead()), posts);
        const told = performance.now();
        await service.stop();
        longestStop = Math.max(longestStop, performance.now() - told);
        expect(service.child.exitCode).toBe(0);
        expect(await hashState(database)).toBe(await chain.straightHash());
      }
      expect(posts.filter(({ status, ms }) => status !== 200 || ms > LONGEST.post)).toEqual([]);
      expect(longestStop).toBeLessThan(LONGEST.stop);
      tellRow({
        fault: `a long gap is read from a Hiro API that ${how}`,
        tries,
        result:
          "posted blocks are answered within 1 s, SIGTERM ends the process with 0, and no row differs from a straight replay; longest is until its end",
        longestMs: longestStop,
      });
    },
  );
});
