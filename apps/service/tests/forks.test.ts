import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Action } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  type Fixture,
  hide,
  post,
  register,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { alice, bob, carol, dan } from "./support/people.ts";

describe.each(databases)("A fork on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openDatabase() });
  });

  afterEach(() => fixture.close());

  const names = async () => (await fixture.api("listProfiles")).map(({ bns_name }) => bns_name);
  const tip = async () => (await fixture.api("getStatus")).tip?.indexBlockHash;

  it("follows the node to a shorter fork", async () => {
    const first = await fixture.mine(register(alice), register(bob));
    await fixture.mine(submit(1, alice, bob));
    await fixture.mine(approve(1, alice, bob));
    expect(await fixture.api("getProfile", { query: { principal: bob.address } })).toMatchObject({
      earned: 1,
    });
    fixture.tip = first;
    const shorter = await fixture.mine(register(carol));
    expect(await tip()).toBe(shorter.payload.index_block_hash);
    expect(await fixture.api("listEndorsements")).toEqual([]);
    expect(await fixture.api("getProfile", { query: { principal: bob.address } })).toMatchObject({
      earned: 0,
      pendingApprovals: 0,
    });
  });

  it("returns to an orphaned branch without asking the node for its blocks", async () => {
    const first = await fixture.mine(register(alice), register(bob));
    await fixture.mine(submit(1, alice, bob));
    const orphan = await fixture.mine(approve(1, alice, bob));
    fixture.tip = first;
    await fixture.mine(register(carol));
    fixture.node.asked.length = 0;
    fixture.tip = orphan;
    await fixture.mine();
    expect(fixture.node.asked.filter((path) => path.includes("/blocks/"))).toEqual([]);
    expect(await fixture.api("listEndorsements")).toMatchObject([{ id: 1, approved: true }]);
    expect(await names()).toEqual(["alice", "bob"]);
  });

  it("catches up at its start over 300 blocks mined meanwhile", async () => {
    let block = await fixture.mine(register(alice));
    block = await hide(fixture, block, register(bob));
    for (let blocks = 0; blocks < 300; blocks += 1) block = await hide(fixture, block);
    block = await hide(fixture, block, register(carol));
    fixture.node.tip = block;
    await fixture.service.askNode();
    expect(await names()).toEqual(["alice", "bob", "carol"]);
    expect(await tip()).toBe(block.payload.index_block_hash);
  });

  it("catches up at its start across a fork", async () => {
    const first = await fixture.mine(register(alice));
    await fixture.mine(register(dan));
    let block = await hide(fixture, first, register(bob));
    for (let blocks = 0; blocks < 300; blocks += 1) block = await hide(fixture, block);
    fixture.node.tip = block;
    await fixture.service.askNode();
    expect(await names()).toEqual(["alice", "bob"]);
  });

  it("follows a fork that is too deep to walk back by hash", async () => {
    const first = await fixture.mine(register(alice));
    const branch = async (length: number, action: Action) => {
      let block = await hide(fixture, first, action);
      for (let blocks = 1; blocks < length; blocks += 1) block = await hide(fixture, block);
      fixture.node.tip = block;
      return block;
    };
    await branch(300, register(bob));
    await fixture.service.askNode();
    expect(await names()).toEqual(["alice", "bob"]);
    const longer = await branch(301, register(carol));
    // On a busy machine the first post is answered 503, and the node posts it again.
    await expect.poll(() => post(fixture.service, longer.payload)).toBe(200);
    expect(await tip()).toBe(longer.payload.index_block_hash);
    expect(await names()).toEqual(["alice", "carol"]);
    const shorter = await branch(290, register(dan));
    await fixture.service.askNode();
    expect(await tip()).toBe(shorter.payload.index_block_hash);
    expect(await names()).toEqual(["alice", "dan"]);
  });

  it("follows the node to an indexed branch that it did not post", async () => {
    const first = await fixture.mine(register(alice));
    const left = await fixture.mine(register(bob));
    fixture.tip = first;
    await fixture.mine(register(carol));
    fixture.node.tip = left;
    await fixture.service.askNode();
    expect(await names()).toEqual(["alice", "bob"]);
    expect(await tip()).toBe(left.payload.index_block_hash);
  });

  it.each(["unknown", "orphaned"])(
    "keeps a block that is posted after the node named a tip, which is %s when it is read",
    async (status) => {
      const first = await fixture.mine(register(alice));
      const left = await hide(fixture, first, register(bob));
      const taken = await hide(fixture, first, register(carol));
      fixture.node.tip = left;
      fixture.node.beforeAnswer = async (path) => {
        if (!path.endsWith(left.payload.index_block_hash)) return;
        fixture.node.tip = taken;
        const posted = status === "unknown" ? [taken] : [left, taken];
        for (const { payload } of posted) expect(await post(fixture.service, payload)).toBe(200);
      };
      await fixture.service.askNode();
      expect(await tip()).toBe(taken.payload.index_block_hash);
      expect(await names()).toEqual(["alice", "carol"]);
    },
  );

  it("keeps its tip when the node is only behind", async () => {
    const first = await fixture.mine(register(alice));
    const second = await fixture.mine(register(bob));
    fixture.node.tip = first;
    await fixture.service.askNode();
    expect(await tip()).toBe(second.payload.index_block_hash);
  });
});
