import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seedDevnet } from "@colonnade/devnet/seed/seed.ts";
import { shortLived } from "@colonnade/devnet/tests/short-lived.ts";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import pino from "pino";
import { describe, it, vi } from "vitest";
import { openPostgres } from "../../db/postgres.ts";
import { protocolContract } from "../support/blocks.ts";
import { openTestDatabase } from "../support/database.ts";
import { findPort } from "../support/port.ts";
import type { TestPostgres } from "../support/postgres.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { longestGap } from "./answers.ts";
import {
  BLOCK_MS,
  expectNothingLost,
  patience,
  type Running,
  setUpRuns,
} from "./devnet-traffic.ts";
import { settingsForVisitors } from "./visitors.ts";

const devnetMain = fileURLToPath(import.meta.resolve("@colonnade/devnet/main.ts"));

/** A devnet and a service that run, each as a process. */
interface Killable extends Running {
  /** Kills one of them or both, and starts them again. */
  kill(victim: Victim): Promise<void>;
}

type Victim = "the service" | "the devnet" | "the service and the devnet";
const victims: Victim[] = ["the service", "the devnet", "the service and the devnet"];

async function startBoth(postgres: TestPostgres): Promise<Killable> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "colonnade-killed-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const address = await postgres.createDatabase();
  const port = String(await findPort());
  const nodeUrl = `http://127.0.0.1:${port}`;
  const environment = {
    ...settingsForVisitors,
    DATABASE_URL: address,
    COLONNADE_DATA: folder,
    COLONNADE_DEVNET_PORT: port,
    COLONNADE_DEVNET_BLOCK_MS: BLOCK_MS,
    COLONNADE_OBSERVER_PORT: String(await findPort()),
    COLONNADE_PORT: String(await findPort()),
  };
  const children: ChildProcess[] = [];
  opened.defer(() => Promise.all(children.map(end)).then(() => {}));

  async function startDevnet(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [devnetMain], {
      env: { ...process.env, ...shortLived, ...environment },
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.push(child);
    await vi.waitFor(() => fetch(`${nodeUrl}/v2/info`), patience);
    return child;
  }

  async function startService(): Promise<ServiceProcess> {
    const started = await startProcess(environment);
    children.push(started.child);
    return started;
  }

  let devnet = await startDevnet();
  let service = await startService();
  const database = await openPostgres(address);
  opened.defer(() => database.close());
  const straightDatabase = await openTestDatabase();
  opened.defer(() => straightDatabase.close());
  const log = pino({ level: "silent" });
  await seedDevnet({ nodeUrl, protocolContract, origin: service.origin, log });
  const all = opened.move();
  return {
    nodeUrl,
    addresses: () => service,
    database,
    straightDatabase,
    async kill(victim) {
      const killed = { service: victim !== "the devnet", devnet: victim !== "the service" };
      await Promise.all([killed.service && end(service.child), killed.devnet && end(devnet)]);
      [devnet, service] = await Promise.all([
        killed.devnet ? startDevnet() : devnet,
        killed.service ? startService() : service,
      ]);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Kills a process, unless it has ended. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

describe("A service and a devnet that are killed", () => {
  const nextRun = setUpRuns(startBoth);

  it.each(victims)("lose nothing that was answered: kill −9 of %s", async (victim) => {
    const tries = triesOf({ usual: 3, torture: 200 });
    let longestMs = 0;
    for (let made = 0; made < tries; made += 1) {
      const run = await nextRun();
      const answers = await expectNothingLost(run, () => run.kill(victim));
      longestMs = Math.max(longestMs, longestGap(answers));
    }
    tellRow({
      fault: `kill −9 of ${victim}`,
      tries,
      result: "what was answered 2xx is there, and no row differs from a straight replay",
      longestMs,
    });
  });
});
