import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { openPglite } from "../db/pglite.ts";
import { openPostgres } from "../db/postgres.ts";
import type { Service } from "../service.ts";
import { mineBlock } from "./support/blocks.ts";
import { askForTemplate, keepOpen, openTestDatabase } from "./support/database.ts";
import { makeTestPostgres, openTestPostgres } from "./support/databases.ts";
import { post, register, signIn, startTestService } from "./support/fixture.ts";
import { startNode } from "./support/node.ts";
import { runOn } from "./support/operator.ts";
import { alice, bob, carol, type Person } from "./support/people.ts";

/** A database that several services use, one after the other. */
interface Source extends AsyncDisposable {
  /** For one service, which closes it. */
  open(): Promise<Database>;
  /** Another database with all that it holds now, while no service has it open. */
  copy(folder: string): Promise<Database>;
  /** Another database without anything. */
  openOther(): Promise<Database>;
}

async function onPglite(): Promise<Source> {
  // From the template, because changes are counted from the time at which the tables were made.
  const database = await openPglite({ dump: await askForTemplate("pglite") });
  return {
    open: async () => keepOpen(database),
    async copy(folder) {
      const dump = join(folder, "copy.tar");
      await database.pglite.dump(dump);
      return openPglite({ dump });
    },
    openOther: openTestDatabase,
    [Symbol.asyncDispose]: () => database.close(),
  };
}

async function onPostgres(): Promise<Source> {
  const made = await makeTestPostgres();
  return {
    open: () => openPostgres(made.address),
    copy: () => openTestPostgres(made.address),
    openOther: () => openTestPostgres(),
    [Symbol.asyncDispose]: () => made[Symbol.asyncDispose](),
  };
}

/** The ways to go back: all of it, as `pg_restore` does, or by the operator's commands. */
const ways: [name: string, save: (source: Source, folder: string) => Promise<Database>][] = [
  ["a copy of the whole database", (source, folder) => source.copy(folder)],
  [
    "a backup of what is off chain",
    async (source, folder) => {
      const file = join(folder, "backup");
      const [from, to] = [await source.open(), await source.openOther()];
      await runOn(from, ["backup", file]);
      await from.close();
      await runOn(to, ["restore", file]);
      return to;
    },
  ],
];

/** Follows whom, or unfollows; each is a write of its own. */
async function follow(service: Service, who: Person, whom: Person, isWanted = true): Promise<void> {
  const { api } = await signIn(service, who);
  const body = { userPrincipal: who.address, profilePrincipal: whom.address };
  await api(isWanted ? "follow" : "unfollow", { body });
}

const readBob = ({ origin }: Service, etag = "") =>
  fetch(`${origin}/api/column?principal=${bob.address}`, { headers: { "if-none-match": etag } });

async function readEtag(service: Service): Promise<string> {
  const answer = await readBob(service);
  await answer.arrayBuffer();
  return answer.headers.get("etag") ?? "";
}

/** An ETag without the id of the database's history: the tip, and how many changes there were. */
const withoutId = (etag: string) => etag.slice(0, etag.lastIndexOf("-"));

describe.each([
  ["PGlite", onPglite],
  ["PostgreSQL", onPostgres],
])("On %s", (kind, makeSource) => {
  it.each(ways)("answers 200, not 304, after going back to %s", async (name, save) => {
    const tries = triesOf({ usual: 1, torture: 20 });
    for (let made = 0; made < tries; made += 1) await goBack(save);
    tellRow({
      fault: `going back on ${kind} to ${name}, and then as many changes as were lost`,
      tries,
      result: "a browser that asks with the ETag of what was lost gets 200, not 304",
      longestMs: null,
    });
  });

  async function goBack(save: (typeof ways)[number][1]): Promise<void> {
    await using folder = await mkdtempDisposable(join(tmpdir(), "colonnade-"));
    await using source = await makeSource();
    const node = await startNode();
    const { payload } = await mineBlock(null, [register(alice), register(bob), register(carol)]);
    const start = async (database: Database) => {
      const service = await startTestService(node, { database });
      expect(await post(service, payload)).toBe(200);
      return service;
    };
    await (await start(await source.open())).close();
    const saved = await save(source, folder.path);

    const first = await start(await source.open());
    await follow(first, alice, bob);
    await follow(first, carol, bob);
    const etag = await readEtag(first);
    await first.close();

    const restored = await start(saved);
    for (let turn = 0; withoutId(await readEtag(restored)) !== withoutId(etag); turn += 1) {
      expect(turn).toBeLessThan(4);
      await follow(restored, bob, alice, turn % 2 === 0);
    }
    const answer = await readBob(restored, etag);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ followerCount: 0 });
    await restored.close();
    await node.close();
  }
});
