import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shortLived } from "@colonnade/devnet/tests/short-lived.ts";
import { longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { describe, expect, it, vi } from "vitest";
import { openPostgres } from "../../db/postgres.ts";
import { openTestDatabase } from "../support/database.ts";
import { findPort, isFree } from "../support/port.ts";
import type { TestPostgres } from "../support/postgres.ts";
import {
  BLOCK_MS,
  expectNothingLost,
  patience,
  type Running,
  setUpRuns,
} from "./devnet-traffic.ts";
import { settingsForVisitors } from "./visitors.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Milliseconds in which all ports are free again. */
const LONGEST = longestOf(5_000);

/** The processes that `npm start` begins with, each the parent of the next: npm, the bootstrap, the start script. */
const victims = { npm: 0, "its bootstrap": 1, "its start script": 2 };

/** The product that `npm start` runs. */
interface Product extends Running {
  /**
   * Kills one of the processes that it began with, and starts it again.
   * @param place of the process among them
   * @returns the milliseconds until all ports were free
   */
  kill(place: number): Promise<number>;
}

async function startProduct(postgres: TestPostgres): Promise<Product> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "colonnade-parent-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const address = await postgres.createDatabase();
  const ports = [await findPort(), await findPort(), await findPort(), await findPort()];
  const [port, observerPort, metricsPort, devnetPort] = ports.map(String);
  const addresses = {
    origin: `http://127.0.0.1:${port}`,
    observerUrl: `http://127.0.0.1:${observerPort}`,
  };
  const environment = {
    ...shortLived,
    ...settingsForVisitors,
    DATABASE_URL: address,
    COLONNADE_DATA: folder,
    COLONNADE_DEVNET_BLOCK_MS: BLOCK_MS,
    COLONNADE_PORT: String(port),
    COLONNADE_OBSERVER_PORT: String(observerPort),
    COLONNADE_METRICS_PORT: String(metricsPort),
    COLONNADE_DEVNET_PORT: String(devnetPort),
  };
  const arePortsFree = async () => (await Promise.all(ports.map(isFree))).every((each) => each);
  let started = await start(environment);
  opened.defer(async () => {
    started.kill("SIGTERM");
    await vi.waitUntil(arePortsFree, patience);
  });
  const database = await openPostgres(address);
  opened.defer(() => database.close());
  const straightDatabase = await openTestDatabase();
  opened.defer(() => straightDatabase.close());
  const all = opened.move();
  return {
    nodeUrl: `http://127.0.0.1:${devnetPort}`,
    addresses: () => addresses,
    database,
    straightDatabase,
    async kill(place) {
      const exited = once(started, "exit");
      process.kill(startingProcesses(started)[place] ?? 0, "SIGKILL");
      const killed = performance.now();
      await expect.poll(arePortsFree, patience).toBe(true);
      const freeMs = performance.now() - killed;
      await exited;
      started = await start(environment);
      return freeMs;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Resolves when the seed's cast is there. */
async function start(environment: Record<string, string>): Promise<ChildProcess> {
  const started = spawn("npm", ["start"], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const isOpen = Promise.withResolvers<void>();
  started.stdout.on("data", (part) => {
    if (String(part).includes("Colonnade is open")) isOpen.resolve();
  });
  started.once("exit", (code) => isOpen.reject(new Error(`npm start ended with ${code}`)));
  await isOpen.promise;
  return started;
}

/** npm and the processes below it, each the child of the one before. */
function startingProcesses(npm: ChildProcess): number[] {
  const found = [npm.pid ?? 0];
  for (const _ of ["bootstrap", "start"]) {
    const children = execFileSync("pgrep", ["-P", String(found.at(-1))], { encoding: "utf8" });
    found.push(Number.parseInt(children, 10));
  }
  return found;
}

describe("The product that npm start runs", () => {
  const nextRun = setUpRuns(startProduct);

  it.each(Object.entries(victims))(
    "leaves no process, and loses nothing that was answered: kill −9 of %s",
    async (victim, place) => {
      const tries = triesOf({ usual: 3, torture: 200 });
      let longestMs = 0;
      for (let made = 0; made < tries; made += 1) {
        const run = await nextRun();
        await expectNothingLost(run, async () => {
          longestMs = Math.max(longestMs, await run.kill(place));
        });
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
