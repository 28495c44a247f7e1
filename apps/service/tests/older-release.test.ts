import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepOpen } from "./support/database.ts";
import {
  type Fixture,
  registerThree,
  signIn,
  startFixture,
  startTestService,
} from "./support/fixture.ts";
import { bob, carol, owner, watcher } from "./support/people.ts";
import { applicationOf, applyStraight } from "./support/review.ts";

describe("What an older release has left", () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture();
    await registerThree(fixture);
    await fixture.mine({
      sender: owner,
      functionName: "add-watcher",
      events: [{ topic: "add-watcher", watcher: watcher.address }],
    });
  });

  afterAll(() => fixture.close());

  it("of applications is read as it was taken, though it would not be taken today", async () => {
    const old = { ...applicationOf(carol), website: "w".repeat(2_000), imageUrl: "logo.png" };
    const { id } = await fixture.database.kysely
      .insertInto("applications")
      .values({ applicant: carol.address, document: JSON.stringify(old), at: Date.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { api } = await signIn(fixture.service, watcher);
    const { items } = await api("pageApplications", { query: {} });
    expect(items).toMatchObject([{ id, website: old.website, imageUrl: "logo.png" }]);
  });

  it("of decisions is settled by the next that leads", async () => {
    const id = await applyStraight(fixture, bob);
    await fixture.database.kysely
      .insertInto("application_decisions")
      .values({
        application_id: id,
        watcher: watcher.address,
        at: Date.now(),
        reason: '"No"',
        tx_id: null,
      })
      .execute();
    await using service = await startTestService(fixture.node, {
      database: keepOpen(fixture.database),
    });
    const { api } = await signIn(service, watcher);
    const { items } = await api("pageApplications", { query: { decided: "true" } });
    expect(items).toMatchObject([{ id, status: "declined" }]);
  });
});
