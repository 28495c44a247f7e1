import { afterAll, beforeAll, expect, it } from "vitest";
import {
  approve,
  type Fixture,
  registerThree,
  startFixture,
  submit,
  suspend,
} from "./support/fixture.ts";
import { alice, bob, carol, dan } from "./support/people.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  await registerThree(fixture);
  await fixture.mine(submit(1, alice, bob), approve(1, alice, bob));
});

afterAll(() => fixture.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.service.origin}${path}`, { headers });

const existing = [
  "/api/milestone?id=1",
  `/api/column?principal=${bob.address}`,
  `/api/inbox?principal=${dan.address}`,
  "/api/milestones",
  "/api/milestones?limit=1",
  "/api/token-metadata/1",
  "/api/proof/1",
];

it.each(existing)(
  "answers If-None-Match: * with 304 for %s, first and from the cache",
  async (path) => {
    for (const time of ["first", "again"]) {
      const response = await ask(path, { "if-none-match": "*" });
      expect([time, response.status]).toEqual([time, 304]);
      expect(response.headers.get("etag")).toMatch(/^W\/"/);
      // Fills the cache.
      expect((await ask(path)).status).toBe(200);
    }
  },
);

it.each([
  "/api/milestone?id=2",
  `/api/column?principal=${dan.address}`,
  "/api/org?id=1",
  "/api/token-metadata/2",
  "/api/proof/2",
  "/api/nonsense",
  "/ipfs/bafkreinothere000000000000",
  "/nothing-here",
])("answers If-None-Match: * with 404 for %s, which does not exist", async (path) => {
  const response = await ask(path, { "if-none-match": "*", accept: "application/json" });
  expect(response.status).toBe(404);
  expect(response.headers.get("cache-control")).not.toMatch(/max-age=[1-9]/);
});

it("answers a read that finds nothing with 404 and the ETag of all other reads", async () => {
  await fixture.mine(suspend(carol));
  for (const { address } of [carol, dan]) {
    const missing = await ask(`/api/column?principal=${address}`);
    const there = await ask(`/api/column?principal=${bob.address}`);
    expect([missing.status, missing.headers.get("etag")]).toEqual([404, there.headers.get("etag")]);
  }
  const refused = await ask("/api/column?principal=nobody");
  expect([refused.status, refused.headers.get("etag")]).toEqual([400, null]);
});
