import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mineBlock, type TestBlock } from "./support/blocks.ts";
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
    folder = await mkdtemp(join(tmpdir(), "colonnade-process-"));
    node = await startNode();
  });

  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await node.close();
    await rm(folder, { recursive: true });
  });

  function launch(environment: Record<string, string> = {}): ChildProcess {
    const child = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        COLONNADE_DATA: folder,
        COLONNADE_NODE_URL: node.url,
        COLONNADE_PORT: "0",
        COLONNADE_OBSERVER_PORT: "0",
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

  /** Waits for the end of one that is not to start. */
  async function refusal(child: ChildProcess): Promise<{ code: unknown; said: string }> {
    let said = "";
    child.stderr?.on("data", (part) => {
      said += String(part);
    });
    const [code] = await once(child, "close");
    return { code, said };
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

  it("loses nothing that it has answered when it is killed, and goes on with what it missed", async () => {
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
    await expect(readFile(join(folder, "service/lock"))).rejects.toThrow();
  });

  it("loses nothing when it is killed in the middle of indexing", async () => {
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

  it("refuses a data folder that another service has, and a port that is taken, in one sentence", async () => {
    const running = await start();
    const second = await refusal(launch());
    expect(second.code).toBe(1);
    expect(second.said.trim().split("\n")).toHaveLength(1);
    expect(second.said).toContain("already using");

    const other = await mkdtemp(join(tmpdir(), "colonnade-other-"));
    const port = new URL(running.origin).port;
    const third = await refusal(launch({ COLONNADE_DATA: other, COLONNADE_PORT: port }));
    expect(third.code).toBe(1);
    expect(third.said).toBe(
      `Port ${port} is taken by another program; stop it, or set COLONNADE_PORT to a free port.\n`,
    );
    running.child.kill("SIGTERM");
    await once(running.child, "exit");
    await rm(other, { recursive: true });
  });

  it("says which setting is wrong", async () => {
    const { code, said } = await refusal(launch({ COLONNADE_PORT: "many" }));
    expect(code).toBe(1);
    expect(said).toContain("COLONNADE_PORT");
  });
});
