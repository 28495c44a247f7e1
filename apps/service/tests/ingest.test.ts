import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Action, mineBlock, protocolContract, type TestBlock } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import {
  type Fixture,
  hide,
  post,
  register,
  registerThree,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { alice, bob, carol, dan } from "./support/people.ts";
import { newestOrganization, newOrganization } from "./support/review.ts";

describe.each(databases)("The indexer on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openDatabase() });
  });

  afterEach(() => fixture.close());

  const names = async () => (await fixture.api("listProfiles")).map(({ bns_name }) => bns_name);
  const tip = async () => (await fixture.api("getStatus")).tip?.indexBlockHash;

  it("shows a block as soon as it has answered 200", async () => {
    await fixture.mine(register(alice));
    expect(await names()).toEqual(["alice"]);
    expect(await fixture.api("getStatus")).toMatchObject({
      tip: { height: 1 },
      nodeHeight: 1,
      lag: 0,
      quarantined: 0,
    });
  });

  it("answers 200 to the other events that a node posts", async () => {
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

  it("keeps nothing of a block that the database refuses, and takes it later", async () => {
    const { kysely } = fixture.database;
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'full' using errcode = 'disk_full'; end $$`.execute(kysely);
    await sql`create trigger refuse before insert on blocks execute function refuse()`.execute(
      kysely,
    );
    const block = await mineBlock(null, [register(alice)]);
    fixture.node.add(block);
    fixture.node.tip = block;
    expect(await post(fixture.service, block.payload)).toBe(503);
    for (const table of [
      "blocks",
      "transactions",
      "contract_events",
      "event_recipients",
    ] as const) {
      expect(await kysely.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    await sql`drop trigger refuse on blocks`.execute(kysely);
    expect(await post(fixture.service, block.payload)).toBe(200);
    expect(await names()).toEqual(["alice"]);
  });

  it("skips a block that it has indexed, even when the chain has grown since", async () => {
    const first = await fixture.mine(register(alice));
    const second = await fixture.mine(register(bob));
    expect(await post(fixture.service, first.payload)).toBe(200);
    expect(await tip()).toBe(second.payload.index_block_hash);
    expect(await names()).toEqual(["alice", "bob"]);
  });

  it("indexes a block whose rows take several statements", async () => {
    await registerThree(fixture);
    const ids = Array.from({ length: 150 }, (_, index) => index + 1);
    // JSON writes such a character with six others, and again with seven in a row's JSON.
    const describe = (id: number) => String(id).padEnd(2048, "\u0001");
    await fixture.mine(...ids.map((id) => submit(id, alice, bob, { description: describe(id) })));
    const found = await fixture.api("listEndorsements");
    expect(new Map(found.map(({ id, endorsement }) => [id, endorsement]))).toEqual(
      new Map(ids.map((id) => [id, describe(id)])),
    );
  });

  it("takes the time of the burn block where a block has none of its own", async () => {
    const { payload } = await mineBlock(null, [register(alice)]);
    const burn_block_time = 1_610_645_304;
    expect(await post(fixture.service, { ...payload, block_time: null, burn_block_time })).toBe(
      200,
    );
    const blockTime = new Date(burn_block_time * 1000).toISOString();
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { blockTime }, quarantined: 0 });
  });

  it("requires nothing of transactions and events that do not concern it", async () => {
    const { payload } = await mineBlock(null, [register(alice)]);
    const { block_time: _, ...others } = payload;
    const odd = {
      ...others,
      burn_block_time: 1_610_645_304,
      transactions: [{ txid: "0x01" }, null, ...payload.transactions],
      events: [{ type: "a_new_event" }, "text", ...payload.events],
    };
    expect(await post(fixture.service, odd)).toBe(200);
    expect(await names()).toEqual(["alice"]);
  });

  it("acknowledges blocks below its first one, whatever they look like", async () => {
    expect(await post(fixture.service, { block_height: 0 })).toBe(200);
    const block = await fixture.mine(register(alice));
    expect(await post(fixture.service, { ...block.payload, block_height: 0 })).toBe(200);
    const status = await fixture.api("getStatus");
    expect(status).toMatchObject({ tip: { height: 1 }, quarantined: 0 });
  });

  it("returns to a branch whose block the node posts again", async () => {
    const first = await fixture.mine(register(alice));
    const left = await fixture.mine(register(bob));
    fixture.tip = first;
    await fixture.mine(register(carol));
    expect(await names()).toEqual(["alice", "carol"]);
    expect(await post(fixture.service, left.payload)).toBe(200);
    expect(await tip()).toBe(left.payload.index_block_hash);
    expect(await names()).toEqual(["alice", "bob"]);
  });

  it("asks the node for a missing parent", async () => {
    const first = await fixture.mine(register(alice));
    const hidden = await hide(fixture, first, register(bob));
    const last = await hide(fixture, hidden, register(carol));
    expect(await post(fixture.service, last.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
  });

  it("answers 503 for a block whose parent the node does not have yet", async () => {
    const first = await fixture.mine(register(alice));
    const unknown = await mineBlock(first, [register(bob)]);
    const last = await mineBlock(unknown, [register(carol)]);
    expect(await post(fixture.service, last.payload)).toBe(503);
    fixture.node.add(unknown);
    expect(await post(fixture.service, last.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
  });

  it.each([
    ["near the tip", (block: TestBlock) => block],
    [
      "far above the tip",
      ({ payload, ...block }: TestBlock) => ({
        ...block,
        payload: { ...payload, block_height: 500 },
      }),
    ],
  ])(
    "quarantines a block %s, whose parent the node does not have, once the node has moved on",
    async (_, change) => {
      const first = await fixture.mine(register(alice));
      const lost = await mineBlock(first, [register(bob)]);
      const last = change(await mineBlock(lost, [register(carol)]));
      expect(await post(fixture.service, last.payload)).toBe(503);
      const { block_height: height } = last.payload;
      const far = await mineBlock(
        { ...first, payload: { ...first.payload, block_height: height + 16 } },
        [],
      );
      fixture.node.tip = { ...far, parent: first };
      expect(await post(fixture.service, last.payload)).toBe(200);
      expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 1 }, quarantined: 1 });
      expect(await post(fixture.service, (await mineBlock(first, [register(dan)])).payload)).toBe(
        200,
      );
      expect(await names()).toEqual(["alice", "dan"]);
    },
  );

  it("quarantines a block of a wrong height whose parent only the node has", async () => {
    const first = await fixture.mine(register(alice));
    const parent = await hide(fixture, first, register(bob));
    const { payload } = await mineBlock(parent, [register(carol)]);
    expect(await post(fixture.service, { ...payload, block_height: 500 })).toBe(200);
    expect(await names()).toEqual(["alice", "bob"]);
    expect(await post(fixture.service, payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
    expect(await fixture.api("getStatus")).toMatchObject({ quarantined: 0 });
  });

  it("quarantines a block with a name far longer than any", async () => {
    const first = await fixture.mine(register(alice));
    const { payload } = await mineBlock(first, [register({ ...bob, name: "x".repeat(600) })]);
    expect(await post(fixture.service, payload)).toBe(200);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 1 }, quarantined: 1 });
  });

  it("quarantines a block that is its own parent, and one with what the database cannot hold", async () => {
    const first = await fixture.mine(register(alice));
    const { payload } = await mineBlock(first, [register(bob)]);
    const { index_block_hash: parent_index_block_hash } = payload;
    expect(await post(fixture.service, { ...payload, parent_index_block_hash })).toBe(200);
    const [transaction] = payload.transactions;
    const named = Buffer.from("register-profile").toString("hex");
    const raw_tx = transaction?.raw_tx.replace(named, named.replace(/..$/, "00"));
    const transactions = [{ ...transaction, raw_tx }];
    const { payload: other } = await mineBlock(first, []);
    expect(await post(fixture.service, { ...payload, ...other, transactions })).toBe(200);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 1 }, quarantined: 2 });
  });

  it("moves a profile's name to the principal that registered it last", async () => {
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

  it("indexes transactions that the chain accepts and our decoder cannot read", async () => {
    await registerThree(fixture);
    const source = `;; colonnade-protocol-alpha${" ".repeat(100_001)}`;
    const length = source.length.toString(16).padStart(8, "0");
    // A contract whose source is too long for `@stacks/transactions`. First it prints nothing, then it does.
    const deploy = {
      sender: carol,
      functionName: "update-statement",
      payload: `010161${length}${Buffer.from(source).toString("hex")}`,
    } as const;
    // A call of a contract whose address has a version that does not exist.
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
      events: [{ topic: "add-representative", id, representative, by: alice.address }],
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

  it("indexes a block full of transfers that name the contract, and quarantines a fuller one", async () => {
    const name = Buffer.from("colonnade-protocol-alpha");
    const memo = name.toString("hex").padEnd(2 * 34, "0");
    const transfer = `000516${"22".repeat(20)}${"0".repeat(15)}1${memo}`;
    // The shortest: signed by none of no keys.
    const authorization = `0401${"22".repeat(20)}${"0".repeat(32)}000000000000`;
    const shortest = `0080000000${authorization}030200000000${transfer}`;
    const { payload } = await mineBlock(null, [register(alice)]);
    const blockOf = (count: number) => {
      const transfers = Array.from({ length: count }, (_, index) => ({
        txid: `0x${String(index).padStart(64, "0")}`,
        tx_index: index + 1,
        status: "success",
        raw_tx: `0x${shortest}`,
      }));
      return { ...payload, transactions: [...payload.transactions, ...transfers] };
    };
    const BYTES_OF_A_BLOCK = 2 * 1024 * 1024;
    expect(shortest).toHaveLength(2 * 120);
    // A busy machine takes long to read it, and the node posts it again.
    const postAll = (count: number) =>
      expect.poll(() => post(fixture.service, blockOf(count))).toBe(200);
    await postAll(BYTES_OF_A_BLOCK / 100);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: null, quarantined: 1 });
    await postAll(BYTES_OF_A_BLOCK / 120);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 1 }, quarantined: 0 });
    expect(await names()).toEqual(["alice"]);
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

  it("indexes a block with 200 recipients whose names have the greatest length", async () => {
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
        by: alice.address,
      })),
    };
    await fixture.mine(action);
    const found = async () =>
      (await fixture.api("getOrganization", { query: { id } })).columnInvited.map(
        ({ address }) => address,
      );
    expect(await found()).toEqual(representatives);
    fixture.tip = parent;
    await fixture.mine();
    expect(await found()).toEqual([]);
  });

  it("indexes blocks one by one when they are posted at once in the wrong order", async () => {
    const blocks: TestBlock[] = [];
    for (const person of [alice, bob, carol, dan]) {
      blocks.push(await hide(fixture, blocks.at(-1) ?? null, register(person)));
    }
    const answers = await Promise.all(
      blocks.toReversed().map(({ payload }) => post(fixture.service, payload)),
    );
    expect(answers).toEqual([200, 200, 200, 200]);
    expect(await names()).toEqual(["alice", "bob", "carol", "dan"]);
  });
});

it("quarantines another first block on a public network once the node has moved on", async () => {
  const fixture = await startFixture({
    environment: {
      COLONNADE_NETWORK: "testnet",
      COLONNADE_PROTOCOL_CONTRACT: protocolContract,
      COLONNADE_ENDORSEMENT_CONTRACT: `${protocolContract}-nft`,
    },
  });
  const first = await fixture.mine(register(alice));
  const other = await mineBlock(null, [register(bob)]);
  expect(await post(fixture.service, other.payload)).toBe(503);
  fixture.node.tip = await mineBlock(
    { ...first, payload: { ...first.payload, block_height: 17 } },
    [],
  );
  expect(await post(fixture.service, other.payload)).toBe(200);
  const { index_block_hash: indexBlockHash } = first.payload;
  expect(await fixture.api("getStatus")).toMatchObject({ tip: { indexBlockHash }, quarantined: 1 });
  await fixture.close();
});
