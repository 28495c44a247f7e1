import { categories } from "@colonnade/domain/category.ts";
import { proofSchema } from "@colonnade/domain/proof.ts";
import { strFromU8, unzipSync } from "fflate";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openPostgres } from "../db/postgres.ts";
import {
  approve,
  discard,
  type Fixture,
  registerThree,
  signIn,
  startFixture,
  submit,
  suspend,
  withdraw,
} from "./support/fixture.ts";
import { alice, bob, carol } from "./support/people.ts";
import { startPostgres } from "./support/postgres.ts";

const [{ imageAddress }] = categories;
const hostile = '</blockquote><script>alert(1)</script><img src=x onerror="alert(2)">';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  await registerThree(fixture);
  const pictured = { image: imageAddress, title: "Pictured 🐞" };
  await fixture.mine(
    submit(1, alice, bob, pictured),
    approve(1, alice, bob, pictured),
    submit(2, bob, alice, { title: hostile, description: hostile }),
    submit(3, alice, carol),
    submit(4, carol, bob),
    approve(4, carol, bob),
    withdraw(4, carol),
    submit(5, alice, bob),
    approve(5, alice, bob),
    discard(5, alice, bob),
  );
});

afterAll(() => fixture.close());

const download = async (who: typeof alice, method = "GET") => {
  const { fetch } = await signIn(fixture.service, who);
  return fetch(`${fixture.service.origin}/export.zip`, { method });
};

/** The files of an archive, as text. */
async function unpack(response: Response): Promise<Map<string, string>> {
  const files = Object.entries(unzipSync(await response.bytes()));
  return new Map(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

it("holds every endorsement that somebody earned or sent, and nobody else's", async () => {
  const response = await download(bob);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.headers.get("content-disposition")).toContain(`colonnade-${bob.address}.zip`);
  const files = await unpack(response);
  const proofs = [...files.keys()].filter((name) => name.startsWith("proofs/")).toSorted();
  expect(proofs).toEqual([1, 2, 4].map((id) => `proofs/endorsement-${id}.json`));
  for (const name of proofs) {
    const json = files.get(name) ?? "";
    const { claim } = proofSchema.parse(JSON.parse(json));
    expect(json).toBe(JSON.stringify(await fixture.api("getProof", { params: { id: claim.id } })));
  }
  for (const id of [1, 4]) {
    const credential = await fixture.api("getCredential", { params: { id } });
    expect(JSON.parse(files.get(`credentials/endorsement-${id}.json`) ?? "")).toEqual(credential);
  }
  expect(files.has("credentials/endorsement-2.json")).toBe(false);
  expect(JSON.parse(files.get("profile.json") ?? "").address).toBe(bob.address);
});

it("holds the images, and a page that shows words as words", async () => {
  const files = await unpack(await download(bob));
  const image = [...files.keys()].find((name) => name.startsWith("images/"));
  const page = files.get("index.html") ?? "";
  expect(page).toContain(`<img src="${image}" alt="">`);
  expect(page).toContain("Pictured 🐞");
  expect(page).toContain("Withdrawn by its author");
  expect(page).not.toContain("<script");
  expect(page.split("&lt;script&gt;alert(1)&lt;/script&gt;")).toHaveLength(3);
});

it("is given to somebody whom a watcher suspends, without a profile", async () => {
  await fixture.mine(suspend(alice));
  const files = await unpack(await download(alice));
  expect(files.has("profile.json")).toBe(false);
  expect(files.has("proofs/endorsement-1.json")).toBe(true);
  await fixture.mine(suspend(alice, { restored: true }));
});

it("is made twice at once for one client, and a third time after one is read or left", async () => {
  // More than the sockets hold, so that the archive waits for its reader.
  const bytes = Buffer.alloc(12_000_000);
  const cid = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
  const row = { cid, bytes, content_type: "image/webp" as const, uploader: alice.address };
  await fixture.database.kysely
    .insertInto("images")
    .values({ ...row, at: Date.now(), published_at: null, used: Date.now() })
    .execute();
  const large = { image: `ipfs://${cid}` };
  await fixture.mine(submit(6, alice, bob, large), approve(6, alice, bob, large));
  const asBob = await signIn(fixture.service, bob);
  const ask = (method = "GET") => asBob.fetch(`${fixture.service.origin}/export.zip`, { method });
  const [one, other] = [await ask(), await ask()];
  expect([one.status, other.status]).toEqual([200, 200]);
  const third = await ask();
  expect([third.status, third.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await ask("HEAD")).status).toBe(429);
  await one.body?.cancel();
  await vi.waitFor(async () => expect((await ask("HEAD")).status).toBe(200), {
    timeout: 60_000,
    interval: 500,
  });
  await other.body?.cancel();
});

it("is refused to strangers, and a seventh time in an hour", async () => {
  expect((await fetch(`${fixture.service.origin}/export.zip`)).status).toBe(401);
  const ask = async () => (await download(carol, "HEAD")).status;
  expect(await ask()).toBe(200);
  const statuses = [];
  for (let time = 0; time < 7; time += 1) {
    const response = await download(carol);
    await response.body?.cancel();
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  expect(await ask()).toBe(429);
});

it("is whole although the database breaks off a read", async () => {
  await using stack = new AsyncDisposableStack();
  const postgres = await startPostgres();
  stack.defer(postgres.close);
  const url = await postgres.createDatabase();
  const database = await openPostgres(url);
  const { mine, service, close } = await startFixture({ database });
  stack.defer(close);
  await mine(submit(1, alice, bob), approve(1, alice, bob));
  const { fetch: fetchAsBob } = await signIn(service, bob);
  const client = new pg.Client(url);
  await client.connect();
  stack.defer(() => client.end());
  await client.query("begin; lock table endorsements in access exclusive mode");
  const archive = fetchAsBob(`${service.origin}/export.zip`).then(unpack);
  const breakOff = `
    select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
    where wait_event_type = 'Lock'`;
  await expect.poll(() => postgres.query(url, breakOff)).toEqual([{ count: 1 }]);
  await client.query("commit");
  expect([...(await archive).keys()]).toContain("proofs/endorsement-1.json");
});
