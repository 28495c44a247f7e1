import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Fixture, register, startFixture, submit } from "./support/fixture.ts";
import { alice, bob, carol, dan, erin } from "./support/people.ts";
import { buildStandIn, type StandInApp } from "./support/renderer.ts";

let app: StandInApp;
let fixture: Fixture;
const warnings: string[] = [];

beforeAll(async () => {
  app = await buildStandIn();
  const log = pino({ level: "warn" }, { write: (line) => warnings.push(line) });
  fixture = await startFixture({ webFolder: app.webFolder, log });
  await fixture.mine(
    register(alice, "I build $& small tools."),
    register(bob, "Throw."),
    register(carol, "Wait."),
    register(dan, "Swell."),
    register(erin, "Escape."),
  );
});

afterAll(async () => {
  await fixture.close();
  await app[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.service.origin}${path}`, { headers: { accept: "text/html", ...headers } });
const read = async (path: string, headers?: Record<string, string>) =>
  (await get(path, headers)).text();
const profileOf = ({ address }: { address: string }) => `/profile/${address}`;
const plainRoot = '<div id="root"></div>';
const renderedRoot = '<div id="root" data-rendered>';

it("renders a page from the answers to its calls", async () => {
  const path = profileOf(alice);
  const page = await read(path);
  expect(page).toContain(renderedRoot);
  expect(page).toContain(`<p>${path} I build $&amp; small tools.devnet</p>`);
  const { headers } = await get(`/api/column?principal=${alice.address}`);
  const answers = /id="answers">([^<]*)</.exec(page)?.[1] ?? "";
  expect(JSON.parse(answers)).toEqual({
    tag: headers.get("etag"),
    queries: [{ principal: alice.address }],
    answers: [expect.objectContaining({ address: alice.address })],
    hiddenImages: [],
  });
});

it("renders a page whose text is long only because it is escaped", async () => {
  const page = await read(profileOf(erin));
  expect(page).toContain(renderedRoot);
  expect(page.length).toBeGreaterThan(1_500_000);
});

it("renders a page once for each revision, in any encoding", async () => {
  const path = "/home";
  const first = await get(path, { "accept-encoding": "br" });
  expect(first.headers.get("content-encoding")).toBe("br");
  const etag = first.headers.get("etag") ?? "";
  const page = await first.text();
  expect(await read(path, { "accept-encoding": "gzip" })).toBe(page);
  expect((await get(path, { "if-none-match": etag })).status).toBe(304);
  await fixture.mine(submit(1, alice, bob));
  const next = await get(path, { "if-none-match": etag });
  expect(next.status).toBe(200);
  expect(next.headers.get("etag")).not.toBe(etag);
});

it.each(["/", "/faqs", "/contact"])(
  "renders %s once for each build, because it shows nothing from the chain",
  async (path) => {
    const first = await get(path);
    expect(await first.text()).toContain('"tag":null');
    const etag = first.headers.get("etag") ?? "";
    await fixture.mine(submit(2, alice, bob));
    expect((await get(path, { "if-none-match": etag })).status).toBe(304);
  },
);

it("answers any other path with status 404 and one page", async () => {
  const [page, other] = await Promise.all([get("/nowhere"), get("/org/1/2")]);
  expect(page.status).toBe(404);
  expect(page.headers.has("etag")).toBe(false);
  const text = await page.text();
  expect(text).toContain(renderedRoot);
  expect(await other.text()).toBe(text);
});

it.each(["/events", "/profile", "/manage-endorsement/1"])(
  "serves %s plain, because it depends on the viewer",
  async (path) => {
    expect(await read(path)).toContain(plainRoot);
  },
);

it("serves a page with a search plain", async () => {
  expect(await read("/home?search=alice")).toContain(plainRoot);
  expect(await read("/home?utm_source=x&search=alice")).toContain(plainRoot);
});

it.each(["?endorsement=1", "?utm_source=x", "?fbclid=1&a"])(
  "serves the same page where %s follows its path",
  async (query) => {
    expect(await read(profileOf(alice) + query)).toBe(await read(profileOf(alice)));
  },
);

it("serves the plain page where Prefer asks for return=minimal", async () => {
  const minimal = await get(profileOf(alice), { prefer: "respond-async, return=minimal" });
  expect(minimal.headers.get("preference-applied")).toBe("return=minimal");
  expect(minimal.headers.get("vary")).toBe("Accept, Accept-Encoding, Prefer");
  expect(await minimal.text()).toContain(plainRoot);
  expect((await get(profileOf(alice))).headers.get("vary")).toBe("Accept, Accept-Encoding, Prefer");
});

it.each([
  ["throws", bob],
  ["would show a placeholder", carol],
  ["is too large", dan],
])("serves the plain page where the rendered one %s", async (_, person) => {
  const path = profileOf(person);
  for (let times = 0; times < 3; times += 1) expect(await read(path)).toContain(plainRoot);
});

it("logs once why a page could not be rendered", () => {
  expect(warnings.filter((line) => line.includes("It cannot be drawn"))).toHaveLength(1);
});

const nobody = ["/org/7", "/endorsement/9", `/profile/${"S".repeat(40)}`, "/org/999999999999999"];
const malformed = ["/org/01", "/endorsement/x", "/profile/x", "/manage-endorsement/x"];

it.each([...nobody, ...malformed])(
  "answers 404 and the plain page for %s, because it finds nothing",
  async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.has("etag")]).toEqual([404, false]);
    expect(await response.text()).toContain(plainRoot);
    const head = await fetch(fixture.service.origin + path, {
      method: "HEAD",
      headers: { accept: "text/html" },
    });
    expect(head.status).toBe(404);
  },
);

it("renders with the newest build, and never into another build's page", async () => {
  expect(await read("/faqs")).not.toContain("rebuilt");
  await app.build("rebuilt ");
  expect(await read("/faqs")).toContain("rebuilt");
  await app.buildPlain("/assets/index-2.js");
  const between = await read("/faqs");
  expect(between).toContain(plainRoot);
  expect(between).toContain("/assets/index-2.js");
  await app.build("again ");
  expect(await read("/faqs")).toContain("again");
});
