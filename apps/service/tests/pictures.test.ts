import readQrCode from "jsqr";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readBakedProof } from "../../../packages/verify/baked-image.ts";
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
  fetch(`${fixture.service.origin}/social/${id}.jpg`, { headers });
const getBadge = (id: number | string) => fetch(`${fixture.service.origin}/api/badge/${id}.png`);
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

it("bakes credential and proof into a badge, whose code leads to the check", async () => {
  for (const id of [3, 4]) {
    const response = await getBadge(id);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    const png = await response.bytes();
    const { data, info } = await sharp(png)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 850]);
    const code = readQrCode.default(new Uint8ClampedArray(data), info.width, info.height);
    expect(code?.data).toBe(`${fixture.service.origin}/verify/${id}`);
    expect(readBakedProof(png)).toEqual(await fixture.api("getProof", { params: { id } }));
    const credential = await fixture.api("getCredential", { params: { id } });
    const chunk = `iTXtopenbadgecredential\0\0\0\0\0${JSON.stringify(credential)}`;
    expect(Buffer.from(png).includes(chunk)).toBe(true);
  }
});

it("draws nothing that nobody approved, that is gone, or that never was", async () => {
  await fixture.mine(submit(5, alice, bob), approve(5, alice, bob), discard(5, alice, bob));
  for (const id of [2, 5, 999, "0", "1.png", "x"]) {
    expect([id, (await get(id)).status]).toEqual([id, 404]);
    expect([id, (await getBadge(id)).status]).toEqual([id, 404]);
  }
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
