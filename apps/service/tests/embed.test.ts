import { categories } from "@colonnade/domain/category.ts";
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
import { printing } from "./support/move.ts";
import { alice, bob, carol } from "./support/people.ts";

const [{ imageAddress }] = categories;
const words = {
  title: "</title><script>alert(1)</script>\u202E",
  description: '"><img src=x onerror=alert(2)> שלום',
  image: imageAddress,
};

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  await registerThree(fixture);
  await fixture.mine(
    submit(1, alice, bob, words),
    approve(1, alice, bob, words),
    submit(2, alice, bob),
    submit(3, bob, alice),
    approve(3, bob, alice),
    withdraw(3, bob),
    submit(4, carol, bob),
    approve(4, carol, bob),
    suspend(carol),
  );
});

afterAll(() => fixture.close());

const get = (path: string) => fetch(`${fixture.service.origin}${path}`);
const read = async (path: string) => (await get(path)).text();

it("shows an endorsement as words, with its image, and without any script", async () => {
  const page = await read("/embed/endorsement/1?theme=dark");
  expect(page).toContain('<html lang="en" class="dark">');
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page).toContain("שלום");
  expect(page).not.toMatch(/<script|\u202E|<img src="?x/);
  expect(page).toMatch(
    /<img src="\/ipfs\/\w+\?width=256" alt="">|<img src="\/ipfs\/\w+\?width=256"/,
  );
  expect(page).toContain("✓ Approved");
  expect(await read("/embed/endorsement/3")).toContain("Withdrawn by its author");
});

it("lists what somebody earned", async () => {
  const page = await read(`/embed/profile/${bob.address}`);
  expect(page).toContain("bob.btc");
  expect(page).toContain(`${fixture.service.origin}/endorsement/1`);
  expect(page).not.toContain("/endorsement/2");
});

it("lists the newest that somebody shows, however many newer ones they hide", async () => {
  const hidden = [11, 12, 13, 14, 15, 16];
  await fixture.mine(
    submit(10, bob, alice, { title: "Shown" }),
    approve(10, bob, alice, { title: "Shown" }),
    ...hidden.flatMap((id) => [
      submit(id, bob, alice, { title: "Hidden" }),
      approve(id, bob, alice, { title: "Hidden" }),
      printing(alice, { topic: "display-status", id, shown: false, by: alice.address }),
    ]),
  );
  const page = await read(`/embed/profile/${alice.address}`);
  expect(page).toContain("Shown");
  expect(page).not.toMatch(/Hidden|Nothing earned/);
});

it("says that there is nothing where nobody approved anything, or somebody is suspended", async () => {
  for (const path of [
    "endorsement/2",
    "endorsement/4",
    "endorsement/99",
    "endorsement/x",
    `profile/${carol.address}`,
    "y",
  ]) {
    const response = await get(`/embed/${path}`);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toContain("There is nothing to show here");
  }
});

it("lets other sites frame these pages, and no others", async () => {
  const headersOf = async (path: string) => {
    const { headers } = await get(path);
    return [headers.get("x-frame-options"), headers.get("content-security-policy")];
  };
  for (const path of ["/embed/endorsement/1", "/embed/endorsement/99"]) {
    const [option, policy] = await headersOf(path);
    expect(option).toBeNull();
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-.+frame-ancestors \*$/);
  }
  for (const path of ["/endorsement/1", "/embed", "/", "/api/milestone?id=1", "/verify"]) {
    const [option, policy] = await headersOf(path);
    expect([path, option]).toEqual([path, "DENY"]);
    expect(policy).toContain("frame-ancestors 'none'");
  }
});

it("tells by oEmbed how to frame an address of ours, within the size that is asked for", async () => {
  const { origin } = fixture.service;
  const ask = (path: string, query = {}) =>
    fixture.api("getOembed", { query: { url: `${origin}${path}`, ...query } });
  const answer = await ask("/endorsement/1", { maxwidth: 300, format: "json" });
  expect(answer).toMatchObject({ version: "1.0", type: "rich", width: 300, height: 320 });
  expect(answer.html).toContain(`<iframe src="${origin}/embed/endorsement/1" width="300"`);
  expect((await ask(`/profile/${bob.address}`)).title).toBe("bob.btc");
  for (const url of [
    `${origin}/endorsement/2`,
    `${origin}/home`,
    "https://other.example/endorsement/1",
    "x",
  ]) {
    const asked = fixture.api("getOembed", { query: { url } });
    await expect(asked, url).rejects.toMatchObject({ status: 404 });
  }
});

it("answers oEmbed as JSON, and says that it has no XML", async () => {
  const url = encodeURIComponent(`${fixture.service.origin}/endorsement/1`);
  const statuses = ["", "&format=json", "&format=xml", "&format=yaml"].map(async (format) => {
    const { status } = await get(`/api/oembed?url=${url}${format}`);
    return status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 501, 400]);
});
