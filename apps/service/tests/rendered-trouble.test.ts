import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Database } from "../db/database.ts";
import { openTestDatabase } from "./support/database.ts";
import { type Fixture, register, startFixture, submit } from "./support/fixture.ts";
import { buildGate } from "./support/gate.ts";
import { alice, bob, carol } from "./support/people.ts";
import { buildStandIn, type StandInApp } from "./support/renderer.ts";

let app: StandInApp;
let fixture: Fixture | null = null;
let isBroken = false;
const warnings: string[] = [];

beforeAll(async () => {
  app = await buildStandIn();
});

afterAll(() => app[Symbol.asyncDispose]());

beforeEach(() => {
  isBroken = false;
  warnings.length = 0;
});

afterEach(async () => {
  vi.useRealTimers();
  await fixture?.close();
  fixture = null;
});

async function start(options: { pageTimeout?: number } = {}): Promise<Fixture> {
  const sound = await openTestDatabase();
  const database: Database = {
    ...sound,
    readJson: (...asked) =>
      isBroken ? Promise.reject(new Error("The database is gone")) : sound.readJson(...asked),
  };
  const log = pino({ level: "warn" }, { write: (line) => warnings.push(line) });
  fixture = await startFixture({ webFolder: app.webFolder, database, log, ...options });
  return fixture;
}

const profileOf = ({ address }: { address: string }) => `/profile/${address}`;
const plainRoot = '<div id="root"></div>';
const renderedRoot = '<div id="root" data-rendered>';

const get = (path: string) =>
  fetch(`${fixture?.service.origin}${path}`, { headers: { accept: "text/html" } });
const read = async (path: string) => (await get(path)).text();

it("serves the plain page while the database fails, logs it, and caches nothing", async () => {
  const { mine } = await start();
  await mine(register(alice, "I build small tools."));
  isBroken = true;
  for (const path of ["/home", "/directory", profileOf(alice), "/org/1"]) {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(await response.text()).toContain(plainRoot);
  }
  expect(warnings.join()).toContain("The database is gone");
  isBroken = false;
  for (const path of ["/home", "/directory", profileOf(alice)]) {
    expect(await read(path)).toContain(renderedRoot);
  }
});

it("serves the plain page while a page takes too long, and caches it for the next visitor", async () => {
  await using gate = await buildGate();
  const { mine } = await start({ pageTimeout: 500 });
  await mine(register(bob, gate.url));
  const path = profileOf(bob);
  expect(await read(path)).toContain(plainRoot);
  await gate.reached;
  gate.open();
  await expect.poll(() => read(path), { timeout: 30_000 }).toContain(renderedRoot);
});

it("tries a failed page again after a minute, even if blocks come meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { mine } = await start();
  await mine(register(carol, "Throw once."));
  const path = profileOf(carol);
  expect(await read(path)).toContain(plainRoot);
  await mine(register(alice, "Fine."), submit(1, alice, carol));
  expect(await read(path)).toContain(plainRoot);
  vi.advanceTimersByTime(60_000);
  expect(await read(path)).toContain(renderedRoot);
});
