import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { keepOpen } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import {
  type Fixture,
  registerThree,
  signIn,
  startFixture,
  startTestService,
} from "./support/fixture.ts";
import { bob, carol, owner, watcher } from "./support/people.ts";
import { applicationOf, applyStraight } from "./support/review.ts";

describe.each(databases)("What an older release has left on %s", (_, openDatabase) => {
  let database: Database;
  let fixture: Fixture;

  beforeAll(async () => {
    database = await openDatabase();
    fixture = await startFixture({ database: keepOpen(database) });
    await registerThree(fixture);
    await fixture.mine({
      sender: owner,
      functionName: "add-watcher",
      events: [{ topic: "add-watcher", watcher: watcher.address }],
    });
  });

  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

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
    await using service = await startTestService(fixture.node, { database: keepOpen(database) });
    const { api } = await signIn(service, watcher);
    await fixture.service.close();
    await expect
      .poll(() => api("pageApplications", { query: { decided: "true" } }))
      .toMatchObject({ items: [{ id, status: "declined" }] });
  });
});
