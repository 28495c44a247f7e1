import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import { type Fixture, registerThree, startFixture, submit } from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { alice, bob, carol, dan, type Person, watcher } from "./support/people.ts";
import { newestOrganization, newOrganization } from "./support/review.ts";

describe.each(databases)("An organization on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let id = 0;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
    await fixture.mine(newOrganization(alice));
    id = newestOrganization();
  });

  afterEach(() => fixture.close());

  const find = () => fixture.api("getOrganization", { query: { id } });
  const mine = (person: Person, event: ContractEvent) => fixture.mine(printing(person, event));
  const invite = (person: Person) =>
    mine(alice, {
      topic: "add-representative",
      id,
      representative: person.address,
      by: alice.address,
    });
  const accept = (person: Person) =>
    mine(person, { topic: "accept-representation", id, representative: person.address });
  const organizationsOf = async ({ address }: Person) => {
    const profile = await fixture.api("getProfile", { query: { principal: address } });
    return profile.organization.map((organization) => organization.id);
  };
  const namesOf = (people: { bns_name: string }[]) => people.map(({ bns_name }) => bns_name);

  it("is represented by its admin from the start", async () => {
    expect(await find()).toMatchObject({
      open: true,
      admin: alice.address,
      representatives: [alice.address],
      columnInvited: [],
      columnProposedAdmin: null,
      replacement: null,
    });
    expect(await organizationsOf(alice)).toEqual([id]);
  });

  it("is represented by somebody invited only once they accept", async () => {
    await invite(bob);
    const invited = await find();
    expect(invited.representatives).toEqual([alice.address]);
    expect(namesOf(invited.columnInvited)).toEqual(["bob"]);
    expect(await organizationsOf(bob)).toEqual([]);
    await accept(bob);
    const accepted = await find();
    expect(namesOf(accepted.columnRepresentatives)).toEqual(["alice", "bob"]);
    expect(accepted.columnInvited).toEqual([]);
    expect(await organizationsOf(bob)).toEqual([id]);
  });

  it("loses a member who resigns, and gets them back when the block is orphaned", async () => {
    await invite(bob);
    const parent = await accept(bob);
    await mine(bob, { topic: "resign-representation", id, representative: bob.address });
    expect(await organizationsOf(bob)).toEqual([]);
    fixture.tip = parent;
    await fixture.mine();
    expect(await organizationsOf(bob)).toEqual([id]);
  });

  it("is handed over to the proposed admin, and the former one leaves", async () => {
    await mine(alice, { topic: "propose-admin", id, admin: carol.address, by: alice.address });
    expect(await find()).toMatchObject({ columnProposedAdmin: { bns_name: "carol" } });
    await mine(carol, {
      topic: "accept-admin",
      id,
      admin: carol.address,
      former: alice.address,
    });
    expect(await find()).toMatchObject({
      admin: carol.address,
      representatives: [carol.address],
      columnProposedAdmin: null,
    });
    expect(await organizationsOf(alice)).toEqual([]);
  });

  it("shows whom a watcher proposed as its admin, and from which height they may accept", async () => {
    await mine(watcher, {
      topic: "watcher-replace-admin",
      id,
      admin: dan.address,
      from: 2_100,
      watcher: watcher.address,
    });
    expect((await find()).replacement).toMatchObject({
      from: 2_100,
      columnAdmin: { address: dan.address, bns_name: "" },
    });
    const [event] = await fixture.api("getEvents", { query: { principal: alice.address } });
    expect(event).toMatchObject({ event: "WATCHER_REPLACE_ADMIN" });
    await mine(alice, { topic: "refuse-replacement", id, admin: dan.address, by: alice.address });
    expect((await find()).replacement).toBeNull();
  });

  it("names the contract that acted as its admin, not the sender of the transaction", async () => {
    const wallet = `${alice.address}.wallet`;
    const handOver = { topic: "accept-admin", id, admin: wallet, former: alice.address } as const;
    await mine(bob, handOver);
    const about = { id, by: wallet };
    await fixture.mine(
      printing(bob, { topic: "add-representative", representative: carol.address, ...about }),
      printing(bob, { topic: "remove-representative", representative: carol.address, ...about }),
      printing(bob, { topic: "propose-admin", admin: carol.address, ...about }),
      printing(bob, { topic: "refuse-replacement", admin: carol.address, ...about }),
    );
    for (const principal of [carol.address, wallet]) {
      const query = { principal, limit: 4 };
      const events = await fixture.api("getEvents", { query });
      const actors = events.map(({ metaData }) => metaData.actor?.address);
      expect(actors).toEqual([wallet, wallet, wallet, wallet]);
    }
  });

  it("is no name to send in once it is closed", async () => {
    await mine(alice, { topic: "close-organization", id, by: alice.address });
    expect(await find()).toMatchObject({ open: false, admin: alice.address });
    expect(await organizationsOf(alice)).toEqual([]);
    const listed = await fixture.api("listOrganizations");
    expect(listed).toMatchObject([{ id, open: false }]);
  });

  it("is marked as closed in what was endorsed in its name, until the block is orphaned", async () => {
    const org = { id, name: "alice.btc" };
    const parent = await fixture.mine(submit(1, alice, bob, {}, org));
    const isOpen = async () => {
      const sought = { limit: 30, search: "alice" } as const;
      const profile = await fixture.api("getProfile", { query: { principal: bob.address } });
      const found = [
        ...(await fixture.api("listEndorsements")),
        ...(await fixture.api("pageEndorsements", { query: sought })).items,
        ...profile.columnMilestones,
        await fixture.api("getEndorsement", { query: { id: 1 } }),
      ];
      return found.map(({ organization }) => organization?.open);
    };
    expect(await isOpen()).toEqual([true, true, true, true]);
    await mine(alice, { topic: "close-organization", id, by: alice.address });
    expect(await isOpen()).toEqual([false, false, false, false]);
    fixture.tip = parent;
    await fixture.mine();
    expect(await isOpen()).toEqual([true, true, true, true]);
  });
});
