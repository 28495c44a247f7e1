import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { alice } from "@colonnade/devnet/accounts.ts";
import { startDevnet } from "@colonnade/devnet/devnet.ts";
import { readConfig } from "@colonnade/domain/config.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { createHiroNode } from "@colonnade/service/chain/hiro-node.ts";
import { openPglite } from "@colonnade/service/db/pglite.ts";
import { listen, stopListening } from "@colonnade/service/server/listen.ts";
import { startService } from "@colonnade/service/service.ts";
import { protocolContract } from "@colonnade/service/tests/support/blocks.ts";
import { sendCall } from "@colonnade/service/tests/support/wallet.ts";
import { Cl } from "@stacks/transactions";
import pino from "pino";
import { createPayloadReader } from "../apps/service/chain/payload-reader.ts";
import { timeOf } from "./api/rounds.ts";

const BLOCKS = 100_000;
const CALLS = 2_000;
const MOST_REQUESTS = 5_000;
/** Milliseconds between two posts of the node while the index catches up. */
const POSTED_EVERY = 250;
/** Milliseconds in which each of them must be answered. */
const LONGEST_POST = 1_000;

/**
 * Prints how many requests an empty index sends to catch up with a chain of 100,000 blocks through the routes of the
 * Hiro API, and how long the node's posts of its newest block wait meanwhile. The baseline is two requests a block.
 * Takes some three minutes.
 */
export async function main(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const dataFolder = await mkdtemp(join(tmpdir(), "colonnade-bench-"));
  started.defer(() => rm(dataFolder, { recursive: true }));
  const devnet = started.use(await startDevnet({ dataFolder, blockMs: "manual", observers: [] }));
  const call = (name: string, args: Parameters<typeof sendCall>[3]) =>
    sendCall(devnet.url, alice, name, args);
  await call("register-profile", [
    Cl.bufferFromUtf8("btc"),
    Cl.bufferFromUtf8("alice"),
    Cl.none(),
    Cl.stringAscii("https://example.com/alice.png"),
  ]);
  for (let mined = 1; mined <= BLOCKS; mined += 1) {
    if (mined % (BLOCKS / CALLS) === 0)
      await call("update-statement", [Cl.stringUtf8(`Word ${mined}`)]);
    devnet.mine();
  }

  const asked = new Map<string, number>();
  const api = createServer(async ({ url: path = "" }, response) => {
    const [route = ""] = path.replace(/(0x)?[0-9a-f]{64}/, "{id}").split("?");
    asked.set(route, (asked.get(route) ?? 0) + 1);
    const { status, headers, body } = await fetch(`${devnet.url}${path}`);
    response.writeHead(status, {
      "content-type": "application/json",
      etag: headers.get("etag") ?? "",
    });
    for await (const part of body ?? []) response.write(part);
    response.end();
  });
  const port = await listen(api, 0, "");
  started.defer(() => stopListening(api));
  const service = await startService({
    config: readConfig({
      COLONNADE_PORT: "0",
      COLONNADE_OBSERVER_PORT: "0",
      COLONNADE_METRICS_PORT: "0",
    }),
    database: await openPglite(),
    node: createHiroNode(
      `http://127.0.0.1:${port}`,
      protocolContract,
      createPayloadReader(protocolContract),
    ),
    log: pino({ level: "silent" }),
    askEvery: 3_600_000,
  });
  started.defer(() => service.close());
  const newest = await fetch(`${devnet.url}/colonnade/v1/blocks/${devnet.tip.block_height}`);
  const body = await newest.text();
  const ended = new AbortController();
  const [posts, seconds] = await Promise.all([
    timePosts(`${service.observerUrl}/new_block`, body, ended.signal),
    timeOf(() => service.askNode().finally(() => ended.abort())).then((ms) => ms / 1_000),
  ]);
  const { tip } = await createClient({ origin: service.origin })("getStatus");
  if (tip?.height !== devnet.tip.block_height) throw new Error("The index did not catch up");

  const requests = [...asked.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `\nCatching up: ${BLOCKS} blocks, ${CALLS} calls of ours, in ${seconds.toFixed(1)} s`,
  );
  for (const [route, count] of asked) console.log(`${String(count).padStart(6)}  ${route}`);
  const verdict = requests <= MOST_REQUESTS ? "ok" : "NOT";
  const ratio = (requests / (2 * BLOCKS)).toPrecision(3);
  console.log(
    `${String(requests).padStart(6)}  in all, ${ratio} x of two a block; <= ${MOST_REQUESTS} ${verdict}`,
  );
  const longest = Math.max(...posts);
  const inTime = longest <= LONGEST_POST ? "ok" : "NOT";
  console.log(
    `${String(posts.length).padStart(6)}  posts of the newest block meanwhile, the longest took ${longest.toFixed(0)} ms; <= ${LONGEST_POST} ms ${inTime}`,
  );
}

/** Posts a block again and again, as a node does. @returns the milliseconds of each answer */
async function timePosts(url: string, body: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    times.push(
      await timeOf(async () => {
        const { status } = await fetch(url, { method: "POST", body });
        if (status !== 200) throw new Error(`A posted block was answered with ${status}`);
      }),
    );
    await delay(POSTED_EVERY);
  }
  return times;
}
