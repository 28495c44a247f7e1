import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openPgliteFolder } from "../../db/pglite.ts";
import { fillDataFolder, hashState } from "../support/database.ts";
import { person } from "../support/people.ts";
import { findPort } from "../support/port.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { buildStandIn, type StandInApp } from "../support/renderer.ts";
import { expectAnswered, expectAnsweredBefore, longestGap } from "./answers.ts";
import { type Chain, startChain, startTraffic } from "./traffic.ts";
import { expectKept, settingsForVisitors } from "./visitors.ts";

const renderingMain = fileURLToPath(new URL("../support/rendering-main.ts", import.meta.url));

/** Milliseconds in which the process ends after SIGTERM. */
const LONGEST = longestOf(5_000);

/** Milliseconds between two requests for the status. */
const EVERY = 100;

describe("A service on the embedded database", () => {
  let chain: Chain;
  let app: StandInApp;
  let folder: string;
  /** The same after each start, as browsers know it. */
  let port: string;

  beforeAll(async () => {
    chain = await startChain();
    app = await buildStandIn();
    folder = await fillDataFolder(await mkdtemp(join(tmpdir(), "colonnade-embedded-")));
    port = String(await findPort());
  });

  afterAll(async () => {
    await chain.close();
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  async function start(): Promise<ServiceProcess> {
    const environment = {
      ...settingsForVisitors,
      COLONNADE_PORT: port,
      COLONNADE_DATA: folder,
      COLONNADE_NODE_URL: chain.node.url,
    };
    const started = await startProcess(environment, [renderingMain, app.webFolder]);
    onTestFinished(() => started.kill());
    return started;
  }

  /** What is in the folder, as a hash. The service must be stopped. */
  async function readHash(): Promise<string> {
    const database = await openPgliteFolder(join(folder, "service"));
    try {
      return await hashState(database);
    } finally {
      await database.close();
    }
  }

  it("answers what it has begun at SIGTERM, and loses nothing by that or by kill −9", async () => {
    const tries = triesOf({ usual: 1, torture: 200 });
    const longest = { stop: 0, gap: 0 };
    for (let made = 0; made < tries; made += 1) {
      let service = await start();
      const traffic = await startTraffic(chain, () => service, person(`fan ${made}`));
      await delay(100 + Math.random() * 700);
      const told = performance.now();
      await service.stop();
      longest.stop = Math.max(longest.stop, performance.now() - told);
      expect(service.child.exitCode).toBe(0);
      service = await start();
      await traffic.recovered();
      await delay(Math.random() * 500);
      const killed = performance.now();
      await service.kill();
      service = await start();
      await traffic.recovered();
      const { answers, written } = await traffic.stop();
      expectAnswered(answers, true);
      expectAnsweredBefore(answers, told);
      const aroundKill = answers.filter(({ at }) => at > killed - EVERY);
      longest.gap = Math.max(longest.gap, longestGap(aroundKill));
      await expectKept(service, written);
      await service.stop();
      expect(await readHash()).toBe(await chain.straightHash());
    }
    expect(longest.stop).toBeLessThan(LONGEST);
    tellRow({
      fault: "SIGTERM while requests are under way, on PGlite",
      tries,
      result:
        "requests are answered, the process ends with 0, and no row differs from a straight replay; longest is until its end",
      longestMs: longest.stop,
    });
    tellRow({
      fault: "kill −9 of the service, on PGlite",
      tries,
      result: "what was answered 2xx is there, and no row differs from a straight replay",
      longestMs: longest.gap,
    });
  });
});
