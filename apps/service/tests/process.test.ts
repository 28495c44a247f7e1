import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shortLived } from "@colonnade/devnet/tests/short-lived.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { lockFolder } from "@colonnade/folder-lock/folder-lock.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen, stopListening } from "../server/listen.ts";
import { mineBlock, protocolContract, type TestBlock } from "./support/blocks.ts";
import { fillDataFolder } from "./support/database.ts";
import { register, submit } from "./support/fixture.ts";
import { startNode, type TestNode } from "./support/node.ts";
import { alice, bob } from "./support/people.ts";
import { type ServiceProcess, startProcess } from "./support/process.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

describe("The process", () => {
  let folder: string;
  let node: TestNode;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await fillDataFolder(await mkdtemp(join(tmpdir(), "colonnade-process-")));
    node = await startNode();
  });

  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await node.close();
    await rm(folder, { recursive: true });
  });

  /** A data folder for another service. */
  const newData = async () => fillDataFolder(await mkdtemp(join(folder, "other-")));

  function launch(environment: Record<string, string> = {}): ChildProcess {
    const child = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        ...shortLived,
        COLONNADE_DATA: folder,
        COLONNADE_NODE_URL: node.url,
        COLONNADE_PORT: "0",
        COLONNADE_OBSERVER_PORT: "0",
        COLONNADE_METRICS_PORT: "0",
        LOG_LEVEL: "info",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    return child;
  }

  async function start(): Promise<ServiceProcess> {
    const running = await startProcess({ COLONNADE_DATA: folder, COLONNADE_NODE_URL: node.url });
    children.push(running.child);
    return running;
  }

  /** Waits until a process that must not start has ended. */
  async function refusal(child: ChildProcess): Promise<{ code: unknown; errors: string }> {
    let errors = "";
    child.stderr?.on("data", (part) => {
      errors += String(part);
    });
    const [code] = await once(child, "close");
    return { code, errors };
  }

  const post = (running: ServiceProcess, block: TestBlock) =>
    fetch(`${running.observerUrl}/new_block`, {
      method: "POST",
      body: JSON.stringify(block.payload),
    });

  async function mine(
    running: ServiceProcess,
    parent: TestBlock | null,
    ...actions: Parameters<typeof mineBlock>[1]
  ) {
    const block = await mineBlock(parent, actions);
    node.add(block);
    node.tip = block;
    expect((await post(running, block)).status).toBe(200);
    return block;
  }

  it("ends on SIGTERM while a request for a long gap is open", async () => {
    const { promise: reading, resolve: hasBegun } = Promise.withResolvers<void>();
    const open: string[] = [];
    const answers = new Map<string, object>([
      [
        "/extended/v1/status",
        {
          server_version: "stacks-blockchain-api v9.0.2 (master:759c4a58)",
          chain_tip: { block_height: 100_000, index_block_hash: `0x${"11".repeat(32)}` },
        },
      ],
      [`/extended/v1/contract/${protocolContract}`, { block_height: 1 }],
    ]);
    const api = createServer(({ url = "" }, response) => {
      const answer = answers.get(url);
      if (answer === undefined) {
        open.push(url);
        hasBegun();
      } else {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(answer));
      }
    });
    const port = await listen(api, 0, "");
    const running = await startProcess({
      COLONNADE_DATA: await newData(),
      COLONNADE_NODE_URL: `http://127.0.0.1:${port}`,
      COLONNADE_NETWORK: "testnet",
      COLONNADE_PROTOCOL_CONTRACT: protocolContract,
      COLONNADE_ENDORSEMENT_CONTRACT: protocolContract,
    });
    children.push(running.child);
    await reading;
    await running.stop();
    expect(running.child.exitCode).toBe(0);
    expect(open).toHaveLength(1);
    await stopListening(api);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends in order on %s while it starts", async (signal) => {
    // A database that accepts connections and says nothing.
    const silent = createServer().on("clientError", () => {});
    const port = await listen(silent, 0, "");
    const asked = once(silent, "connection");
    const child = launch({ DATABASE_URL: `postgres://127.0.0.1:${port}/colonnade` });
    await asked;
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
    silent.close();
  });

  it("loses no acknowledged block when it is killed, and catches up with the missed ones", async () => {
    let running = await start();
    const first = await mine(running, null, register(alice), register(bob));
    const second = await mine(running, first, submit(1, alice, bob));
    running.child.kill("SIGKILL");
    await once(running.child, "exit");

    const missed = await mineBlock(second, [submit(2, bob, alice)]);
    node.add(missed);
    node.tip = missed;
    running = await start();
    const api = createClient({ origin: running.origin });
    expect((await api("listEndorsements")).map(({ id }) => id)).toContain(1);
    await expect
      .poll(async () => (await api("listEndorsements")).map(({ id }) => id))
      .toEqual([2, 1]);

    running.child.kill("SIGTERM");
    const [code] = await once(running.child, "exit");
    expect(code).toBe(0);
    using _lock = lockFolder(join(folder, "service"), String);
  });

  it("loses no acknowledged block when it is killed while it indexes", async () => {
    const running = await start();
    const tip = node.tip;
    const answered: string[] = [];
    let block = tip;
    const posting = (async () => {
      for (let blocks = 0; blocks < 200; blocks += 1) {
        block = await mineBlock(block, [submit(3 + blocks, alice, bob)]);
        node.add(block);
        node.tip = block;
        await post(running, block);
        answered.push(block.payload.index_block_hash);
        if (answered.length === 20) running.child.kill("SIGKILL");
      }
    })();
    await expect(posting).rejects.toThrow();
    const again = await start();
    const api = createClient({ origin: again.origin });
    await expect
      .poll(async () => (await api("getStatus")).tip?.indexBlockHash)
      .toBe(node.tip?.payload.index_block_hash);
    const height = node.tip?.payload.block_height ?? 0;
    expect(await api("listEndorsements")).toHaveLength(height - 1);
    again.child.kill("SIGINT");
    expect((await once(again.child, "exit"))[0]).toBe(0);
  });

  it("refuses a locked data folder and a taken port in one sentence each", async () => {
    const running = await start();
    const second = await refusal(launch());
    expect(second.code).toBe(1);
    expect(second.errors.trim().split("\n")).toHaveLength(1);
    expect(second.errors).toContain("already using");

    const other = await newData();
    const port = new URL(running.origin).port;
    const third = await refusal(launch({ COLONNADE_DATA: other, COLONNADE_PORT: port }));
    expect(third.code).toBe(1);
    expect(third.errors).toBe(
      `Port ${port} is taken by another program; stop it, or set COLONNADE_PORT to a free port.\n`,
    );
    running.child.kill("SIGTERM");
    await once(running.child, "exit");
  });

  it("listens where it is told, and refuses a host that this machine does not have", async () => {
    const running = await startProcess({
      COLONNADE_DATA: await newData(),
      COLONNADE_NODE_URL: node.url,
      COLONNADE_HOST: "127.0.0.2",
      COLONNADE_OBSERVER_HOST: "127.0.0.3",
    });
    children.push(running.child);
    expect(running.origin).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
    expect((await fetch(`${running.origin}/healthz`)).status).toBe(200);
    expect(running.observerUrl).toMatch(/^http:\/\/127\.0\.0\.3:\d+$/);
    const elsewhere = running.origin.replace("127.0.0.2", "127.0.0.1");
    await expect(fetch(elsewhere)).rejects.toThrow();
    await running.stop();

    const settings = { COLONNADE_HOST: "203.0.113.5", COLONNADE_TRUSTED_PROXIES: "0" };
    const other = await newData();
    const { code, errors } = await refusal(launch({ ...settings, COLONNADE_DATA: other }));
    expect(code).toBe(1);
    expect(errors).toBe(
      "This machine has no address 203.0.113.5; set COLONNADE_HOST to one that it has.\n",
    );
  });

  it("names the setting that is wrong", async () => {
    const { code, errors } = await refusal(launch({ COLONNADE_PORT: "many" }));
    expect(code).toBe(1);
    expect(errors).toContain("COLONNADE_PORT");
  });
});
