import { createServer } from "node:http";
import { createClient } from "@colonnade/domain/http/client.ts";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Database } from "../apps/service/db/database.ts";
import { listen, stopListening } from "../apps/service/server/listen.ts";
import { readAnswers, type Subjects } from "../apps/service/tests/support/answers.ts";
import { newHash } from "../apps/service/tests/support/blocks.ts";
import { openTestDatabase, readDerived } from "../apps/service/tests/support/database.ts";
import { startTestService } from "../apps/service/tests/support/fixture.ts";
import { type Json, mutated, mutations, parentOf } from "../apps/service/tests/support/mutation.ts";
import { alice, bob } from "../apps/service/tests/support/people.ts";
import { peersFolder } from "./folder.ts";
import { readRecording } from "./recording.ts";

const blockSchema = z.object({ block_height: z.int(), index_block_hash: z.string() });

async function send(observerUrl: string, path: string, body: string): Promise<number> {
  const response = await fetch(observerUrl + path, { method: "POST", body });
  await response.arrayBuffer();
  return response.status;
}

/** Posts a recording as it is. @returns the last block above the boot block */
async function postAll(observerUrl: string, name: string): Promise<string | null> {
  let last: string | null = null;
  for (const { path, body } of await readRecording(name)) {
    expect(await send(observerUrl, path, body), `${path} ${body.slice(0, 300)}`).toBe(200);
    if (path !== "/new_block") continue;
    const block = blockSchema.parse(JSON.parse(body));
    if (block.block_height > 0) last = block.index_block_hash;
  }
  return last;
}

/** A height above that of every changed block. */
const FAR_AHEAD = 2 ** 40;
const RUNS = triesOf({ usual: 100, torture: 4_000 });

describe.skipIf(peersFolder === undefined)("Posts that real nodes made", () => {
  /** A Hiro API that knows the height of the contract's first block and of its own tip, and nothing else. */
  let firstHeight: number;
  let tipHeight = 0;
  const api = createServer(({ url = "" }, response) => {
    const known = {
      "/extended/v1/contract/": { block_height: firstHeight },
      "/extended/v1/status": { chain_tip: { block_height: tipHeight } },
    };
    const found = Object.entries(known).find(([path]) => url.startsWith(path))?.[1];
    response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? { error: "not found" }));
  });
  let url: string;
  const start = async (database?: Database) =>
    startTestService(
      { url },
      {
        database: database ?? (await openTestDatabase()),
        environment: {
          COLONNADE_NETWORK: "testnet",
          COLONNADE_PROTOCOL_CONTRACT: "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.p",
          COLONNADE_ENDORSEMENT_CONTRACT: "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.e",
        },
      },
    );

  /** Posts a changed block. If the service answers 503, calls `onWait`, moves the API on, and posts the block again. */
  async function sendChanged(observerUrl: string, changed: Json, onWait: () => void) {
    const text = JSON.stringify(changed);
    const status = await send(observerUrl, "/new_block", text);
    if (status !== 503) return status;
    onWait();
    tipHeight = FAR_AHEAD;
    try {
      return await send(observerUrl, "/new_block", text);
    } finally {
      tipHeight = 0;
    }
  }

  beforeAll(async () => {
    url = `http://127.0.0.1:${await listen(api, 0, "")}`;
  });

  afterAll(() => stopListening(api));

  describe.each([
    "mainnet-block0",
    "mainnet-reorg-scenario1",
    "epoch-3-transition",
    "fuzzed-transactions-1",
  ])("%s", (name) => {
    it.each([
      ["from its first block", 0],
      ["far below the contract", 1_000_000],
    ])("are all taken %s", async (_, height) => {
      firstHeight = height;
      await using service = await start();
      const last = await postAll(service.observerUrl, name);
      const { tip, quarantined } = await createClient({ origin: service.origin })("getStatus");
      expect(quarantined).toBe(0);
      expect(tip?.indexBlockHash ?? null).toBe(height === 0 ? last : null);
    });
  });

  it("are all taken after changed copies of them, of which nothing stays", async () => {
    firstHeight = 0;
    const database = await openTestDatabase();
    await using service = await start(database);
    const client = createClient({ origin: service.origin });
    const recording = await readRecording("epoch-3-transition");
    // A sibling of one of the first two would begin another chain, which the service refuses.
    const [boot, first, ...blocks] = recording.filter(({ path }) => path === "/new_block");
    for (const block of [boot, first]) {
      expect(await send(service.observerUrl, "/new_block", block?.body ?? "")).toBe(200);
    }
    const samples = fc.sample(mutations, RUNS);
    for (const [place, { body }] of blocks.entries()) {
      const payload = z.looseObject({ block_height: z.int() }).parse(JSON.parse(body));
      // A sibling of the block, so that the block itself is still to come.
      for (let i = place; i < samples.length; i += blocks.length) {
        const sibling = { ...payload, index_block_hash: newHash(`sibling ${i}`) };
        const changed = mutated(sibling, samples[i] ?? []);
        const status = await sendChanged(service.observerUrl, changed, () => {
          // The boot block comes again, and its parent is no block.
          const parent = payload.block_height === 0 ? null : payload.parent_index_block_hash;
          expect(parentOf(changed)).not.toBe(parent);
        });
        expect(status, fc.stringify(samples[i])).toBe(200);
        await client("getStatus");
      }
      expect(await send(service.observerUrl, "/new_block", body)).toBe(200);
    }
    const last = blockSchema.parse(JSON.parse(blocks.at(-1)?.body ?? ""));
    const { tip } = await client("getStatus");
    expect(tip?.indexBlockHash).toBe(last.index_block_hash);
    const cleanDatabase = await openTestDatabase();
    await using clean = await start(cleanDatabase);
    await postAll(clean.observerUrl, "epoch-3-transition");
    expect(await readDerived(database)).toEqual(await readDerived(cleanDatabase));
    const nobody: Subjects = { people: [], endorsements: [], approved: [], organizations: [] };
    const nowhere: Subjects = {
      people: [alice.address, bob.address],
      ...{ endorsements: [1, 2], approved: [1, 2], organizations: [1] },
    };
    expect(await readAnswers(service.origin, nobody, nowhere)).toEqual(
      await readAnswers(clean.origin, nobody, nowhere),
    );
    tellRow({
      fault: "changes in the fields of blocks that real nodes posted",
      tries: RUNS,
      result:
        "each indexed, skipped or set aside with a reason; every true block taken after them, and the tables those of a clean index",
      longestMs: null,
    });
  });
});
