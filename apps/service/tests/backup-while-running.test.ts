import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { mineBlock } from "./support/blocks.ts";
import { fillDataFolder } from "./support/database.ts";
import { register, signIn } from "./support/fixture.ts";
import { startNode } from "./support/node.ts";
import { runOperator } from "./support/operator.ts";
import { alice, bob, carol } from "./support/people.ts";
import { startPostgres, type TestPostgres } from "./support/postgres.ts";
import { type ServiceProcess, startProcess } from "./support/process.ts";

const columnSchema = z.object({ followerCount: z.number() });

describe("A backup of a running service", () => {
  let folder: string;
  let postgres: TestPostgres;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-backup-"));
    postgres = await startPostgres();
  });

  afterAll(async () => {
    await postgres.close();
    await rm(folder, { recursive: true });
  });

  const path = `/api/column?principal=${bob.address}`;

  it.each(["PGlite", "PostgreSQL"])(
    "restores on %s, and no browser keeps an older answer",
    async (kind) => {
      const tries = triesOf({ usual: 1, torture: 10 });
      for (let made = 0; made < tries; made += 1) await backUpAndRestore(kind, made);
      tellRow({
        fault: `backup while the service runs on ${kind}, and restore`,
        tries,
        result: "all of it is there again, and no browser keeps an older answer",
        longestMs: null,
      });
    },
  );

  async function backUpAndRestore(kind: string, turn: number): Promise<void> {
    const node = await startNode();
    const block = await mineBlock(null, [register(alice), register(bob), register(carol)]);
    node.add(block);
    node.tip = block;
    const environmentOf = async () => ({
      COLONNADE_NODE_URL: node.url,
      ...(kind === "PGlite"
        ? { COLONNADE_DATA: await fillDataFolder(await mkdtemp(join(folder, "data-"))) }
        : { DATABASE_URL: await postgres.createDatabase() }),
    });
    const environment = await environmentOf();
    const start = async (of: Record<string, string>): Promise<ServiceProcess> => {
      const running = await startProcess(of);
      const isReady = async () => (await fetch(`${running.origin}${path}`)).status;
      await expect.poll(isReady).toBe(200);
      return running;
    };
    const follow = async (running: ServiceProcess, who: typeof alice, followed: boolean) => {
      const { api } = await signIn(running, who);
      const body = { userPrincipal: who.address, profilePrincipal: bob.address };
      await api(followed ? "follow" : "unfollow", { body });
    };
    const followers = async ({ origin }: ServiceProcess) => {
      const answer = await fetch(`${origin}${path}`);
      const { followerCount } = columnSchema.parse(await answer.json());
      return { etag: answer.headers.get("etag") ?? "", followerCount };
    };

    const running = await start(environment);
    await follow(running, alice, true);
    const file = join(folder, `${kind}-${turn}.backup`);
    // Follows come and go while the backup is made.
    let isDone = false;
    const writing = (async () => {
      for (let turn = 1; !isDone; turn += 1) await follow(running, carol, turn % 2 === 1);
    })();
    const made = await runOperator(environment, "backup", file);
    isDone = true;
    await writing;
    expect(made).toMatchObject({ status: 0 });
    const count = Number(/^follows +(\d+)$/m.exec(made.out)?.[1]);
    expect([1, 2]).toContain(count);
    expect((await runOperator(environment, "backup", file)).status).toBe(1);

    const kept = await followers(running);
    await running.stop();
    const refused = await runOperator(environment, "restore", file);
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.err).toContain("--replace");
    expect(await runOperator(environment, "restore", file, "--replace")).toMatchObject({
      status: 0,
    });
    const again = await start(environment);
    const after = await fetch(`${again.origin}${path}`, {
      headers: { "if-none-match": kept.etag },
    });
    expect(after.status).toBe(200);
    expect((await followers(again)).followerCount).toBe(count);
    await again.stop();
    await node.close();
  }
});
