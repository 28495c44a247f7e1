import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Fixture, register, startFixture, submit } from "./support/fixture.ts";
import { alice, bob, carol, dan, person } from "./support/people.ts";
import { buildStandIn, type StandInApp } from "./support/renderer.ts";

const erin = person("erin");
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

it("answers what strangers arrive at rendered, from what its calls are answered", async () => {
  const path = profileOf(alice);
  const page = await read(path);
  expect(page).toContain('<div id="root" data-rendered="bars screen">');
  expect(page).toContain(`<p>${path} I build $&amp; small tools.devnet</p>`);
  const { etag } = Object.fromEntries(
    (await get(`/api/column?principal=${alice.address}`)).headers.entries(),
  );
  const answers = /id="answers">([^<]*)</.exec(page)?.[1] ?? "";
  expect(JSON.parse(answers)).toEqual({
    tag: etag,
    targets: [`/api/column?principal=${alice.address}`],
  });
});

it("is named as the page names itself", async () => {
  const page = await read(profileOf(alice));
  expect(page).toContain(`<title>About ${profileOf(alice)} · Colonnade</title>`);
  expect(page).toContain('name="description" content="I build $&#38; small tools."');
});

it("is rendered once for every state of the chain, and compressed as it is asked for", async () => {
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

it.each(["/", "/faqs", "/contact"])("keeps %s, which tells nothing of the chain", async (path) => {
  const first = await get(path);
  expect(await first.text()).toContain('"tag":null');
  const etag = first.headers.get("etag") ?? "";
  await fixture.mine(submit(2, alice, bob));
  expect((await get(path, { "if-none-match": etag })).status).toBe(304);
});

it("takes nothing that somebody wrote for a place in the page", async () => {
  await fixture.mine(register(erin, "%parts% <!--html--> <!--answers--> <title>"));
  const page = await read(profileOf(erin));
  expect(page).toContain('<div id="root" data-rendered="bars screen">');
  expect(page).toContain("&#60;!--answers--&#62; &#60;title&#62;");
});

it("answers the same page wherever there is none, and as not found", async () => {
  const [page, other] = await Promise.all([get("/nowhere"), get("/org/1/2")]);
  expect(page.status).toBe(404);
  expect(page.headers.has("etag")).toBe(false);
  const text = await page.text();
  expect(text).toContain('<div id="root" data-rendered="bars screen">');
  expect(await other.text()).toBe(text);
});

it.each(["/events", "/profile", "/manage-endorsement/1"])(
  "leaves %s to the browser, which knows whose it is",
  async (path) => {
    expect(await read(path)).toContain(plainRoot);
  },
);

it("leaves it to the browser to find what is searched for", async () => {
  expect(await read("/home?search=alice")).toContain(plainRoot);
  expect(await read("/home?utm_source=x&search=alice")).toContain(plainRoot);
});

it.each(["?endorsement=1", "?utm_source=x", "?fbclid=1&a"])(
  "answers the same page whether or not its address goes on with %s",
  async (query) => {
    expect(await read(profileOf(alice) + query)).toBe(await read(profileOf(alice)));
  },
);

it("answers a page plain to whoever prefers that", async () => {
  const minimal = await get(profileOf(alice), { prefer: "respond-async, return=minimal" });
  expect(minimal.headers.get("preference-applied")).toBe("return=minimal");
  expect(minimal.headers.get("vary")).toBe("Accept, Accept-Encoding, Prefer");
  const page = await minimal.text();
  expect(page).toContain(plainRoot);
  expect(page).toContain("<title>alice.btc · Colonnade</title>");
  expect((await get(profileOf(alice))).headers.get("vary")).toBe("Accept, Accept-Encoding, Prefer");
});

it.each([
  ["cannot be drawn", bob],
  ["would wait for something", carol],
  ["is larger than it is worth", dan],
])("answers a page plain that %s, named as ever", async (_, person) => {
  const path = profileOf(person);
  for (let times = 0; times < 3; times += 1) {
    const page = await read(path);
    expect(page).toContain(plainRoot);
    expect(page).toContain(`<title>${person.name}.btc · Colonnade</title>`);
  }
});

it("has said what it could not draw, and that once", () => {
  expect(warnings.filter((line) => line.includes("It cannot be drawn"))).toHaveLength(1);
});

it.each(["/org/7", `/profile/${"S".repeat(40)}`, "/org/999999999999999"])(
  "answers %s plain, where nobody is",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(plainRoot);
  },
);

it("renders with what was built last, and never into the page of another build", async () => {
  expect(await read("/faqs")).not.toContain("anew");
  await app.build("anew ");
  expect(await read("/faqs")).toContain("anew");
  await app.buildPlain("/assets/index-2.js");
  const between = await read("/faqs");
  expect(between).toContain(plainRoot);
  expect(between).toContain("/assets/index-2.js");
  await app.build("again ");
  expect(await read("/faqs")).toContain("again");
});
