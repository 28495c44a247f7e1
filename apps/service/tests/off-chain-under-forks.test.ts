import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestBlock } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, register, registerThree, signIn, startFixture } from "./support/fixture.ts";
import { alice, bob, owner, watcher } from "./support/people.ts";
import {
  admissionReport,
  admitAs,
  insertApplication,
  newestOrganization,
  newOrganization,
} from "./support/review.ts";

describe.each(databases)("Off-chain data under a fork on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openDatabase() });
  });

  afterEach(() => fixture.close());

  const profileOf = (address: string) =>
    fixture.api("getProfile", { query: { principal: address } });

  /** Applies for alice; a watcher's transaction in a block accepts it. */
  async function accept() {
    await registerThree(fixture);
    const { address } = watcher;
    const topic = "add-watcher";
    await fixture.mine({
      sender: owner,
      functionName: topic,
      events: [{ topic, watcher: address, by: owner.address }],
    });
    const id = await insertApplication(fixture, alice);
    const { tip: parent } = fixture;
    const block = await fixture.mine(newOrganization(alice));
    const txId = block.txIds[0] ?? "";
    fixture.node.transactions.set(txId, admissionReport(alice, "success"));
    const { api: asWatcher } = await signIn(fixture.service, watcher);
    await admitAs(asWatcher, id, txId);
    const { api: asAlice } = await signIn(fixture.service, alice);
    const page = async (decided: "true" | "false") =>
      (await asAlice("pageApplications", { query: { applicant: alice.address, decided } })).items;
    const shown = async () => ({ open: await page("false"), decided: await page("true") });
    return { parent, block, txId, shown };
  }

  /** The node returns to a branch that it has posted before, without posting it again. */
  async function returnTo(block: TestBlock | null): Promise<void> {
    fixture.node.tip = block;
    await fixture.service.askNode();
  }

  it("shows a follow again when the followed profile is on the chain again", async () => {
    const root = await fixture.mine();
    await registerThree(fixture);
    const { api } = await signIn(fixture.service, alice);
    await api("follow", { body: { userPrincipal: alice.address, profilePrincipal: bob.address } });

    fixture.tip = root;
    await fixture.mine(register(alice));
    await expect(profileOf(bob.address)).rejects.toMatchObject({ status: 404 });
    expect((await profileOf(alice.address)).following).toMatchObject([
      { address: bob.address, bns_name: "" },
    ]);

    await fixture.mine(register(bob));
    expect(await profileOf(bob.address)).toMatchObject({
      followerCount: 1,
      followers: [{ address: alice.address, bns_name: "alice" }],
    });
    expect((await profileOf(alice.address)).following).toMatchObject([{ bns_name: "bob" }]);
  });

  it("reopens an application when a fork orphans its organization, and accepts it when the branch returns", async () => {
    const { parent, block, txId, shown } = await accept();
    const accepted = { status: "accepted", organizationId: newestOrganization() };
    fixture.tip = parent;
    const other = await fixture.mine();
    await returnTo(block);
    expect(await shown()).toMatchObject({ open: [], decided: [accepted] });

    fixture.node.transactions.set(txId, admissionReport(alice));
    await returnTo(other);
    const admitting = { status: "admitting", organizationId: null };
    expect(await shown()).toMatchObject({ open: [admitting], decided: [] });
    fixture.node.transactions.set(txId, admissionReport(alice, "dropped_replace_across_fork"));
    await fixture.service.askNode();
    const waiting = { status: "waiting", organizationId: null };
    expect(await shown()).toMatchObject({ open: [waiting], decided: [] });

    await returnTo(block);
    expect(await shown()).toMatchObject({ open: [], decided: [accepted] });
  });

  it("reopens an application when the devnet starts over without its organization", async () => {
    const { txId, shown } = await accept();
    expect(await shown()).toMatchObject({ open: [], decided: [{ status: "accepted" }] });
    fixture.tip = null;
    await fixture.mine(register(alice));
    const admitting = { status: "admitting", organizationId: null };
    expect(await shown()).toMatchObject({ open: [admitting], decided: [] });
    fixture.node.transactions.set(txId, admissionReport(alice, "dropped_stale_garbage_collect"));
    await fixture.service.askNode();
    expect(await shown()).toMatchObject({ open: [{ status: "waiting" }], decided: [] });
  });
});
