import { Cl, serializeCV } from "@stacks/transactions";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Announcer } from "./support/announcer.ts";
import { protocolContract } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, register, registerThree, startFixture, submit } from "./support/fixture.ts";
import { type NodeTransaction, nodeCall } from "./support/node.ts";
import { alice, bob, dan, type Person } from "./support/people.ts";
import { newTxId } from "./support/review.ts";

/** A call of alice's that goes to somebody else's contract. */
const callElsewhere: NodeTransaction = {
  tx_status: "pending",
  sender_address: alice.address,
  contract_call: {
    contract_id: `${dan.address}.${protocolContract.split(".")[1]}`,
    function_name: "edit-endorsement",
    function_args: [],
  },
};
/** Announcements a minute that one client may make, and questions a minute to the node for all clients. */
const perClient = 60;
const questions = 150;

describe.each(databases)("Announcing a transaction on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let announcer: Announcer;

  beforeAll(async () => {
    fixture = await startFixture({
      database: await openDatabase(),
      environment: { COLONNADE_TRUSTED_PROXIES: "1" },
    });
    announcer = new Announcer(fixture);
    await registerThree(fixture);
  });

  afterAll(async () => {
    vi.useRealTimers();
    await fixture.close();
  });
  afterEach(() => {
    fixture.node.isDown = false;
    // A minute later, the rate limits start again for the next test.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  });

  const announce = (txId: string, person: Person) => announcer.announce(txId, person);
  const rows = () => fixture.database.kysely.selectFrom("pending_events").selectAll().execute();
  const etag = async () =>
    (await fetch(`${fixture.service.origin}/api/orgs?limit=1`)).headers.get("etag");

  it("shows it as PENDING when the node has it", async () => {
    const txId = newTxId();
    const hex = serializeCV(Cl.uint(7));
    const call = nodeCall(alice.address, "edit-endorsement", "pending", [hex]);
    fixture.node.transactions.set(txId, call);
    expect(await announce(txId, alice)).toEqual({ seen: true });
    expect(await announcer.eventsOf(txId, alice)).toMatchObject([
      {
        event: "EDIT_ENDORSEMENT",
        status: "PENDING",
        metaData: { endorsementId: 7 },
        reason: null,
      },
    ]);
  });

  it("keeps nothing while the node has not seen it, and shows it when announced again", async () => {
    const before = await rows();
    const txId = newTxId();
    expect(await announce(txId, alice)).toEqual({ seen: false });
    expect(await rows()).toEqual(before);
    expect(await announcer.askedInRound()).not.toContain(txId);
    announcer.setStatus(txId, alice);
    expect(await announce(txId, alice)).toEqual({ seen: true });
    expect(await announcer.statusesOf(txId, alice)).toEqual([["PENDING", null]]);
  });

  it("is refused with 503 while the node does not answer, and taken when it does", async () => {
    const txId = newTxId();
    announcer.setStatus(txId, alice);
    fixture.node.isDown = true;
    await expect(announce(txId, alice)).rejects.toMatchObject({
      status: 503,
      code: "unavailable",
      message: "The node cannot be asked about the transaction now, please try again",
    });
    fixture.node.isDown = false;
    expect(await announce(txId, alice)).toEqual({ seen: true });
  });

  it("shows what the transaction calls, not what the announcement says", async () => {
    const txId = newTxId();
    fixture.node.transactions.set(txId, nodeCall(alice.address, "remove-profile"));
    await announce(txId, alice);
    expect(await announcer.eventsOf(txId, alice)).toMatchObject([{ event: "REMOVE_PROFILE" }]);
  });

  it("ignores a first argument that is longer than any of the protocol's", async () => {
    const [first, long] = [newTxId(), newTxId()];
    const call = (args: string[]) =>
      nodeCall(alice.address, "approve-endorsement", "pending", args);
    fixture.node.transactions.set(first, call([`0x01${"7".padStart(32, "0")}`, "no value"]));
    fixture.node.transactions.set(long, call(["no value".repeat(1_000)]));
    for (const txId of [first, long]) await announce(txId, alice);
    expect(await announcer.eventsOf(first, alice)).toMatchObject([
      { metaData: { endorsementId: 7 } },
    ]);
    expect(await announcer.eventsOf(long, alice)).toMatchObject([{ metaData: {} }]);
  });

  it("refuses another person's transaction, before and after it is stored", async () => {
    const txId = newTxId();
    announcer.setStatus(txId, bob);
    await expect(announce(txId, alice)).rejects.toMatchObject({ status: 403 });
    await announce(txId, bob);
    await expect(announce(txId, alice)).rejects.toMatchObject({ status: 403 });
    expect(await announcer.statusesOf(txId, alice)).toEqual([]);
    expect(await announcer.statusesOf(txId, bob)).toEqual([["PENDING", null]]);
  });

  it.each([
    ["does not call a contract", { tx_status: "pending", sender_address: alice.address }],
    ["calls another contract, even one of the same name", callElsewhere],
  ])("refuses a transaction that %s", async (_what, transaction) => {
    const txId = newTxId();
    fixture.node.transactions.set(txId, transaction);
    await expect(announce(txId, alice)).rejects.toMatchObject({ status: 403 });
    expect(await announcer.statusesOf(txId, alice)).toEqual([]);
  });

  it("asks the node only until it has the transaction", async () => {
    const txId = newTxId();
    const asked = () => announcer.askedDuring(() => announce(txId, alice));
    expect(await asked()).toEqual([txId]);
    announcer.setStatus(txId, alice);
    expect(await asked()).toEqual([txId]);
    expect(await asked()).toEqual([]);
  });

  it("refuses a client's 61st announcement in a minute", async () => {
    for (let count = 0; count < perClient; count += 1) {
      await announcer.announce(newTxId(), alice, "192.0.2.1");
    }
    await expect(announcer.announce(newTxId(), alice, "192.0.2.1")).rejects.toMatchObject({
      status: 429,
    });
    expect(await announcer.announce(newTxId(), alice, "192.0.2.2")).toEqual({ seen: false });
  });

  it("asks the node 150 times a minute at most for all clients together, and keeps nothing", async () => {
    const before = await rows();
    const asked = await announcer.askedDuring(async () => {
      for (let count = 0; count < questions; count += 1) {
        await announcer.announce(newTxId(), alice, `192.0.2.${count % 5}`);
      }
      const oneMore = announcer.announce(newTxId(), alice, "192.0.2.9");
      await expect(oneMore).rejects.toMatchObject({ status: 503, code: "unavailable" });
    });
    expect(asked).toHaveLength(questions);
    expect(await rows()).toEqual(before);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await announcer.announce(newTxId(), alice, "192.0.2.9")).toEqual({ seen: false });
  });

  it("keeps the ETag when the node has not seen it, and when it is known or mined", async () => {
    const pending = await announcer.announcePending(alice);
    const block = await fixture.mine(submit(100, alice, bob));
    const mined = block.txIds[0] ?? "";
    announcer.setStatus(mined, alice, "success");
    const before = await etag();
    for (const txId of [pending, mined, newTxId()]) await announce(txId, alice);
    expect(await etag()).toBe(before);
    await announcer.announcePending(alice);
    expect(await etag()).not.toBe(before);
  });

  it("shows a PENDING profile without a name until a block confirms the registration", async () => {
    const txId = newTxId();
    const values = [
      Cl.bufferFromUtf8("btc"),
      Cl.bufferFromUtf8("dan"),
      Cl.some(Cl.stringUtf8("Hello \u0000 there")),
      Cl.stringAscii("ipfs://bafkreiimage0000000"),
    ].map((value) => serializeCV(value));
    const profile = () => fixture.api("getProfile", { query: { principal: dan.address } });
    await announce(txId, dan);
    await expect(profile()).rejects.toMatchObject({ status: 404 });
    const registration = nodeCall(dan.address, "register-profile", "pending", values);
    fixture.node.transactions.set(txId, registration);
    await announce(txId, dan);
    expect(await profile()).toMatchObject({
      status: "PENDING",
      bns_name: "",
      bns: "",
      statement: null,
      profileImageUrl: "",
    });
    await fixture.mine(register(dan));
    expect(await profile()).toMatchObject({ status: "CONFIRMED", bns_name: "dan", bns: "btc" });
  });

  it("shows no profile for a registration that was dropped", async () => {
    const txId = newTxId();
    const grace = { ...dan, address: "ST2REHHS5J3CERCRBEPMGH7921Q6PYKAADT7JP2VB" };
    const dropped = nodeCall(grace.address, "register-profile", "dropped_replace_across_fork");
    fixture.node.transactions.set(txId, dropped);
    expect(await announce(txId, grace)).toEqual({ seen: true });
    await expect(
      fixture.api("getProfile", { query: { principal: grace.address } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
