import { limits } from "@colonnade/domain/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import {
  approve,
  clientsOf,
  discard,
  edit,
  type Fixture,
  registerThree,
  startFixture,
  submit,
  suspend,
  withdraw,
} from "./support/fixture.ts";
import { alice, bob, carol } from "./support/people.ts";

describe.each(databases)("The revisions of an endorsement on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
    await fixture.mine(submit(1, alice, bob, { title: "First" }));
    await fixture.mine(edit(1, bob, { title: "Proposed" }, { suggested: true }));
    await fixture.mine(
      edit(1, alice, { title: "Second" }),
      approve(1, alice, bob, { title: "Second" }),
    );
  });

  afterAll(() => fixture.close());

  const read = async (who: typeof alice, id: number) =>
    (await clientsOf(fixture.service)(who))("getRevisions", { query: { id } });

  it("are given to its sender and its receiver, newest first", async () => {
    for (const party of [alice, bob]) {
      const { items, more } = await read(party, 1);
      expect(items.map(({ action, by, words }) => [action, by, words?.title])).toEqual([
        ["approve", bob.address, "Second"],
        ["edit", alice.address, "Second"],
        ["suggest", bob.address, "Proposed"],
        ["submit", alice.address, "First"],
      ]);
      expect(more).toBe(false);
    }
  });

  it("are given to nobody else, and are kept by no cache", async () => {
    await expect(read(carol, 1)).rejects.toMatchObject({ status: 404 });
    await expect(read(alice, 999)).rejects.toMatchObject({ status: 404 });
    await expect(fixture.api("getRevisions", { query: { id: 1 } })).rejects.toMatchObject({
      status: 401,
    });
  });

  it("leave out what a suspended writer wrote and nobody approved", async () => {
    await fixture.mine(suspend(bob));
    const wordsFor = async (who: typeof alice) =>
      (await read(who, 1)).items.map(({ action, words }) => [action, words?.title ?? null]);
    expect(await wordsFor(alice)).toEqual([
      ["approve", "Second"],
      ["edit", "Second"],
      ["suggest", null],
      ["submit", "First"],
    ]);
    expect((await wordsFor(bob))[2]).toEqual(["suggest", "Proposed"]);
    await fixture.mine(suspend(bob, { restored: true }));
    expect((await wordsFor(alice))[2]).toEqual(["suggest", "Proposed"]);
  });

  it("end with a withdrawal, and are gone once it is discarded", async () => {
    await fixture.mine(withdraw(1, alice));
    const { items } = await read(alice, 1);
    expect(items[0]).toMatchObject({ action: "withdraw", by: alice.address, words: null });
    await fixture.mine(discard(1, alice, bob));
    await expect(read(bob, 1)).rejects.toMatchObject({ status: 404 });
  });

  it("leave out the oldest of very many, and say so", async () => {
    const edits = Array.from({ length: limits.defaultPageItems + 5 }, (_, at) =>
      edit(2, alice, { title: `Edit ${at}` }),
    );
    await fixture.mine(submit(2, alice, bob), ...edits);
    const { items, more } = await read(alice, 2);
    expect([items.length, more]).toEqual([limits.defaultPageItems, true]);
    expect(items[0]?.words?.title).toBe(`Edit ${edits.length - 1}`);
  });

  it("follow a fork", async () => {
    const before = await fixture.mine(submit(3, alice, bob));
    await fixture.mine(edit(3, alice, { title: "Orphaned" }));
    expect((await read(alice, 3)).items).toHaveLength(2);
    fixture.tip = before;
    await fixture.mine();
    await fixture.mine();
    expect((await read(alice, 3)).items).toHaveLength(1);
  });
});
