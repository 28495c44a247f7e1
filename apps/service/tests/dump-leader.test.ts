import { dumpManifestSchema } from "@colonnade/domain/dump.ts";
import { expect, it, onTestFinished } from "vitest";
import { approve, registerThree, startFixture, submit, suspend } from "./support/fixture.ts";
import { runOn } from "./support/operator.ts";
import { alice, bob, carol } from "./support/people.ts";

/** @param askEvery milliseconds after which the leader looks whether a dump is due; never if absent */
async function startMaker(askEvery?: number) {
  const fixture = await startFixture(askEvery === undefined ? {} : { askEvery });
  onTestFinished(fixture.close);
  const { origin } = fixture.service;
  const readManifest = async () => {
    const response = await fetch(`${origin}/dump.json`);
    return response.ok ? dumpManifestSchema.parse(await response.json()) : null;
  };
  const count = async () => {
    const manifest = await readManifest();
    return manifest && { profiles: manifest.profiles, endorsements: manifest.endorsements };
  };
  const make = async () => {
    await runOn(fixture.database, ["dump", "make"]);
    return `${origin}/dump/${(await readManifest())?.sha256}.ndjson.gz`;
  };
  return { fixture, count, make };
}

const statusOf = async (file: string) => (await fetch(file, { method: "HEAD" })).status;

it("is made by the leader once a block is indexed, and again ten minutes later or when somebody is suspended", async () => {
  const { fixture, count } = await startMaker(20);
  expect(await count()).toBeNull();
  await fixture.mine();
  await expect.poll(count).toEqual({ profiles: 0, endorsements: 0 });
  await registerThree(fixture);
  await fixture.database.kysely
    .updateTable("dumps")
    .set(({ eb }) => ({ at: eb("at", "-", 10 * 60_000) }))
    .execute();
  await expect.poll(count).toEqual({ profiles: 3, endorsements: 0 });
  await fixture.mine(suspend(carol));
  await expect.poll(count).toEqual({ profiles: 2, endorsements: 0 });
});

it("is made again by the leader at once when its newest block is orphaned and there is no other", async () => {
  const { fixture, count } = await startMaker(20);
  await registerThree(fixture);
  const base = await fixture.mine(submit(1, alice, bob));
  await fixture.mine(approve(1, alice, bob));
  // Whatever was made meanwhile goes, so that the next one is made at the approval's block.
  await fixture.database.kysely.deleteFrom("dumps").execute();
  await expect.poll(count).toEqual({ profiles: 3, endorsements: 1 });
  fixture.tip = base;
  await fixture.mine();
  expect(await count()).not.toEqual({ profiles: 3, endorsements: 1 });
  await expect.poll(count).toEqual({ profiles: 3, endorsements: 0 });
});

it("is replaced by the one before it when its newest block is orphaned, and removed before the next is made", async () => {
  const { fixture, count, make } = await startMaker();
  await registerThree(fixture);
  const base = await fixture.mine(submit(1, alice, bob));
  const before = await make();
  await fixture.mine(approve(1, alice, bob));
  const orphaned = await make();
  expect(await count()).toEqual({ profiles: 3, endorsements: 1 });
  fixture.tip = base;
  await fixture.mine();
  expect(await count()).toEqual({ profiles: 3, endorsements: 0 });
  expect([await statusOf(before), await statusOf(orphaned)]).toEqual([200, 404]);
  const next = await make();
  const files = [before, orphaned, next];
  expect(await Promise.all(files.map(statusOf))).toEqual([200, 404, 200]);
});
