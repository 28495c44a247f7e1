import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { alice, bob, dan, erin } from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { seedDevnet } from "@colonnade/devnet/seed/seed.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { createNetwork } from "@stacks/network";
import { broadcastTransaction, Cl, makeContractCall } from "@stacks/transactions";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { protocolContract } from "./support/blocks.ts";
import { findPort } from "./support/port.ts";
import { startPostgres, type TestPostgres } from "./support/postgres.ts";
import { type ServiceProcess, startProcess } from "./support/process.ts";
import { openStreamClient, type StreamClient } from "./support/stream-client.ts";

const [contractAddress = "", contractName = ""] = protocolContract.split(".");
const patience = { timeout: 30_000, interval: 100 };

// Here the node posts no blocks: the leader asks for all of them.
describe("Service processes on one PostgreSQL and a devnet", () => {
  let folder: string;
  let postgres: TestPostgres;
  let database: string;
  let devnet: Devnet;
  let first: ServiceProcess;
  let second: ServiceProcess;
  let third: ServiceProcess | undefined;
  let stream: StreamClient;
  let environment: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-takeover-"));
    postgres = await startPostgres();
    database = await postgres.createDatabase();
    const port = await findPort();
    devnet = await startDevnet({
      dataFolder: folder,
      port,
      blockMs: 20,
      metadataBase: "http://127.0.0.1/api/token-metadata/",
    });
    environment = {
      DATABASE_URL: database,
      COLONNADE_DATA: folder,
      COLONNADE_NODE_URL: devnet.url,
    };
    first = await startProcess(environment);
    second = await startProcess(environment);
    await seedDevnet({
      nodeUrl: devnet.url,
      protocolContract,
      origin: first.origin,
      log: pino({ level: "silent" }),
    });
    stream = await openStreamClient(second.origin);
  });

  afterAll(async () => {
    await stream.close();
    await first.kill();
    await second.kill();
    await third?.kill();
    await devnet.close();
    await postgres.close();
    await rm(folder, { recursive: true });
  });

  const tipOf = async ({ origin }: ServiceProcess) =>
    (await createClient({ origin })("getStatus")).tip?.indexBlockHash;

  async function mine(account: typeof alice): Promise<void> {
    const network = createNetwork({ network: "testnet", client: { baseUrl: devnet.url } });
    const height = devnet.tip.block_height;
    const transaction = await makeContractCall({
      contractAddress,
      contractName,
      functionName: "update-statement",
      functionArgs: [Cl.stringUtf8(`At block ${height}`)],
      senderKey: account.privateKey,
      network,
    });
    await broadcastTransaction({ transaction, network });
    await expect.poll(() => devnet.tip.block_height, patience).toBeGreaterThan(height);
  }

  const leaders = () =>
    postgres.query(
      database,
      `select pid from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`,
    );

  it("have one leader, and all of them serve and stream what it indexes", async () => {
    expect(await leaders()).toHaveLength(1);
    await mine(alice);
    const { index_block_hash: tip } = devnet.tip;
    for (const each of [first, second]) {
      await expect.poll(() => tipOf(each), patience).toBe(tip);
    }
    await expect
      .poll(() => stream.events, patience)
      .toContainEqual({
        type: "tip",
        height: devnet.tip.block_height,
        indexBlockHash: tip,
      });
    const principals = stream.events.flatMap((event) =>
      event.type === "change" ? event.principals : [],
    );
    expect(principals).toContain(alice.address);
  });

  it("elect another leader when the leader is killed", async () => {
    await first.kill();
    await mine(bob);
    await expect.poll(() => tipOf(second), patience).toBe(devnet.tip.index_block_hash);
    expect(await leaders()).toHaveLength(1);
  });

  it("elect another leader when the leader's connection is cut, and the former one makes its clients reconnect", async () => {
    const successor = await startProcess(environment);
    third = successor;
    const [leader] = await leaders();
    const { connections } = stream;
    // Paused, so that it does not win the leadership back.
    second.child.kill("SIGSTOP");
    await postgres.query(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and (application_name = 'colonnade leadership' or state like 'idle in transaction%')`,
    );
    // The connection that was cut may still be listed for a moment.
    const isAnother = async () => !isDeepStrictEqual(await leaders(), [leader]);
    await expect.poll(isAnother, patience).toBe(true);
    await expect.poll(leaders, patience).toHaveLength(1);
    await mine(dan);
    await expect.poll(() => tipOf(successor), patience).toBe(devnet.tip.index_block_hash);
    const after = await leaders();
    second.child.kill("SIGCONT");
    await expect.poll(() => stream.connections, patience).toBeGreaterThan(connections);
    await expect.poll(() => tipOf(second), patience).toBe(devnet.tip.index_block_hash);
    expect(await leaders()).toEqual(after);
    const api = createClient({ origin: second.origin });
    const profile = await api("getProfile", { query: { principal: dan.address } });
    expect(profile.statement).toMatch(/^At block/);
    await expect(api("getProfile", { query: { principal: erin.address } })).rejects.toMatchObject({
      status: 404,
    });
  });
});
