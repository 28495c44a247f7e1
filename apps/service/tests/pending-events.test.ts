import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { times } from "@colonnade/domain/limits.ts";
import { Cl, serializeCV } from "@stacks/transactions";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { mineBlock, protocolContract } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import {
  browser,
  clientsOf,
  type Fixture,
  register,
  registerThree,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { type NodeTransaction, nodeCall } from "./support/node.ts";
import { alice, bob, dan, type Person } from "./support/people.ts";

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

describe.each(databases)("Announced transactions on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let serial = 0;
  let as: (person: Person) => Promise<Client>;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    as = clientsOf(fixture.service);
    await registerThree(fixture);
  });

  afterAll(() => fixture.close());
  afterEach(() => {
    vi.useRealTimers();
    fixture.node.isDown = false;
  });

  const txId = () => {
    serial += 1;
    return `0x${serial.toString(16).padStart(64, "a")}`;
  };
  type Announced = "EDIT_ENDORSEMENT" | "REGISTER_PROFILE";
  const bodyOf = (txId: string, { address }: Person, event: Announced) => ({
    body: { txId, senderPrincipal: address, event, metaData: {} },
  });
  const announce = async (id: string, person: Person, event: Announced) =>
    (await as(person))("announceTransaction", bodyOf(id, person, event));
  const announceAsVisitor = (id: string, person: Person, event: Announced) =>
    createClient({ origin: fixture.service.origin, fetch: browser(fixture.service) })(
      "announceTransaction",
      bodyOf(id, person, event),
    );
  const eventsOf = async (person: Person, id: string) =>
    (await fixture.api("getEvents", { query: { principal: person.address } })).filter(
      (event) => event.txId === id,
    );

  it("are shown as PENDING once the node has them", async () => {
    const id = txId();
    const hex = serializeCV(Cl.uint(7));
    fixture.node.transactions.set(
      id,
      nodeCall(alice.address, "edit-endorsement", "pending", [hex]),
    );
    expect(await announce(id, alice, "EDIT_ENDORSEMENT")).toEqual({ accepted: true });
    expect(await eventsOf(alice, id)).toMatchObject([
      {
        event: "EDIT_ENDORSEMENT",
        status: "PENDING",
        metaData: { endorsementId: 7 },
        reason: null,
      },
    ]);
  });

  it("are what the transaction calls, whatever the client says", async () => {
    const id = txId();
    fixture.node.transactions.set(id, nodeCall(alice.address, "remove-profile"));
    await announce(id, alice, "EDIT_ENDORSEMENT");
    expect(await eventsOf(alice, id)).toMatchObject([{ event: "REMOVE_PROFILE" }]);
  });

  it("are read of a call no further than one of Colonnade's may go", async () => {
    const [first, long] = [txId(), txId()];
    const call = (args: string[]) =>
      nodeCall(alice.address, "approve-endorsement", "pending", args);
    fixture.node.transactions.set(first, call([`0x01${"7".padStart(32, "0")}`, "no value"]));
    fixture.node.transactions.set(long, call(["no value".repeat(1_000)]));
    for (const id of [first, long]) await announce(id, alice, "EDIT_ENDORSEMENT");
    expect(await eventsOf(alice, first)).toMatchObject([{ metaData: { endorsementId: 7 } }]);
    expect(await eventsOf(alice, long)).toMatchObject([{ metaData: {} }]);
  });

  it("are refused when another sent the transaction", async () => {
    const id = txId();
    fixture.node.transactions.set(id, nodeCall(bob.address, "edit-endorsement"));
    await expect(announce(id, alice, "EDIT_ENDORSEMENT")).rejects.toMatchObject({ status: 403 });
    expect(await eventsOf(alice, id)).toEqual([]);
  });

  it("are refused when the transaction does not call Colonnade", async () => {
    const id = txId();
    const { contract_call: _, ...transfer } = nodeCall(alice.address, "");
    fixture.node.transactions.set(id, transfer);
    await expect(announce(id, alice, "EDIT_ENDORSEMENT")).rejects.toMatchObject({ status: 403 });
  });

  it("are refused when the transaction calls another contract, even one of the same name", async () => {
    const id = txId();
    fixture.node.transactions.set(id, callElsewhere);
    await expect(announce(id, alice, "EDIT_ENDORSEMENT")).rejects.toMatchObject({ status: 403 });
    await fixture.service.askNode();
    expect(await eventsOf(alice, id)).toEqual([]);
  });

  it("are forgotten when they turn out to call another contract", async () => {
    const id = txId();
    await announce(id, alice, "EDIT_ENDORSEMENT");
    fixture.node.transactions.set(id, callElsewhere);
    await fixture.service.askNode();
    expect(await eventsOf(alice, id)).toEqual([]);
    fixture.node.asked.length = 0;
    await fixture.service.askNode();
    expect(fixture.node.asked).not.toContain(`/extended/v1/tx/${id}`);
  });

  it("are asked after at once for so many visitors a minute, and for others with the next rounds", async () => {
    const asksFor = async (id: string) => {
      fixture.node.asked.length = 0;
      await announceAsVisitor(id, alice, "EDIT_ENDORSEMENT");
      return fixture.node.asked.length > 0;
    };
    const first = txId();
    fixture.node.transactions.set(first, nodeCall(alice.address, "edit-endorsement"));
    expect(await asksFor(first)).toBe(true);
    expect(await eventsOf(alice, first)).toMatchObject([{ status: "PENDING" }]);
    let asked = 1;
    while (await asksFor(txId())) asked += 1;
    expect(asked).toBeLessThanOrEqual(30);

    const late = txId();
    fixture.node.transactions.set(late, nodeCall(alice.address, "edit-endorsement"));
    expect(await asksFor(late)).toBe(false);
    expect(await eventsOf(alice, late)).toEqual([]);
    await expect
      .poll(async () => {
        await fixture.service.askNode();
        return eventsOf(alice, late);
      })
      .toMatchObject([{ status: "PENDING" }]);
  });

  it("wait unseen until the node has them", async () => {
    const id = txId();
    await announce(id, alice, "EDIT_ENDORSEMENT");
    expect(await eventsOf(alice, id)).toEqual([]);
    fixture.node.transactions.set(id, nodeCall(alice.address, "edit-endorsement"));
    await fixture.service.askNode();
    expect(await eventsOf(alice, id)).toMatchObject([{ status: "PENDING" }]);
  });

  it("are taken while the node does not answer", async () => {
    const id = txId();
    fixture.node.isDown = true;
    await announce(id, alice, "EDIT_ENDORSEMENT");
    fixture.node.isDown = false;
    fixture.node.transactions.set(id, nodeCall(alice.address, "edit-endorsement"));
    await fixture.service.askNode();
    expect(await eventsOf(alice, id)).toMatchObject([{ status: "PENDING" }]);
  });

  it("do not wait for one that the node cannot tell of, which is given up after a day", async () => {
    const odd = [txId(), txId()];
    const id = txId();
    for (const each of odd) {
      fixture.node.transactions.set(each, nodeCall(bob.address, "edit-endorsement", "Odd!"));
    }
    await announce(odd[0] ?? "", bob, "EDIT_ENDORSEMENT");
    await announce(id, alice, "EDIT_ENDORSEMENT");
    await announce(odd[1] ?? "", bob, "EDIT_ENDORSEMENT");
    fixture.node.transactions.set(id, nodeCall(alice.address, "edit-endorsement"));
    // Each of them ends a round.
    for (const _ of odd) await fixture.service.askNode();
    expect(await eventsOf(alice, id)).toMatchObject([{ status: "PENDING" }]);
    const kept = () =>
      fixture.database.kysely
        .selectFrom("pending_events")
        .where("tx_id", "in", odd)
        .select("tx_id")
        .execute();
    expect(await kept()).toHaveLength(2);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 60 * 60_000 });
    for (const _ of odd) await fixture.service.askNode();
    expect(await kept()).toEqual([]);
  });

  it("are asked after although the node lacks a block that is needed", async () => {
    const id = txId();
    fixture.node.transactions.set(id, nodeCall(alice.address, "edit-endorsement"));
    await announce(id, alice, "EDIT_ENDORSEMENT");
    const { tip } = fixture.node;
    const missing = await mineBlock(tip, []);
    const block = await mineBlock(missing, []);
    fixture.node.add(block);
    fixture.node.tip = block;
    fixture.node.transactions.set(id, nodeCall(alice.address, "edit-endorsement", "dropped_a"));
    await expect(fixture.service.askNode()).rejects.toThrow("The node does not have");
    expect(await eventsOf(alice, id)).toMatchObject([{ status: "FAILED" }]);
    fixture.node.tip = tip;
  });

  it("leave no trace when somebody claimed another's transaction before it was seen", async () => {
    const id = txId();
    await announce(id, bob, "EDIT_ENDORSEMENT");
    await announce(id, alice, "EDIT_ENDORSEMENT");
    fixture.node.transactions.set(id, nodeCall(alice.address, "edit-endorsement"));
    await fixture.service.askNode();
    expect(await eventsOf(bob, id)).toEqual([]);
    expect(await eventsOf(alice, id)).toMatchObject([{ status: "PENDING" }]);
  });

  it("expire when no node ever sees them", async () => {
    const id = txId();
    await announce(id, alice, "EDIT_ENDORSEMENT");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + times.pendingEvent });
    await fixture.service.askNode();
    fixture.node.transactions.set(id, nodeCall(alice.address, "edit-endorsement"));
    await fixture.service.askNode();
    expect(await eventsOf(alice, id)).toEqual([]);
  });

  it.each(["dropped_replace_by_fee", "dropped_stale_garbage_collect"])(
    "fail when the mempool says %s",
    async (status) => {
      const id = txId();
      fixture.node.transactions.set(id, nodeCall(alice.address, "edit-endorsement"));
      await announce(id, alice, "EDIT_ENDORSEMENT");
      fixture.node.transactions.set(id, nodeCall(alice.address, "edit-endorsement", status));
      await fixture.service.askNode();
      expect(await eventsOf(alice, id)).toMatchObject([{ status: "FAILED", reason: status }]);
    },
  );

  it("end as SUCCESS with their block, and are PENDING again when a fork undoes it", async () => {
    const parent = fixture.tip;
    const block = await fixture.mine(submit(1, alice, bob));
    const id = block.txIds[0] ?? "";
    fixture.node.transactions.set(id, nodeCall(alice.address, "submit-endorsement"));
    await announce(id, alice, "EDIT_ENDORSEMENT");
    expect(await eventsOf(alice, id)).toMatchObject([
      { event: "SUBMIT_ENDORSEMENT", status: "SUCCESS", metaData: { endorsementId: 1 } },
    ]);
    expect(await eventsOf(bob, id)).toHaveLength(1);
    fixture.tip = parent;
    await fixture.mine();
    expect(await eventsOf(alice, id)).toMatchObject([{ status: "PENDING" }]);
    expect(await eventsOf(bob, id)).toEqual([]);
  });

  it.each(["abort_by_response", "abort_by_post_condition"] as const)(
    "end as FAILED when the chain says %s",
    async (status) => {
      const block = await fixture.mine({
        sender: alice,
        functionName: "approve-endorsement",
        status,
      });
      expect(await eventsOf(alice, block.txIds[0] ?? "")).toMatchObject([
        { event: "APPROVE_ENDORSEMENT", status: "FAILED", reason: status },
      ]);
    },
  );

  it("say by which error the contract refused them, on whichever branch", async () => {
    const parent = fixture.tip;
    const refused = { sender: alice, functionName: "burn-endorsement" } as const;
    const status = "abort_by_response";
    const block = await fixture.mine({ ...refused, status, errorCode: 1307 });
    const id = block.txIds[0] ?? "";
    const code = async () => (await eventsOf(alice, id)).map(({ errorCode }) => errorCode);
    expect(await code()).toEqual([1307]);
    fixture.tip = parent;
    await fixture.mine({ ...refused, txId: id, status, errorCode: 1300 });
    expect(await code()).toEqual([1300]);
    fixture.tip = parent;
    await fixture.mine({ ...refused, txId: id, status: "abort_by_post_condition" });
    expect(await code()).toEqual([undefined]);
    fixture.tip = block;
    await fixture.mine();
    expect(await code()).toEqual([1307]);
  });

  it("show a PENDING profile for a registration, which says nothing until its block confirms it", async () => {
    const id = txId();
    const values = [
      Cl.bufferFromUtf8("btc"),
      Cl.bufferFromUtf8("dan"),
      Cl.some(Cl.stringUtf8("Hello \u0000 there")),
      Cl.stringAscii("ipfs://bafkreiimage0000000"),
    ].map((value) => serializeCV(value));
    const profile = () => fixture.api("getProfile", { query: { principal: dan.address } });
    await announce(id, dan, "REGISTER_PROFILE");
    await expect(profile()).rejects.toMatchObject({ status: 404 });
    fixture.node.transactions.set(id, nodeCall(dan.address, "register-profile", "pending", values));
    await fixture.service.askNode();
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

  it("show no profile for a registration that was dropped", async () => {
    const id = txId();
    const grace = { ...dan, address: "ST2REHHS5J3CERCRBEPMGH7921Q6PYKAADT7JP2VB" };
    fixture.node.transactions.set(
      id,
      nodeCall(grace.address, "register-profile", "dropped_replace_across_fork"),
    );
    await announceAsVisitor(id, grace, "REGISTER_PROFILE");
    await fixture.service.askNode();
    await expect(
      fixture.api("getProfile", { query: { principal: grace.address } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
