import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writePageWords } from "../http/page-words.ts";
import { type Fixture, register, startFixture } from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";

const page = `<!doctype html><html><head><title>Colonnade</title>
  <meta
    name="description"
    content="Endorsements you keep."
  />
  <meta property="og:title" content="Colonnade" />
  <meta property="og:description" content="Endorsements you keep." />
</head><body></body></html>`;

let fixture: Fixture;
let webFolder: string;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), "colonnade-web-"));
  await writeFile(join(webFolder, "index.html"), page);
  fixture = await startFixture({ webFolder });
  await fixture.mine(register(alice, 'I build "small" tools.'));
});

afterAll(async () => {
  await fixture.close();
  await rm(webFolder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.service.origin}${path}`, { headers });

it("says of whom a profile is to those who show a link to it and run no script", async () => {
  const response = await get(`/profile/${alice.address}`, { "accept-encoding": "br" });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(response.headers.get("content-type")).toContain("text/html");
  const told = await response.text();
  expect(told).toContain("<title>alice.btc · Colonnade</title>");
  expect(told).toContain('property="og:title" content="alice.btc · Colonnade"');
  expect(told.split('content="I build &#34;small&#34; tools."')).toHaveLength(3);
});

it("is unchanged until somebody's words are", async () => {
  const path = `/profile/${alice.address}`;
  const etag = (await get(path)).headers.get("etag") ?? "";
  expect((await get(path, { "if-none-match": etag })).status).toBe(304);
  await fixture.mine(register(bob));
  expect((await get(path, { "if-none-match": etag })).status).toBe(304);
  const bobs = await get(`/profile/${bob.address}`, { "if-none-match": etag });
  expect(bobs.status).toBe(200);
  expect(await bobs.text()).toContain("bob.btc has earned 0 Endorsements on Colonnade.");
});

it.each(["/profile/zzz", "/org/1", "/org/zzz", "/profile", "/home"])(
  "says nothing of its own at %s, where nobody is",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("<title>Colonnade</title>");
  },
);

it("lets no name and no words end the place they stand in", () => {
  const hostile = `</title><script>alert("1")</script>'"> $& $1 \u0000\n&amp;`;
  const told = writePageWords(page, { title: hostile, description: hostile });
  expect(told).not.toContain("<script>");
  expect(told.match(/</g)).toHaveLength(page.match(/</g)?.length ?? 0);
  expect(told.match(/"/g)).toHaveLength(page.match(/"/g)?.length ?? 0);
  const escaped =
    "&#60;/title&#62;&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#34;&#62; $&#38; $1 &#38;amp;";
  expect(told.split(escaped)).toHaveLength(5);
});

it("says the beginning of long words only", () => {
  const told = writePageWords(page, { title: "T", description: "w".repeat(2_000) });
  expect(told.length).toBeLessThan(page.length + 500);
});
