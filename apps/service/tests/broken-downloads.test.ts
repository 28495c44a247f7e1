import { randomBytes } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { createLog } from "../monitoring/log.ts";
import { crash } from "./support/crash.ts";
import { openTestDatabase } from "./support/database.ts";
import {
  approve,
  type Fixture,
  register,
  signIn,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { runOn } from "./support/operator.ts";
import { alice, bob } from "./support/people.ts";

/** Bytes. More than the sockets hold, so that the download waits for its reader. */
const LARGE = 12_000_000;

/** Lengthens the newest dump. @returns its path */
async function makeLargeDump({ database }: Fixture): Promise<string> {
  await runOn(database, ["dump", "make"]);
  const { id, manifest, sha256 } = await database.kysely
    .selectFrom("dumps")
    .selectAll()
    .executeTakeFirstOrThrow();
  await database.kysely
    .updateTable("dumps")
    .set({ manifest: JSON.stringify({ ...JSON.parse(manifest ?? ""), bytes: LARGE }) })
    .execute();
  for (let n = 1; n < LARGE / 1_000_000; n += 1) {
    const part = { dump_id: id, n, bytes: randomBytes(1_000_000) };
    await database.kysely.insertInto("dump_parts").values(part).execute();
  }
  return `/dump/${sha256}.ndjson.gz`;
}

/** Gives bob an endorsement with a large image. @returns the path of his archive */
async function makeLargeArchive({ database, mine }: Fixture): Promise<string> {
  const cid = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
  const image = { cid, bytes: Buffer.alloc(LARGE), content_type: "image/webp" as const };
  const row = { ...image, uploader: alice.address, at: Date.now(), used: Date.now() };
  await database.kysely
    .insertInto("images")
    .values({ ...row, published_at: null })
    .execute();
  const words = { image: `ipfs://${cid}` };
  await mine(submit(1, alice, bob, words), approve(1, alice, bob, words));
  return "/export.zip";
}

it.each([
  ["a dump", makeLargeDump],
  ["an archive", makeLargeArchive],
])("breaks %s off when the database fails, and logs that once a minute", async (_, make) => {
  const raw = vi.spyOn(console, "error");
  onTestFinished(() => raw.mockRestore());
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const database = await openTestDatabase();
  const fixture = await startFixture({ database, log });
  onTestFinished(() => fixture.close());
  await fixture.mine(register(alice), register(bob));
  const path = await make(fixture);
  const { fetch } = await signIn(fixture.service, bob);
  const ask = () => fetch(`${fixture.service.origin}${path}`);
  const responses = [await ask(), await ask()];
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  await crash(database.kysely);
  lines.length = 0;
  for (const response of responses) await expect(response.bytes()).rejects.toThrow();
  expect(lines.filter((line) => line.includes("was not sent to its end"))).toHaveLength(1);
  expect(raw).not.toHaveBeenCalled();
});
