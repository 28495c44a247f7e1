import { dumpManifestSchema } from "@colonnade/domain/dump.ts";
import { expect, it, onTestFinished } from "vitest";
import { approve, registerThree, startFixture, submit, suspend } from "./support/fixture.ts";
import { alice, bob, carol } from "./support/people.ts";

async function startLeader() {
  const fixture = await startFixture({ askEvery: 20 });
  onTestFinished(fixture.close);
  const read = async () => {
    const response = await fetch(`${fixture.service.origin}/dump.json`);
    if (!response.ok) return null;
    const { profiles, endorsements } = dumpManifestSchema.parse(await response.json());
    return { profiles, endorsements };
  };
  return { fixture, read };
}

it("is made by the leader once a block is indexed, and again ten minutes later or when somebody is suspended", async () => {
  const { fixture, read } = await startLeader();
  expect(await read()).toBeNull();
  await fixture.mine();
  await expect.poll(read).toEqual({ profiles: 0, endorsements: 0 });
  await registerThree(fixture);
  await fixture.database.kysely
    .updateTable("dumps")
    .set(({ eb }) => ({ at: eb("at", "-", 10 * 60_000) }))
    .execute();
  await expect.poll(read).toEqual({ profiles: 3, endorsements: 0 });
  await fixture.mine(suspend(carol));
  await expect.poll(read).toEqual({ profiles: 2, endorsements: 0 });
});

it("is not served when its newest block is orphaned, and the leader makes another", async () => {
  const { fixture, read } = await startLeader();
  await registerThree(fixture);
  const base = await fixture.mine(submit(1, alice, bob));
  await expect.poll(read).not.toBeNull();
  await fixture.database.kysely.deleteFrom("dumps").execute();
  await fixture.mine(approve(1, alice, bob));
  await expect.poll(read).toEqual({ profiles: 3, endorsements: 1 });
  fixture.tip = base;
  await fixture.mine();
  expect(await read()).not.toEqual({ profiles: 3, endorsements: 1 });
  await expect.poll(read).toEqual({ profiles: 3, endorsements: 0 });
});
