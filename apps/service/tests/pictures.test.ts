import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  approve,
  discard,
  type Fixture,
  registerThree,
  startFixture,
  submit,
  suspend,
  withdraw,
} from "./support/fixture.ts";
import { alice, bob, carol } from "./support/people.ts";

let fixture: Fixture;

const awkward = {
  title: "& <b>Bold</b> \u202Eשלום 你好 مرحبا 🐞 ".repeat(2),
  description: "A word. ".repeat(200),
};

beforeAll(async () => {
  fixture = await startFixture();
  await registerThree(fixture);
  await fixture.mine(
    submit(1, alice, bob),
    approve(1, alice, bob),
    submit(2, alice, bob),
    submit(3, alice, bob, awkward),
    approve(3, alice, bob, awkward),
    submit(4, carol, bob),
    approve(4, carol, bob),
  );
});

afterAll(() => fixture.close());

const get = (id: number | string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.service.origin}/social/${id}.jpeg`, { headers });
const tagOf = async (id: number) => (await get(id)).headers.get("etag");

it("draws an approved endorsement at 1200 × 630 pixels, whatever its words", async () => {
  for (const id of [1, 3]) {
    const response = await get(id);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const { width, height } = await sharp(await response.bytes()).metadata();
    expect([width, height]).toEqual([1200, 630]);
  }
});

it("answers 304 until something on the picture changes", async () => {
  const etag = (await tagOf(1)) ?? "";
  expect((await get(1, { "if-none-match": etag })).status).toBe(304);
  await fixture.mine(withdraw(1, alice));
  expect((await get(1, { "if-none-match": etag })).status).toBe(200);
});

it("says of a suspended author that they were removed", async () => {
  const before = await tagOf(4);
  await fixture.mine(suspend(carol));
  expect(await tagOf(4)).not.toBe(before);
});

it("draws nothing that nobody approved, that is gone, or that never was", async () => {
  await fixture.mine(submit(5, alice, bob), approve(5, alice, bob), discard(5, alice, bob));
  for (const id of [2, 5, 999, "0", "1.png", "x"]) {
    expect([id, (await get(id)).status]).toEqual([id, 404]);
  }
});

it("refuses a parameter that it does not have", async () => {
  const response = await fetch(`${fixture.service.origin}/social/3.jpeg?x=1`);
  expect(response.status).toBe(400);
});

it("draws a picture once for all who ask for it at the same time", async () => {
  await fixture.mine(submit(50, alice, bob), approve(50, alice, bob));
  const answers = await Promise.all(Array.from({ length: 12 }, () => get(50)));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
});

it("lets one client draw sixty pictures a minute, and show known ones as often as they like", async () => {
  const ids = Array.from({ length: 70 }, (_, at) => at + 100);
  await fixture.mine(
    ...ids.flatMap((id) => [
      submit(id, alice, bob, { title: `No. ${id}` }),
      approve(id, alice, bob, { title: `No. ${id}` }),
    ]),
  );
  const statuses = [];
  for (const id of ids) statuses.push((await get(id)).status);
  // Earlier tests drew some, too.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(45);
  expect(statuses.at(-1)).toBe(429);
  expect((await get(ids[0] ?? 0)).status).toBe(200);
});
