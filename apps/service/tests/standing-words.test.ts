import { limits } from "@colonnade/domain/limits.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestBlock } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  discard,
  edit,
  type Fixture,
  register,
  registerThree,
  reject,
  startFixture,
  submit,
  withdraw,
} from "./support/fixture.ts";
import { alice, bob, carol } from "./support/people.ts";
import { newestOrganization, newOrganization } from "./support/review.ts";

const first = { title: "Sent first", description: "What alice wrote first" };
const second = { title: "Second", description: "What alice wrote later" };
const wish = { title: "Alice owes bob 10,000 STX", description: "What bob would like to read" };

const recordedIn = ({ payload }: TestBlock) => ({
  wordsHeight: payload.block_height,
  wordsDate: new Date(payload.block_time * 1000).toISOString(),
});

describe.each(databases)("The words of an endorsement on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let id = 0;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
  });

  beforeEach(() => {
    id += 1;
  });

  afterAll(() => fixture.close());

  const find = () => fixture.api("getEndorsement", { query: { id } });
  const profileOf = (principal: string) => fixture.api("getProfile", { query: { principal } });
  const metadata = () => fixture.api("getTokenMetadata", { params: { id } });

  it("stay the author's while the receiver suggests others", async () => {
    await fixture.mine(submit(id, alice, bob, first));
    await fixture.mine(edit(id, bob, wish, { suggested: true }));
    expect(await find()).toMatchObject({
      title: first.title,
      endorsement: first.description,
      suggestion: { title: wish.title, endorsement: wish.description, by: bob.address },
    });
    expect(await find()).not.toHaveProperty("draft");
    expect((await profileOf(alice.address)).openSuggestions).toBe(1);
  });

  it("name the time of the block that recorded a suggestion", async () => {
    await fixture.mine(submit(id, alice, bob, first));
    const { payload } = await fixture.mine(edit(id, bob, wish, { suggested: true }));
    const date = new Date(payload.block_time * 1000).toISOString();
    expect((await find()).suggestion?.date).toBe(date);
  });

  it("lose the suggestion when the receiver takes it back", async () => {
    await fixture.mine(submit(id, alice, bob, first));
    await fixture.mine(edit(id, bob, wish, { suggested: true }));
    const before = (await profileOf(alice.address)).openSuggestions;
    await fixture.mine(edit(id, bob, first));
    expect(await find()).not.toHaveProperty("suggestion");
    expect((await profileOf(alice.address)).openSuggestions).toBe(before - 1);
  });

  it("become the suggested ones, with the author's date, once the author accepts", async () => {
    await fixture.mine(submit(id, alice, bob, first));
    await fixture.mine(edit(id, bob, wish, { suggested: true }));
    await fixture.mine(edit(id, alice, wish));
    const found = await find();
    expect(found).toMatchObject({ title: first.title, draft: { title: wish.title } });
    expect(found).toMatchObject({ signedHeight: 2 });
    expect(found).not.toHaveProperty("suggestion");
  });

  it("show what was sent first, also after a second edit", async () => {
    await fixture.mine(submit(id, alice, bob, first));
    await fixture.mine(edit(id, alice, second));
    await fixture.mine(edit(id, alice, { title: "Third" }));
    expect(await find()).toMatchObject({ title: first.title, draft: { title: "Third" } });
  });

  it("are the author's once they are approved, and the suggestion is gone", async () => {
    await fixture.mine(submit(id, alice, bob, first), edit(id, alice, second));
    await fixture.mine(edit(id, bob, wish, { suggested: true }));
    await fixture.mine(approve(id, alice, bob, second));
    const found = await find();
    expect(found).toMatchObject({ approved: true, title: second.title });
    expect(found).not.toHaveProperty("draft");
    expect(found).not.toHaveProperty("suggestion");
    expect(await metadata()).toMatchObject({ name: second.title, description: second.description });
  });

  it("are flagged if they show nothing", async () => {
    const blank = "\u200B \u00A0\u3164\u202E";
    await fixture.mine(submit(id, alice, bob, { title: blank }));
    expect(await find()).toMatchObject({ title: blank, blank: true });
    await fixture.mine(edit(id, alice, first));
    expect(await find()).not.toHaveProperty("blank");
  });

  it("carry the block and the transaction that recorded them, and the height that their author gave", async () => {
    const sent = await fixture.mine(submit(id, alice, bob, first));
    const submitted = { height: sent.payload.block_height, txId: sent.txIds[0] };
    expect(await find()).toMatchObject({ ...submitted, ...recordedIn(sent), signedHeight: 1 });
    expect(await find()).not.toHaveProperty("wordsTxId");
    const edited = await fixture.mine(edit(id, alice, second));
    const newer = { ...submitted, ...recordedIn(edited), wordsTxId: edited.txIds[0] };
    expect(await find()).toMatchObject(newer);
    await fixture.mine(edit(id, bob, wish, { suggested: true }));
    expect(await find()).toMatchObject(newer);
    const accepted = await fixture.mine(edit(id, alice, wish));
    await fixture.mine(approve(id, alice, bob, wish));
    const newest = { ...submitted, ...recordedIn(accepted), wordsTxId: accepted.txIds[0] };
    expect(await find()).toMatchObject(newest);
    const { attributes, properties } = await metadata();
    const date = { trait_type: "Date", value: newest.wordsDate };
    expect(attributes).toContainEqual(date);
    expect(properties).toMatchObject({ txId: submitted.txId, wordsTxId: newest.wordsTxId });
  });

  it("follow a fork that gives their id to other words", async () => {
    const parent = await fixture.mine();
    await fixture.mine(submit(id, alice, bob, first), edit(id, bob, wish, { suggested: true }));
    fixture.tip = parent;
    await fixture.mine(submit(id, carol, bob, second));
    const found = await find();
    expect(found).toMatchObject({ title: second.title, column_sender: { bns_name: "carol" } });
    expect(found).not.toHaveProperty("suggestion");
  });

  it("are marked, and counted no more, once their author withdraws them", async () => {
    await fixture.mine(submit(id, alice, bob, first), approve(id, alice, bob, first));
    const [giver, earner] = [await profileOf(alice.address), await profileOf(bob.address)];
    const block = await fixture.mine(withdraw(id, alice, { reason: "I was wrong" }));
    expect(await find()).toMatchObject({
      approved: false,
      title: first.title,
      withdrawn: {
        by: alice.address,
        reason: "I was wrong",
        height: block.payload.block_height,
        txId: block.txIds[0],
      },
    });
    const [later, receiver] = [await profileOf(alice.address), await profileOf(bob.address)];
    expect(later.issued).toBe(giver.issued - 1);
    expect(receiver.earned).toBe(earner.earned - 1);
    expect(receiver.columnMilestones.map((each) => each.id)).not.toContain(id);
    expect(receiver.withdrawnMilestones[0]).toMatchObject({ id, approved: false });
    expect(later.sentMilestones.map((each) => each.id)).not.toContain(id);
  });

  it("are listed as withdrawn only where that is asked for", async () => {
    await fixture.mine(submit(id, alice, bob, first), approve(id, alice, bob, first));
    await fixture.mine(withdraw(id, alice));
    const idsOf = async (query: object) => {
      const page = await fixture.api("pageEndorsements", { query: { limit: 100, ...query } });
      return page.items.map((each) => each.id);
    };
    for (const query of [{}, { receiver: bob.address }, { sender: alice.address }]) {
      expect(await idsOf(query)).not.toContain(id);
      expect((await idsOf({ ...query, withdrawn: "true" }))[0]).toBe(id);
    }
    expect(await idsOf({ withdrawn: "true", search: "alice" })).toContain(id);
    const everything = await fixture.api("listEndorsements");
    expect(everything.map((each) => each.id)).not.toContain(id);
  });

  it("are said to be withdrawn in the token's metadata", async () => {
    await fixture.mine(submit(id, alice, bob, first), approve(id, alice, bob, first));
    await fixture.mine(withdraw(id, alice, { reason: "I was wrong" }));
    expect(await metadata()).toMatchObject({
      name: first.title,
      attributes: expect.arrayContaining([
        { trait_type: "Status", value: "Withdrawn by its author" },
      ]),
      properties: { withdrawn: { by: alice.address, reason: "I was wrong" } },
    });
  });

  it("count for their organization until they are withdrawn", async () => {
    await fixture.mine(newOrganization(carol));
    const org = { id: newestOrganization(), name: `carol ${newestOrganization()}` };
    await fixture.mine(submit(id, carol, bob, first, org), approve(id, carol, bob, first));
    const issued = async () =>
      (await fixture.api("getOrganization", { query: { id: org.id } })).issued;
    expect(await issued()).toBe(1);
    await fixture.mine(withdraw(id, carol));
    expect(await issued()).toBe(0);
  });

  it.each([
    ["rejected", () => [reject(id, alice, bob)]],
    ["withdrawn before a decision", () => [withdraw(id, alice, { earned: false })]],
    ["discarded", () => [approve(id, alice, bob, first), discard(id, alice, bob)]],
    [
      "withdrawn and discarded",
      () => [approve(id, alice, bob, first), withdraw(id, alice), discard(id, alice, bob)],
    ],
  ])("are not served once they are %s", async (_how, actions) => {
    await fixture.mine(submit(id, alice, bob, first));
    const before = await profileOf(bob.address);
    const parent = fixture.tip;
    await fixture.mine(...actions());
    await expect(find()).rejects.toMatchObject({ status: 404 });
    await expect(metadata()).rejects.toMatchObject({ status: 404 });
    const after = await profileOf(bob.address);
    const { columnMilestones, withdrawnMilestones, pendingApprovals } = after;
    const shown = [...columnMilestones, ...withdrawnMilestones].map((each) => each.id);
    expect(shown).not.toContain(id);
    expect(pendingApprovals).toBe(before.pendingApprovals - 1);
    fixture.tip = parent;
    await fixture.mine();
    expect(await find()).toMatchObject({ title: first.title });
    expect(await profileOf(bob.address)).toEqual(before);
  });
});

describe.each(databases)("A profile with more than its lists hold on %s", (_, openDatabase) => {
  let fixture: Fixture;
  const EARNED = 3;
  const WAITING = limits.pageItems + 20;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await fixture.mine(register(alice), register(bob));
    const earned = Array.from({ length: EARNED }, (_each, place) => place + 1);
    await fixture.mine(
      ...earned.flatMap((id) => [submit(id, alice, bob), approve(id, alice, bob)]),
      ...Array.from({ length: WAITING }, (_each, place) => submit(EARNED + place + 1, alice, bob)),
    );
  });

  afterAll(() => fixture.close());

  it("shows what was earned before what waits, and counts both", async () => {
    const profile = await fixture.api("getProfile", { query: { principal: bob.address } });
    const ids = profile.columnMilestones.map(({ id }) => id);
    expect(ids.slice(0, EARNED)).toEqual([3, 2, 1]);
    expect(ids.slice(EARNED)).toHaveLength(limits.pageItems);
    expect(ids[EARNED]).toBe(EARNED + WAITING);
    expect(profile).toMatchObject({ earned: EARNED, pendingApprovals: WAITING });
  });
});
