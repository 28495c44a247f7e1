import { afterAll, beforeAll, expect, it } from "vitest";
import {
  approve,
  type Fixture,
  registerThree,
  startFixture,
  submit,
  suspend,
  withdraw,
} from "./support/fixture.ts";
import { alice, bob, carol } from "./support/people.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  await registerThree(fixture);
  await fixture.mine(
    submit(1, alice, bob),
    approve(1, alice, bob),
    submit(2, alice, bob),
    submit(10_001, alice, bob),
    approve(10_001, alice, bob),
    submit(3, carol, alice),
    approve(3, carol, alice),
    submit(4, alice, carol),
    approve(4, alice, carol),
    suspend(carol),
  );
});

afterAll(() => fixture.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.service.origin}${path}`, { headers });
/** The paths that a document of the sitemap names. */
async function named(path: string): Promise<string[]> {
  const text = await (await get(path)).text();
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = ""]) =>
    loc.replace(fixture.service.origin, ""),
  );
}

it("names its sitemap to robots, and keeps them off calls and personal pages", async () => {
  const text = await (await get("/robots.txt")).text();
  expect(text).toContain(`Sitemap: ${fixture.service.origin}/sitemap.xml`);
  for (const path of ["/api/", "/verify/", "/events"])
    expect(text).toContain(`Disallow: ${path}\n`);
});

it("lists everybody but whom a watcher suspended, and what was approved", async () => {
  expect(await named("/sitemap.xml")).toEqual([
    "/sitemap/pages.xml",
    "/sitemap/endorsements-1.xml",
    "/sitemap/endorsements-2.xml",
    "/sitemap/profiles-1.xml",
  ]);
  expect(await named("/sitemap/pages.xml")).toContain("/home");
  expect(await named("/sitemap/endorsements-1.xml")).toEqual(["/endorsement/1"]);
  expect(await named("/sitemap/endorsements-2.xml")).toEqual(["/endorsement/10001"]);
  expect(await named("/sitemap/profiles-1.xml")).toEqual(
    [alice, bob].map(({ address }) => `/profile/${address}`),
  );
});

it("follows a withdrawal, and answers 304 until then", async () => {
  const path = "/sitemap/endorsements-2.xml";
  const response = await get(path);
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const headers = { "if-none-match": response.headers.get("etag") ?? "" };
  expect((await get(path, headers)).status).toBe(304);
  await fixture.mine(withdraw(10_001, alice));
  expect((await get(path, headers)).status).toBe(404);
});

it("has no page beyond its last", async () => {
  for (const part of [
    "endorsements-3",
    "organizations-1",
    "profiles-2",
    "profiles-0",
    "people-1",
  ]) {
    expect([part, (await get(`/sitemap/${part}.xml`)).status]).toEqual([part, 404]);
  }
});

it("knows which pages it lacks without asking the database again", async () => {
  const lacking = ["/sitemap/profiles-9999.xml", "/sitemap/endorsements-2.xml"];
  await get("/sitemap.xml");
  for (const path of lacking) await get(path);
  // Meanwhile, every read waits for its turn.
  await fixture.database.kysely.transaction().execute(async () => {
    for (const path of lacking) expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});
