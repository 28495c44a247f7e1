import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { deployTestContract } from "@colonnade/devnet/tests/fixture.ts";
import type { Database } from "../apps/service/db/database.ts";
import { openTestDatabase } from "../apps/service/tests/support/database.ts";
import { startTestService } from "../apps/service/tests/support/fixture.ts";
import { findPort } from "../apps/service/tests/support/port.ts";
import { startPostgres } from "../apps/service/tests/support/postgres.ts";
import { type HiroApi, startHiroApi } from "./hiro-api.ts";

/** Our devnet, and the real Hiro API that it posts its blocks to. */
export interface HiroDevnet extends AsyncDisposable {
  devnet: Devnet;
  /** The contract whose functions end in every way. */
  contract: `${string}.${string}`;
  api: HiroApi;
  /** Starts the same API without its deprecated routes. */
  startLater(): Promise<HiroApi>;
  /** An index that the devnet posts to. */
  posted: Database;
  postedOrigin: string;
}

/** @param peers the folder with other people's software */
export async function startHiroDevnet(peers: string): Promise<HiroDevnet> {
  await using starting = new AsyncDisposableStack();
  const dataFolder = await mkdtemp(join(tmpdir(), "colonnade-peers-"));
  starting.defer(() => rm(dataFolder, { recursive: true }));
  const postgres = await startPostgres();
  starting.defer(() => postgres.close());
  const database = await postgres.createDatabase();
  const nodePort = await findPort();
  const options = { peers, database, nodePort };
  const api = starting.use(await startHiroApi({ ...options, hasDeprecated: true, writes: true }));
  const posted = await openTestDatabase();
  const service = await startTestService(
    { url: `http://127.0.0.1:${nodePort}` },
    { database: posted },
  );
  starting.defer(service.close);
  const devnet = starting.use(
    await startDevnet({
      dataFolder,
      port: nodePort,
      blockMs: "manual",
      observers: [api.observerUrl, service.observerUrl],
    }),
  );
  const contract = await deployTestContract(devnet);
  const started = starting.move();
  return {
    devnet,
    contract,
    api,
    startLater: async () =>
      started.use(await startHiroApi({ ...options, hasDeprecated: false, writes: false })),
    posted,
    postedOrigin: service.origin,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Asks a server for JSON. */
export async function ask(url: string, path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}${path}`);
  return { status: response.status, body: await response.json() };
}
