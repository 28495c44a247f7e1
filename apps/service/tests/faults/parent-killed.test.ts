import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import { openPostgres } from "../../db/postgres.ts";
import { keepOpen, openTestDatabase } from "../support/database.ts";
import { findPort, isFree } from "../support/port.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { expectNothingLost, patience } from "./devnet-traffic.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Milliseconds in which all ports are free again. */
const LONGEST = longestOf(5_000);

/** The processes that `npm start` begins with, each the parent of the next: npm, the bootstrap, the start script. */
const victims = { npm: 0, "its bootstrap": 1, "its start script": 2 };

describe("The product that npm start runs", () => {
  let folder: string;
  let postgres: TestPostgres;
  let database: Database;
  let straightDatabase: Database;
  let ports: number[];
  let environment: Record<string, string>;
  let nodeUrl: string;
  let addresses: { origin: string; observerUrl: string };
  let started: ChildProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-parent-"));
    postgres = await startPostgres();
    const address = await postgres.createDatabase();
    ports = [await findPort(), await findPort(), await findPort(), await findPort()];
    const [port, observerPort, metricsPort, devnetPort] = ports.map(String);
    nodeUrl = `http://127.0.0.1:${devnetPort}`;
    addresses = {
      origin: `http://127.0.0.1:${port}`,
      observerUrl: `http://127.0.0.1:${observerPort}`,
    };
    environment = {
      DATABASE_URL: address,
      COLONNADE_DATA: folder,
      COLONNADE_DEVNET_BLOCK_MS: "30",
      COLONNADE_PORT: String(port),
      COLONNADE_OBSERVER_PORT: String(observerPort),
      COLONNADE_METRICS_PORT: String(metricsPort),
      COLONNADE_DEVNET_PORT: String(devnetPort),
    };
    await start();
    database = keepOpen(await openPostgres(address));
    straightDatabase = await openTestDatabase();
  });

  afterAll(async () => {
    started.kill("SIGTERM");
    await vi.waitUntil(arePortsFree, patience);
    await database.kysely.destroy();
    await database.work.destroy();
    await straightDatabase.close();
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Resolves when the seed's cast is there. */
  async function start(): Promise<void> {
    started = spawn("npm", ["start"], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const isOpen = Promise.withResolvers<void>();
    started.stdout?.on("data", (part) => {
      if (String(part).includes("Colonnade is open")) isOpen.resolve();
    });
    started.once("exit", (code) => isOpen.reject(new Error(`npm start ended with ${code}`)));
    await isOpen.promise;
  }

  /** npm and the processes below it, each the child of the one before. */
  function startingProcesses(): number[] {
    const found = [started.pid ?? 0];
    for (const _ of ["bootstrap", "start"]) {
      const children = execFileSync("pgrep", ["-P", String(found.at(-1))], { encoding: "utf8" });
      found.push(Number.parseInt(children, 10));
    }
    return found;
  }

  async function arePortsFree(): Promise<boolean> {
    const free = await Promise.all(ports.map(isFree));
    return free.every((each) => each);
  }

  it.each(Object.entries(victims))(
    "leaves no process, and loses nothing that was answered: kill −9 of %s",
    async (victim, place) => {
      const tries = triesOf({ usual: 3, torture: 200 });
      let longestMs = 0;
      for (let made = 0; made < tries; made += 1) {
        await expectNothingLost(
          { nodeUrl, addresses: () => addresses, database, straightDatabase },
          async () => {
            const exited = once(started, "exit");
            process.kill(startingProcesses()[place] ?? 0, "SIGKILL");
            const killed = performance.now();
            await expect.poll(arePortsFree, patience).toBe(true);
            longestMs = Math.max(longestMs, performance.now() - killed);
            await exited;
            await start();
          },
        );
      }
      expect(longestMs).toBeLessThan(LONGEST);
      tellRow({
        fault: `kill −9 of npm start: ${victim}`,
        tries,
        result:
          "the service and the devnet end, and no row differs from a straight replay after the next start; longest is until all ports are free",
        longestMs,
      });
    },
  );
});
