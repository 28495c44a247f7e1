import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seedDevnet } from "@colonnade/devnet/seed/seed.ts";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import pino from "pino";
import { afterAll, beforeAll, describe, it, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import { openPostgres } from "../../db/postgres.ts";
import { protocolContract } from "../support/blocks.ts";
import { keepOpen, openTestDatabase } from "../support/database.ts";
import { findPort } from "../support/port.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { longestGap } from "./answers.ts";
import { expectNothingLost, patience } from "./devnet-traffic.ts";

const devnetMain = fileURLToPath(import.meta.resolve("@colonnade/devnet/main.ts"));

describe("A service and a devnet that are killed", () => {
  let folder: string;
  let postgres: TestPostgres;
  let database: Database;
  let straightDatabase: Database;
  let environment: Record<string, string>;
  let nodeUrl: string;
  let devnet: ChildProcess;
  let service: ServiceProcess;
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-killed-"));
    postgres = await startPostgres();
    const address = await postgres.createDatabase();
    const port = String(await findPort());
    nodeUrl = `http://127.0.0.1:${port}`;
    environment = {
      DATABASE_URL: address,
      COLONNADE_DATA: folder,
      COLONNADE_DEVNET_PORT: port,
      COLONNADE_DEVNET_BLOCK_MS: "30",
      COLONNADE_OBSERVER_PORT: String(await findPort()),
      COLONNADE_PORT: String(await findPort()),
    };
    await startDevnet();
    await startService();
    database = keepOpen(await openPostgres(address));
    straightDatabase = await openTestDatabase();
    const log = pino({ level: "silent" });
    await seedDevnet({ nodeUrl, protocolContract, origin: service.origin, log });
  });

  afterAll(async () => {
    for (const child of started) child.kill("SIGKILL");
    await database.kysely.destroy();
    await database.work.destroy();
    await straightDatabase.close();
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function startDevnet(): Promise<void> {
    devnet = spawn(process.execPath, [devnetMain], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "inherit"],
    });
    started.push(devnet);
    await vi.waitFor(() => fetch(`${nodeUrl}/v2/info`), patience);
  }

  async function startService(): Promise<void> {
    service = await startProcess(environment);
    started.push(service.child);
  }

  async function kill(child: ChildProcess): Promise<void> {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  const kills: Record<string, () => Promise<void>> = {
    "the service": async () => {
      await kill(service.child);
      await startService();
    },
    "the devnet": async () => {
      await kill(devnet);
      await startDevnet();
    },
    "the service and the devnet": async () => {
      await Promise.all([kill(service.child), kill(devnet)]);
      await Promise.all([startDevnet(), startService()]);
    },
  };

  it.each(Object.entries(kills))(
    "lose nothing that was answered: kill −9 of %s",
    async (victim, killAndStart) => {
      const tries = triesOf({ usual: 3, torture: 200 });
      let longestMs = 0;
      for (let made = 0; made < tries; made += 1) {
        const answers = await expectNothingLost(
          { nodeUrl, addresses: () => service, database, straightDatabase },
          killAndStart,
        );
        longestMs = Math.max(longestMs, longestGap(answers));
      }
      tellRow({
        fault: `kill −9 of ${victim}`,
        tries,
        result: "what was answered 2xx is there, and no row differs from a straight replay",
        longestMs,
      });
    },
  );
});
