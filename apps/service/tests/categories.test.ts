import { categories, unknownCategory } from "@colonnade/domain/category.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import { type Fixture, registerThree, startFixture, submit } from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";

describe.each(databases)("Endorsements of each category on %s", (_, openDatabase) => {
  let fixture: Fixture;
  const images = [...categories, { imageAddress: "https://example.com/own.png" }].map(
    ({ imageAddress }) => imageAddress,
  );

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
    await fixture.mine(...images.map((image, place) => submit(place + 1, alice, bob, { image })));
  });

  afterAll(() => fixture.close());

  it.each(["approved", "sender", "receiver"] as const)(
    "are all in the list by %s, which merges one list per category",
    async (by) => {
      const query = {
        approved: { approved: "false" as const },
        sender: { sender: alice.address, approved: "false" as const },
        receiver: { receiver: bob.address, approved: "false" as const },
      }[by];
      const { items } = await fixture.api("pageEndorsements", { query: { ...query, limit: 100 } });
      expect(items.map(({ id }) => id)).toEqual(images.map((_image, place) => place + 1).reverse());
      expect(new Set(items.map(({ category }) => category))).toEqual(
        new Set([...categories, unknownCategory].map(({ name }) => name)),
      );
    },
  );

  it.each(["category", "status"])(
    "cannot be stored with an unknown %s, which no list would show",
    async (kind) => {
      const change = sql`update endorsements set ${sql.ref(kind)} = 'Sports' where id = 1`;
      await expect(change.execute(fixture.database.kysely)).rejects.toThrow(`endorsements_${kind}`);
    },
  );
});
