import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import {
  approve,
  edit,
  type Fixture,
  register,
  registerThree,
  startFixture,
  submit,
  suspend,
  withdraw,
} from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { alice, bob, carol, dan, type Person } from "./support/people.ts";
import { openStreamClient } from "./support/stream-client.ts";

const words = { title: "Abuse", description: "What nobody should read" };

describe.each(databases)("A suspension on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
    await fixture.mine(
      submit(1, alice, bob),
      approve(1, alice, bob),
      submit(2, alice, bob, words),
      submit(3, carol, bob),
    );
  });

  afterEach(() => fixture.close());

  const find = (id: number) => fixture.api("getEndorsement", { query: { id } });
  const bobsProfile = () => fixture.api("getProfile", { query: { principal: bob.address } });
  const metadata = (id: number) => fixture.api("getTokenMetadata", { params: { id } });
  const listed = async () => (await fixture.api("listEndorsements")).map(({ id }) => id);

  /** Everything that is served of what alice and bob have. */
  const readAll = async () => [
    await fixture.api("listEndorsements"),
    await bobsProfile(),
    await find(2),
  ];

  it("leaves their pending endorsements out of lists and counts", async () => {
    await fixture.mine(suspend(alice));
    expect(await listed()).toEqual([3, 1]);
    for (const query of [{ sender: alice.address }, { receiver: bob.address }, { search: "bob" }]) {
      const page = await fixture.api("pageEndorsements", {
        query: { limit: 100, approved: "false", ...query },
      });
      expect(page.items.map(({ id }) => id)).not.toContain(2);
    }
    const profile = await bobsProfile();
    expect(profile.columnMilestones.map(({ id }) => id)).toEqual([1, 3]);
    expect(profile.pendingApprovals).toBe(1);
    expect(JSON.stringify(profile)).not.toContain(words.title);
  });

  it("serves a pending endorsement by its id without words", async () => {
    await fixture.mine(suspend(alice));
    const held = await find(2);
    expect(held).toMatchObject({
      approved: false,
      title: "",
      endorsement: "",
      milestoneURI: "",
      column_sender: { address: alice.address, bns_name: "", suspended: true },
    });
    expect(held).not.toHaveProperty("blank");
  });

  it("leaves approved endorsements with their receivers, and marks the sender", async () => {
    const removed = { trait_type: "Issuer", value: "Removed by watchers" };
    expect((await metadata(1)).attributes).not.toContainEqual(removed);
    await fixture.mine(suspend(alice));
    expect(await metadata(1)).toMatchObject({
      name: "A title",
      attributes: expect.arrayContaining([removed]),
      properties: { sender: alice.address, senderSuspended: true },
    });
    expect(await find(1)).toMatchObject({
      approved: true,
      title: "A title",
      column_sender: { bns_name: "", suspended: true },
    });
    expect((await bobsProfile()).earned).toBe(1);
  });

  it("hides their suggestions until it ends or is orphaned", async () => {
    await fixture.mine(edit(3, bob, words, { suggested: true }));
    const carolsProfile = () => fixture.api("getProfile", { query: { principal: carol.address } });
    const suggestedTo = async (person: Person) => {
      const query = { limit: 100, suggested: "true", sender: person.address } as const;
      return (await fixture.api("pageEndorsements", { query })).items.map(({ id }) => id);
    };
    const inbox = () => fixture.api("getInbox", { query: { principal: carol.address } });
    const isServed = async () => {
      expect(await find(3)).toMatchObject({ suggestion: { by: bob.address, title: words.title } });
      expect(await carolsProfile()).toMatchObject({ openSuggestions: 1 });
      expect(await inbox()).toMatchObject({ suggestions: 1 });
      expect(await suggestedTo(carol)).toEqual([3]);
    };
    const isHeldBack = async () => {
      expect(await find(3)).not.toHaveProperty("suggestion");
      expect(await carolsProfile()).toMatchObject({ openSuggestions: 0 });
      expect(await inbox()).toMatchObject({ suggestions: 0 });
      expect(await suggestedTo(carol)).toEqual([]);
    };
    await isServed();
    const parent = fixture.tip;
    await fixture.mine(suspend(bob));
    await isHeldBack();
    fixture.tip = parent;
    await fixture.mine();
    await isServed();
    await fixture.mine(suspend(bob));
    await fixture.mine(edit(3, carol, { title: "Other words" }));
    await fixture.mine(suspend(bob, { restored: true }));
    expect(await find(3)).not.toHaveProperty("suggestion");
  });

  it("hides the reasons of their withdrawals while it lasts", async () => {
    const reason = "Words that bob never approved";
    await fixture.mine(withdraw(1, alice, { reason }));
    const withdrawn = async () => (await find(1)).withdrawn;
    expect(await withdrawn()).toMatchObject({ by: alice.address, reason });
    const parent = fixture.tip;
    await fixture.mine(suspend(alice));
    expect(await withdrawn()).toMatchObject({ by: alice.address, reason: null });
    expect(JSON.stringify(await bobsProfile())).not.toContain(reason);
    expect(JSON.stringify(await metadata(1))).not.toContain(reason);
    fixture.tip = parent;
    await fixture.mine();
    expect(await withdrawn()).toMatchObject({ reason });
    await fixture.mine(suspend(alice));
    await fixture.mine(suspend(alice, { restored: true }));
    expect(await withdrawn()).toMatchObject({ reason });
  });

  it("takes the profile, and the 404 says why until it ends or is orphaned", async () => {
    const ask = ({ address }: Person) =>
      fixture.api("getProfile", { query: { principal: address } });
    const parent = fixture.tip;
    await fixture.mine(suspend(alice), suspend(dan));
    for (const person of [alice, dan]) {
      await expect(ask(person)).rejects.toMatchObject({ status: 404, code: "suspended" });
    }
    await fixture.mine(suspend(alice, { restored: true }));
    await expect(ask(alice)).rejects.toMatchObject({ status: 404, code: "does_not_exist" });
    fixture.tip = parent;
    await fixture.mine();
    expect(await ask(alice)).toMatchObject({ bns_name: "alice" });
    await expect(ask(dan)).rejects.toMatchObject({ status: 404, code: "does_not_exist" });
  });

  it("lets a receiver still hide a withdrawn endorsement", async () => {
    await fixture.mine(withdraw(1, alice), suspend(alice));
    await fixture.mine(
      printing(bob, { topic: "display-status", id: 1, shown: false, by: bob.address }),
    );
    expect((await bobsProfile()).withdrawnMilestones).toMatchObject([{ id: 1, shown: false }]);
  });

  it("gives everything back once it ends or its block is orphaned", async () => {
    const before = await readAll();
    const parent = fixture.tip;
    await fixture.mine(suspend(alice));
    expect(await listed()).toEqual([3, 1]);
    fixture.tip = parent;
    await fixture.mine();
    expect(await readAll()).toEqual(before);
    await fixture.mine(suspend(alice));
    await fixture.mine(suspend(alice, { restored: true }));
    expect(await listed()).toEqual([3, 2, 1]);
    expect(await find(2)).toMatchObject({ title: words.title, column_sender: { bns_name: "" } });
    expect((await bobsProfile()).pendingApprovals).toBe(2);
  });

  it("hides the words of somebody without a profile, too", async () => {
    await fixture.mine({
      sender: alice,
      functionName: "remove-profile",
      events: [{ topic: "remove-profile", principal: alice.address, reason: "owner" }],
    });
    expect(await listed()).toEqual([3, 2, 1]);
    await fixture.mine(suspend(alice));
    expect(await listed()).toEqual([3, 1]);
    await fixture.mine(suspend(dan));
    expect(await listed()).toEqual([3, 1]);
  });

  it("makes endorsements searchable by a name that is registered after it", async () => {
    await fixture.mine(suspend(alice));
    await fixture.mine(suspend(alice, { restored: true }), register({ ...alice, name: "alicia" }));
    const page = await fixture.api("pageEndorsements", { query: { limit: 100, search: "alicia" } });
    expect(page.items.map(({ id }) => id)).toEqual([2, 1]);
  });

  it("is announced to the receivers of their endorsements at once", async () => {
    const stream = await openStreamClient(fixture.service.origin);
    try {
      await fixture.mine(suspend(alice));
      await expect
        .poll(() => stream.events)
        .toContainEqual(
          expect.objectContaining({
            type: "change",
            principals: expect.arrayContaining([alice.address, bob.address]),
            endorsements: [2],
          }),
        );
    } finally {
      await stream.close();
    }
  });
});
