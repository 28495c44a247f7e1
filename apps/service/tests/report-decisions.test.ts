import { Cl, serializeCV } from "@stacks/transactions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import { suspend } from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { nodeCall } from "./support/node.ts";
import { alice, bob, carol, dan, owner, type Person, watcher } from "./support/people.ts";
import { openReportDesk, type ReportDesk, upload } from "./support/report-desk.ts";
import { applicationOf, newTxId } from "./support/review.ts";

describe.each(databases)("Reports that a watcher decides on, on %s", (_, openDatabase) => {
  let desk: ReportDesk;

  beforeAll(async () => {
    desk = await openReportDesk(await openDatabase());
  });

  afterAll(() => desk.fixture.close());

  it("are decided once, and it is kept who decided what and when", async () => {
    const { id } = await desk.reportAnew({ kind: "organization", id: 1 });
    const before = Date.now();
    expect(await desk.decide(id, { decision: "dismiss" })).toMatchObject({
      status: "decided",
      decision: { decision: "dismiss", columnWatcher: { address: watcher.address } },
    });
    const decided = (await desk.queue("true")).find((item) => item.id === id);
    expect(Date.parse(decided?.decision?.date ?? "")).toBeGreaterThanOrEqual(before - 1);
    expect(await desk.queue()).not.toContainEqual(expect.objectContaining({ id }));
    await expect(desk.decide(id, { decision: "dismiss" })).rejects.toMatchObject({
      status: 409,
      code: "conflict_error",
    });
    await expect(desk.decide(9999, { decision: "dismiss" })).rejects.toMatchObject({ status: 404 });
  });

  it("are suspending until the chain has the suspension, and open again if it fails", async () => {
    const { id } = await desk.reportAnew({ kind: "profile", principal: bob.address });
    const failing = newTxId();
    expect(await desk.decide(id, { decision: "suspend", txId: failing })).toMatchObject({
      status: "suspending",
      decision: { decision: "suspend", txId: failing },
    });
    desk.fixture.node.transactions.set(
      failing,
      nodeCall(watcher.address, "watcher-remove-profile", "dropped_expensive"),
    );
    await desk.fixture.service.askNode();
    expect(await desk.read(id)).toMatchObject({ status: "open" });

    const parent = desk.fixture.tip;
    const block = await desk.fixture.mine(suspend(bob));
    const txId = block.txIds[0] ?? "";
    expect(await desk.decide(id, { decision: "suspend", txId })).toMatchObject({
      status: "decided",
      columnResponsible: [{ address: bob.address, suspended: true }],
    });
    expect((await desk.queue("true")).map((item) => item.id)).toContain(id);
    desk.fixture.tip = parent;
    await desk.fixture.mine();
    expect((await desk.queue()).map((item) => item.id)).toContain(id);
  });

  it("stay open when the suspension turns out to be somebody else's", async () => {
    const { id } = await desk.reportAnew({ kind: "profile", principal: alice.address });
    const parent = desk.fixture.tip;
    const { txIds } = await desk.fixture.mine(suspend(dan));
    const txId = txIds[0] ?? "";
    // The node does not know the call's argument.
    desk.fixture.node.transactions.set(
      txId,
      nodeCall(watcher.address, "watcher-remove-profile", "success"),
    );
    expect(await desk.decide(id, { decision: "suspend", txId })).toMatchObject({ status: "open" });
    expect((await desk.queue()).map((item) => item.id)).toContain(id);
    desk.fixture.tip = parent;
    await desk.fixture.mine();
  });

  it("refuse a suspension of somebody else, or a transaction of somebody else", async () => {
    const { id } = await desk.reportAnew({ kind: "profile", principal: carol.address });
    const argument = (who: Person) => [serializeCV(Cl.principal(who.address))];
    const call = (sender: Person, name: string, who: Person) =>
      nodeCall(sender.address, name, "pending", argument(who));
    for (const [transaction, status] of [
      [call(watcher, "watcher-remove-profile", alice), 409],
      [call(watcher, "watcher-restore-profile", carol), 409],
      [call(bob, "watcher-remove-profile", carol), 403],
    ] as const) {
      const txId = newTxId();
      desk.fixture.node.transactions.set(txId, transaction);
      await expect(desk.decide(id, { decision: "suspend", txId })).rejects.toMatchObject({
        status,
      });
    }
    expect(await desk.read(id)).toMatchObject({ status: "open" });
  });

  it("stay open when the watcher is removed while the node is asked", async () => {
    const { id } = await desk.reportAnew({ kind: "endorsement", id: 1 });
    const txId = newTxId();
    const { fixture } = desk;
    const parent = fixture.tip;
    fixture.node.beforeAnswer = async (path) => {
      if (!path.endsWith(txId)) return;
      const removed = { watcher: watcher.address, by: owner.address };
      await fixture.mine(printing(owner, { topic: "remove-watcher", ...removed }));
    };
    await expect(desk.decide(id, { decision: "suspend", txId })).rejects.toMatchObject({
      status: 403,
    });
    fixture.node.beforeAnswer = () => Promise.resolve();
    fixture.tip = parent;
    await fixture.mine();
    expect(await desk.read(id)).toMatchObject({ status: "open", decision: null });
  });

  it("are refused, as other writes are, while somebody is suspended, except to unfollow", async () => {
    const body = { userPrincipal: bob.address, profilePrincipal: alice.address };
    await desk.asBob.api("follow", { body });
    await desk.fixture.mine(suspend(bob));
    const refused = { status: 403, code: "forbidden" };
    await expect(desk.asBob.api("follow", { body })).rejects.toMatchObject(refused);
    await expect(upload(desk.asBob, "#123456")).rejects.toMatchObject(refused);
    await expect(
      desk.asBob.api("applyForOrganization", { body: applicationOf(bob) }),
    ).rejects.toMatchObject(refused);
    await expect(
      desk.report({ kind: "organization", id: 1 }, "A lie", desk.asBob),
    ).rejects.toMatchObject(refused);
    expect((await desk.asBob.api("unfollow", { body })).data.following).toEqual([]);
    await desk.fixture.mine(suspend(bob, { restored: true }));
    await upload(desk.asBob, "#123456");
  });
});
