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

/** A page of somebody with a statement. */
const pageOf = (statement: string): PageToRender => ({
  path: `/profile/${alice.address}`,
  settings: {
    network: "devnet",
    origin: "http://127.0.0.1:4100",
    nodeUrl: "http://127.0.0.1:4102",
    explorerUrl: "http://127.0.0.1:4102",
    walletUrl: null,
    protocolContract: `${alice.address}.protocol`,
    endorsementContract: `${alice.address}.endorsement`,
    bnsContract: `${alice.address}.BNS-V2`,
    ipfsGateway: "http://127.0.0.1:4100",
  },
  tag: "tag",
  answers: { "/api/column": JSON.stringify({ statement }) },
});

const render = async (statement: string) => {
  const page = await renderer.render(pageOf(statement));
  return page === null || page === "busy" ? page : page.html;
};

it("renders one page after the other", async () => {
  start();
  const pages = await Promise.all(["One.", "Two.", "Three."].map(render));
  expect(pages).toEqual([
    expect.stringContaining("One."),
    expect.stringContaining("Two."),
    expect.stringContaining("Three."),
  ]);
});

it("goes on after a page that took the thread with it", async () => {
  start();
  const [dead, next] = await Promise.all([render("Die."), render("Next.")]);
  expect(dead).toBeNull();
  expect(next).toContain("Next.");
  expect(warnings).toHaveLength(1);
});

it("gives up a page that never ends, and renders the next one in its own time", async () => {
  start({ patience: 3_000 });
  const [hung, next] = await Promise.all([render("Hang."), render("Next.")]);
  expect(hung).toBeNull();
  expect(next).toContain("Next.");
  expect(warnings.join()).toContain("It took too long");
});

it("says once what is wrong, however many pages it is wrong with", async () => {
  start();
  expect(await Promise.all(["Throw.", "Throw.", "Throw."].map(render))).toEqual([null, null, null]);
  expect(await render("Fine.")).toContain("Fine.");
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("It cannot be drawn");
});

it("says it again when it was right meanwhile", async () => {
  start();
  for (const statement of ["Throw.", "Fine.", "Throw."]) await render(statement);
  expect(warnings).toHaveLength(2);
});

it("rests for a minute when threads die one after the other, and not for one that did", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  start();
  for (const statement of ["Die.", "Fine.", "Die."]) await render(statement);
  expect(await render("Fine.")).toContain("Fine.");
  for (const statement of ["Die.", "Die."]) expect(await render(statement)).toBeNull();
  expect(await render("Fine.")).toBe("busy");
  vi.advanceTimersByTime(60_000);
  expect(await render("Fine.")).toContain("Fine.");
});

it("rests no longer than until the bundle is built anew", async () => {
  start();
  for (const statement of ["Die.", "Die."]) await render(statement);
  expect(await render("Fine.")).toBe("busy");
  await app.build("anew ");
  expect(await render("Fine.")).toContain("anew");
});

it("loads the bundle before anybody asks, and in no page's time", async () => {
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

it("takes on so many pages, and tells the others that it is busy", async () => {
  start({ queue: 2 });
  const pages = await Promise.all(["One.", "Two.", "Three."].map(render));
  expect(pages.map((page) => page === "busy")).toEqual([false, false, true]);
  expect(await render("Later.")).toContain("Later.");
});

it("renders with the bundle as it was last built", async () => {
  start();
  expect(await render("Fine.")).not.toContain("anew");
  await app.build("anew ");
  expect(await render("Fine.")).toContain("anew");
});

it("ends in the middle of a page, and nobody waits for that page", async () => {
  start();
  await render("Fine.");
  const resting = render("Rest.");
  await renderer.close();
  expect(await resting).toBe("busy");
  expect(await render("Fine.")).toBe("busy");
  expect(warnings).toEqual([]);
});

it("renders nothing where nothing was built", async () => {
  start({ bundle: `${app.file}.missing` });
  expect(await render("Fine.")).toBe("busy");
});
