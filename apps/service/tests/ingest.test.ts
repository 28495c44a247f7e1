import { createClient } from "@colonnade/domain/http/client.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Action, mineBlock, type TestBlock } from "./support/blocks.ts";
import { keepOpen } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  type Fixture,
  post,
  register,
  registerThree,
  signIn,
  startFixture,
  startTestService,
  submit,
} from "./support/fixture.ts";
import { nodeCall } from "./support/node.ts";
import { alice, bob, carol, dan } from "./support/people.ts";
import { newestOrganization, newOrganization } from "./support/review.ts";

describe.each(databases)("Ingest on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openDatabase() });
  });

  afterEach(() => fixture.close());

  const names = async () => (await fixture.api("listProfiles")).map(({ bns_name }) => bns_name);
  const tip = async () => (await fixture.api("getStatus")).tip?.indexBlockHash;

  /** Mines a block that is not posted yet. */
  const hide = async (parent: TestBlock | null, ...actions: Parameters<typeof mineBlock>[1]) => {
    const block = await mineBlock(parent, actions);
    fixture.node.add(block);
    return block;
  };

  it("shows a block as soon as it is answered", async () => {
    await fixture.mine(register(alice));
    expect(await names()).toEqual(["alice"]);
    expect(await fixture.api("getStatus")).toMatchObject({
      tip: { height: 1 },
      nodeHeight: 1,
      lag: 0,
      quarantined: 0,
    });
  });

  it("answers 200 to whatever else a node posts", async () => {
    for (const path of [
      "/new_burn_block",
      "/new_mempool_tx",
      "/drop_mempool_tx",
      "/attachments/new",
    ]) {
      const response = await fetch(`${fixture.service.observerUrl}${path}`, {
        method: "POST",
        body: "{}",
      });
      expect(response.status).toBe(200);
    }
  });

  it("skips a block that it has seen, even when the chain has gone on", async () => {
    const first = await fixture.mine(register(alice));
    const second = await fixture.mine(register(bob));
    expect(await post(fixture.service, first.payload)).toBe(200);
    expect(await tip()).toBe(second.payload.index_block_hash);
    expect(await names()).toEqual(["alice", "bob"]);
  });

  it("fills a gap by asking the node", async () => {
    const first = await fixture.mine(register(alice));
    const hidden = await hide(first, register(bob));
    const last = await hide(hidden, register(carol));
    expect(await post(fixture.service, last.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
  });

  it("has the node post again what stands on a block that nobody has yet", async () => {
    const first = await fixture.mine(register(alice));
    const unknown = await mineBlock(first, [register(bob)]);
    const last = await mineBlock(unknown, [register(carol)]);
    expect(await post(fixture.service, last.payload)).toBe(503);
    fixture.node.add(unknown);
    expect(await post(fixture.service, last.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
  });

  it("follows the node to a shorter chain", async () => {
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

  it("flips back to an orphaned branch without asking for a block again", async () => {
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

  it("moves a name, and the profile with it, to who holds it now", async () => {
    await fixture.mine(register(alice));
    await fixture.mine({
      sender: bob,
      functionName: "register-profile",
      events: [
        { topic: "remove-profile", principal: alice.address, reason: "name-moved" },
        {
          topic: "register-profile",
          principal: bob.address,
          bns: "btc",
          "bns-name": "alice",
          statement: null,
          image: "https://example.com/bob.png",
        },
      ],
    });
    expect(await fixture.api("listProfiles")).toMatchObject([
      { address: bob.address, bns_name: "alice" },
    ]);
    const [lost] = await fixture.api("getEvents", { query: { principal: alice.address } });
    expect(lost).toMatchObject({ event: "REMOVE_PROFILE" });
    const [gained] = await fixture.api("getEvents", { query: { principal: bob.address } });
    expect(gained).toMatchObject({ event: "REGISTER_PROFILE" });
  });

  it("sets a block aside that it cannot decode, with those after it, and half applies nothing", async () => {
    const first = await fixture.mine(register(alice));
    const good = await hide(first, register(bob), register(carol));
    const bad = structuredClone(good.payload);
    const event = bad.events[1]?.contract_event;
    if (event === undefined) throw new Error("There is no second event");
    event.raw_value = event.raw_value.slice(0, -4);
    expect(await post(fixture.service, bad)).toBe(200);
    expect(await names()).toEqual(["alice"]);
    const next = await hide(good, register(dan));
    expect(await post(fixture.service, next.payload)).toBe(200);
    expect(await names()).toEqual(["alice"]);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 1 }, quarantined: 2 });
    const metrics = await (await fetch(`${fixture.service.origin}/metrics`)).text();
    expect(metrics).toContain("colonnade_quarantined_blocks 2");

    expect(await post(fixture.service, good.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol", "dan"]);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 3 }, quarantined: 0 });
  });

  it("keeps what comes before a bad block far behind, and does not let the node wait for the rest", async () => {
    const first = await fixture.mine(register(alice));
    const before = await hide(first, register(bob));
    const bad = await hide(before, register(carol));
    const event = bad.payload.events[0]?.contract_event;
    if (event === undefined) throw new Error("There is no event");
    const whole = event.raw_value;
    event.raw_value = whole.slice(0, -4);
    let tip = bad;
    for (let count = 0; count < 300; count += 1) tip = await hide(tip);
    fixture.node.tip = tip;
    expect(await post(fixture.service, tip.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob"]);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 2 }, quarantined: 2 });

    event.raw_value = whole;
    expect(await post(fixture.service, bad.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 303 }, quarantined: 0 });
  });

  it("sets aside what cannot follow from what went before", async () => {
    await fixture.mine(register(alice), register(bob));
    await fixture.mine(approve(1, alice, bob));
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 1 }, quarantined: 1 });
  });

  it.each([["nonsense"], [{}], [[1, 2]], [{ block_height: "1" }]])(
    "sets %j aside",
    async (payload) => {
      expect(await post(fixture.service, payload)).toBe(200);
      expect(await fixture.api("getStatus")).toMatchObject({ tip: null, quarantined: 1 });
    },
  );

  it("is stopped by nothing that the chain takes, however odd", async () => {
    await registerThree(fixture);
    const source = `;; colonnade-protocol-alpha${" ".repeat(100_001)}`;
    const length = source.length.toString(16).padStart(8, "0");
    // A contract whose source `@stacks/transactions` finds too long, silent and then not.
    const deploy = {
      sender: carol,
      functionName: "update-statement",
      payload: `010161${length}${Buffer.from(source).toString("hex")}`,
    } as const;
    // A call of a contract whose address has a version that none has.
    const unknown = Buffer.from("colonnade-protocol-alpha").toString("hex");
    await fixture.mine({
      sender: dan,
      functionName: "update-statement",
      payload: `0220${"22".repeat(20)}18${unknown}016600000000`,
    });
    const statement = "\uFEFFBy a contract";
    await fixture.mine(deploy);
    await fixture.mine({
      ...deploy,
      events: [{ topic: "update-statement", principal: carol.address, statement }],
    });
    await fixture.mine(newOrganization(carol));
    const [id, representative] = [newestOrganization(), `${dan.address}.__transient`];
    await fixture.mine({
      sender: carol,
      functionName: "add-representative",
      events: [{ topic: "add-representative", id, representative }],
    });
    expect(await fixture.api("getStatus")).toMatchObject({ lag: 0, quarantined: 0 });
    const query = { principal: carol.address };
    expect(await fixture.api("getProfile", { query })).toMatchObject({ statement });
    expect(await fixture.api("getEvents", { query: { ...query, limit: 3 } })).toMatchObject([
      { event: "ADD_REPRESENTATIVE" },
      { event: "WATCHER_NEW_ORGANIZATION" },
      { event: "UPDATE_STATEMENT", status: "SUCCESS" },
    ]);
  });

  it("ignores prints of other contracts and of transactions that were rolled back", async () => {
    const block = await mineBlock(null, [
      register(alice),
      { ...register(bob), status: "abort_by_response" },
    ]);
    const [own] = block.payload.events;
    if (own?.contract_event === undefined) throw new Error("There is no event");
    block.payload.events.push({
      ...own,
      event_index: 9,
      contract_event: { ...own.contract_event, contract_identifier: `${carol.address}.fake` },
    });
    expect(await post(fixture.service, block.payload)).toBe(200);
    expect(await names()).toEqual(["alice"]);
  });

  it("builds the chain part anew when the devnet started over", async () => {
    await registerThree(fixture);
    await fixture.mine(submit(1, alice, bob));
    fixture.tip = null;
    await fixture.mine(register(dan));
    expect(await names()).toEqual(["dan"]);
    expect(await fixture.api("listEndorsements")).toEqual([]);
  });

  it("asks again after what the devnet had mined before it started over", async () => {
    await registerThree(fixture);
    const block = await fixture.mine(submit(1, alice, bob));
    const txId = block.txIds[0] ?? "";
    fixture.node.transactions.set(txId, nodeCall(alice.address, "submit-endorsement", "success"));
    const { api } = await signIn(fixture.service, alice);
    await api("announceTransaction", {
      body: { txId, senderPrincipal: alice.address, event: "SUBMIT_ENDORSEMENT" },
    });
    await fixture.service.askNode();
    fixture.tip = null;
    await fixture.mine(register(dan));
    fixture.node.transactions.set(txId, nodeCall(alice.address, "submit-endorsement", "dropped_a"));
    await fixture.service.askNode();
    expect(await fixture.api("getEvents", { query: { principal: alice.address } })).toMatchObject([
      { txId, status: "FAILED" },
    ]);
  });

  it("notices at its start that the devnet started over", async () => {
    await fixture.mine(register(alice));
    const database = keepOpen(fixture.database);
    const other = await hide(null, register(bob));
    fixture.node.tip = other;
    await using service = await startTestService(fixture.node, { database });
    await service.askNode();
    const api = createClient({ origin: service.origin });
    expect(await api("listProfiles")).toMatchObject([{ bns_name: "bob" }]);
  });

  it("catches up at its start with what was mined while it was away", async () => {
    let block = await fixture.mine(register(alice));
    block = await hide(block, register(bob));
    for (let blocks = 0; blocks < 300; blocks += 1) block = await hide(block);
    block = await hide(block, register(carol));
    fixture.node.tip = block;
    await fixture.service.askNode();
    expect(await names()).toEqual(["alice", "bob", "carol"]);
    expect(await tip()).toBe(block.payload.index_block_hash);
  });

  it("catches up across a fork that happened while it was away", async () => {
    const first = await fixture.mine(register(alice));
    await fixture.mine(register(dan));
    let block = await hide(first, register(bob));
    for (let blocks = 0; blocks < 300; blocks += 1) block = await hide(block);
    fixture.node.tip = block;
    await fixture.service.askNode();
    expect(await names()).toEqual(["alice", "bob"]);
  });

  it("follows a fork deeper than what it reads back at once, posted or asked for", async () => {
    const first = await fixture.mine(register(alice));
    const branch = async (length: number, action: Action) => {
      let block = await hide(first, action);
      for (let blocks = 1; blocks < length; blocks += 1) block = await hide(block);
      fixture.node.tip = block;
      return block;
    };
    await branch(300, register(bob));
    await fixture.service.askNode();
    expect(await names()).toEqual(["alice", "bob"]);
    const longer = await branch(301, register(carol));
    expect(await post(fixture.service, longer.payload)).toBe(200);
    expect(await tip()).toBe(longer.payload.index_block_hash);
    expect(await names()).toEqual(["alice", "carol"]);
    const shorter = await branch(290, register(dan));
    await fixture.service.askNode();
    expect(await tip()).toBe(shorter.payload.index_block_hash);
    expect(await names()).toEqual(["alice", "dan"]);
  });

  it("takes blocks that concern as many as fit, by the longest names that there are", async () => {
    await fixture.mine(newOrganization(alice));
    const parent = fixture.tip;
    const id = newestOrganization();
    const representatives = Array.from(
      { length: 200 },
      (_, index) => `${bob.address}.${`c${index}`.padEnd(127, "x")}`,
    );
    const action: Action = {
      sender: alice,
      functionName: "add-representative",
      events: representatives.map((representative) => ({
        topic: "add-representative",
        id,
        representative,
      })),
    };
    await fixture.mine(action);
    const found = async () =>
      (await fixture.api("getOrganization", { query: { id } })).representatives;
    expect(await found()).toEqual([alice.address, ...representatives]);
    fixture.tip = parent;
    await fixture.mine();
    expect(await found()).toEqual([alice.address]);
  });

  it("follows the node to a branch that it knows, though the node posted nothing", async () => {
    const first = await fixture.mine(register(alice));
    const left = await fixture.mine(register(bob));
    fixture.tip = first;
    await fixture.mine(register(carol));
    fixture.node.tip = left;
    await fixture.service.askNode();
    expect(await names()).toEqual(["alice", "bob"]);
    expect(await tip()).toBe(left.payload.index_block_hash);
  });

  it("does not go back to a node that is merely behind", async () => {
    const first = await fixture.mine(register(alice));
    const second = await fixture.mine(register(bob));
    fixture.node.tip = first;
    await fixture.service.askNode();
    expect(await tip()).toBe(second.payload.index_block_hash);
  });

  it("indexes blocks that come at the same time one after the other", async () => {
    const blocks: TestBlock[] = [];
    for (const person of [alice, bob, carol, dan]) {
      blocks.push(await hide(blocks.at(-1) ?? null, register(person)));
    }
    const answers = await Promise.all(
      blocks.toReversed().map(({ payload }) => post(fixture.service, payload)),
    );
    expect(answers).toEqual([200, 200, 200, 200]);
    expect(await names()).toEqual(["alice", "bob", "carol", "dan"]);
  });
});
