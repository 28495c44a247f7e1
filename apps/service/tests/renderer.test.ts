import type { PageToRender } from "@colonnade/domain/page-renderer.ts";
import pino from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRenderer, type Renderer, type RendererOptions } from "../render/renderer.ts";
import { buildGate } from "./support/gate.ts";
import { alice } from "./support/people.ts";
import { buildStandIn, type StandInApp } from "./support/renderer.ts";

let app: StandInApp;
let renderer: Renderer;
let warnings: string[];

beforeEach(async () => {
  app = await buildStandIn();
  warnings = [];
});

afterEach(async () => {
  vi.useRealTimers();
  await renderer.close();
  await app[Symbol.asyncDispose]();
});

function start(options: Partial<RendererOptions> = {}) {
  const log = pino({ level: "warn" }, { write: (line) => warnings.push(line) });
  renderer = createRenderer({ bundle: app.file, log, ...options });
}

/** A profile's page with a statement. */
const pageOf = (statement: string): PageToRender => ({
  path: `/profile/${alice.address}`,
  frame: '<div id="root"></div>',
  settings: {
    network: "devnet",
    origin: "http://127.0.0.1:4100",
    nodeUrl: "http://127.0.0.1:4102",
    explorerUrl: "http://127.0.0.1:4102",
    walletUrl: null,
    protocolContract: `${alice.address}.protocol`,
    endorsementContract: `${alice.address}.endorsement`,
    bnsContract: `${alice.address}.BNS-V2`,
  },
  tag: "tag",
  answers: [{ name: "getProfile", query: {}, json: JSON.stringify({ statement }) }],
  hiddenImages: [],
});

const render = async (statement: string) => {
  const rendering = await renderer.render(pageOf(statement));
  return typeof rendering === "string" ? rendering : rendering.page;
};

it("renders pages one after the other", async () => {
  start();
  const pages = await Promise.all(["One.", "Two.", "Three."].map(render));
  expect(pages).toEqual([
    expect.stringContaining("One."),
    expect.stringContaining("Two."),
    expect.stringContaining("Three."),
  ]);
});

it("renders the next page in a new thread after a page ended the thread", async () => {
  start();
  const [dead, next] = await Promise.all([render("Die."), render("Next.")]);
  expect(dead).toBe("failed");
  expect(next).toContain("Next.");
  expect(warnings).toHaveLength(1);
});

it("gives up a page that never ends, and renders the next one", async () => {
  start({ timeout: 3_000 });
  const [hung, next] = await Promise.all([render("Hang."), render("Next.")]);
  expect(hung).toBe("failed");
  expect(next).toContain("Next.");
  expect(warnings.join()).toContain("It took too long");
});

it("logs a reason once for several pages", async () => {
  start();
  expect(await Promise.all(["Throw.", "Throw.", "Throw."].map(render))).toEqual([
    "failed",
    "failed",
    "failed",
  ]);
  expect(await render("Fine.")).toContain("Fine.");
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("It cannot be drawn");
});

it("logs a reason again after a page succeeded", async () => {
  start();
  for (const statement of ["Throw.", "Fine.", "Throw."]) await render(statement);
  expect(warnings).toHaveLength(2);
});

it("stops for a minute when two threads in a row die", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  start();
  for (const statement of ["Die.", "Fine.", "Die."]) await render(statement);
  expect(await render("Fine.")).toContain("Fine.");
  for (const statement of ["Die.", "Die."]) expect(await render(statement)).toBe("failed");
  expect(await render("Fine.")).toBe("busy");
  vi.advanceTimersByTime(60_000);
  expect(await render("Fine.")).toContain("Fine.");
});

it("starts again at once when the bundle is built again", async () => {
  start();
  for (const statement of ["Die.", "Die."]) await render(statement);
  expect(await render("Fine.")).toBe("busy");
  await app.build("rebuilt ");
  expect(await render("Fine.")).toContain("rebuilt");
});

it("loads the bundle at the start, outside the time of any page", async () => {
  await using gate = await buildGate();
  await app.build("", gate.url);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  start();
  await gate.reached;
  const page = render("Fine.");
  await vi.advanceTimersByTimeAsync(6_000);
  gate.open();
  expect(await page).toContain("Fine.");
  expect(warnings).toEqual([]);
});

it("gives up a bundle that never loads", async () => {
  await using gate = await buildGate();
  await app.build("", gate.url);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  start();
  await gate.reached;
  const page = render("Fine.");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await page).toBe("busy");
  expect(warnings.join()).toContain("It took too long");
});

it("answers busy to more pages than its queue holds", async () => {
  start({ queue: 2 });
  const pages = await Promise.all(["One.", "Two.", "Three."].map(render));
  expect(pages.map((page) => page === "busy")).toEqual([false, false, true]);
  expect(await render("Later.")).toContain("Later.");
});

it("renders with the newest bundle", async () => {
  start();
  expect(await render("Fine.")).not.toContain("rebuilt");
  await app.build("rebuilt ");
  expect(await render("Fine.")).toContain("rebuilt");
});

it("closes in the middle of a page, which ends as busy", async () => {
  start();
  await render("Fine.");
  const resting = render("Rest.");
  await renderer.close();
  expect(await resting).toBe("busy");
  expect(await render("Fine.")).toBe("busy");
  expect(warnings).toEqual([]);
});

it("answers busy where nothing was built", async () => {
  start({ bundle: `${app.file}.missing` });
  expect(await render("Fine.")).toBe("busy");
});
