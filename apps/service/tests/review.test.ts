import { createClient } from "@colonnade/domain/http/client.ts";
import { times } from "@colonnade/domain/limits.ts";
import { applicationStatuses } from "@colonnade/domain/organization-application.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { mineBlock, type TestBlock } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import {
  browser,
  type Fixture,
  post,
  registerThree,
  signIn,
  startFixture,
} from "./support/fixture.ts";
import { nodeCall } from "./support/node.ts";
import { alice, bob, carol, owner, type Person, watcher } from "./support/people.ts";
import {
  admissionReport,
  admitAs,
  applicationOf,
  declineAs,
  insertApplication,
  newestOrganization,
  newOrganization,
  newTxId,
  refusedOrganization,
} from "./support/review.ts";

type ApplicationStatus = (typeof applicationStatuses)[number];
type SignedIn = Awaited<ReturnType<typeof signIn>>;

describe.each(databases)("Reviewing applications on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let asAlice: SignedIn;
  let asWatcher: SignedIn;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
    await fixture.mine({
      sender: owner,
      functionName: "add-watcher",
      events: [{ topic: "add-watcher", watcher: watcher.address, by: owner.address }],
    });
    asAlice = await signIn(fixture.service, alice);
    asWatcher = await signIn(fixture.service, watcher);
  });

  afterAll(() => fixture.close());
  afterEach(async () => {
    vi.useRealTimers();
    await fixture.database.kysely.deleteFrom("application_decisions").execute();
    await fixture.database.kysely.deleteFrom("applications").execute();
    await fixture.database.kysely.deleteFrom("pending_events").execute();
  });

  const apply = (person: Person, bnsName = `${person.name}.btc`) =>
    insertApplication(fixture, person, { bnsName });
  const decline = (id: number, reason: string, as = asWatcher) => declineAs(as.api, id, reason);
  const admit = (id: number, txId: string, as = asWatcher) => admitAs(as.api, id, txId);
  /** Reads an application of alice's. Expects it in the lists that fit its status, and in no other. */
  const readOwn = async (id: number) => {
    const page = await asAlice.api("pageApplications", { query: { applicant: alice.address } });
    const application = page.items.find((item) => item.id === id);
    const isDecided = application?.status === "accepted" || application?.status === "declined";
    const isListed = async (query: { status: ApplicationStatus } | { decided: "true" | "false" }) =>
      (await asWatcher.api("pageApplications", { query })).items.some((item) => item.id === id);
    for (const status of applicationStatuses) {
      expect([status, await isListed({ status })]).toEqual([
        status,
        status === application?.status,
      ]);
    }
    expect(await isListed({ decided: "true" })).toBe(isDecided);
    expect(await isListed({ decided: "false" })).toBe(!isDecided);
    return application;
  };

  /** Continues the chain from an earlier block. */
  async function follow(block: TestBlock): Promise<void> {
    fixture.tip = block;
    await fixture.mine();
  }

  it("keeps an application waiting, as its applicant wrote it", async () => {
    await asAlice.api("applyForOrganization", { body: applicationOf(alice) });
    const { items, next } = await asAlice.api("pageApplications", {
      query: { applicant: alice.address },
    });
    expect(next).toBeNull();
    expect(items).toMatchObject([
      {
        ...applicationOf(alice),
        status: "waiting",
        decidedBy: null,
        decidedAt: null,
        reason: null,
        txId: null,
        organizationId: null,
      },
    ]);
  });

  it("shows the queue to watchers, and to everybody else only their own", async () => {
    await apply(alice);
    await apply(bob);
    const page = await asWatcher.api("pageApplications", { query: {} });
    expect(page.items.map(({ address }) => address)).toEqual([bob.address, alice.address]);
    await expect(asAlice.api("pageApplications", { query: {} })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    await expect(
      asAlice.api("pageApplications", { query: { applicant: bob.address } }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(fixture.api("pageApplications", { query: {} })).rejects.toMatchObject({
      status: 401,
      code: "no_session_data",
    });
    expect(await asWatcher.api("getSession")).toMatchObject({ watcher: true });
    expect(await asAlice.api("getSession")).toMatchObject({ watcher: false });
  });

  it("pages the queue, newest first, and filters it by status", async () => {
    const ids: number[] = [];
    for (const person of [alice, bob, carol, alice, bob]) ids.unshift(await apply(person));
    await decline(ids[1] ?? 0, "Not yet");
    const seen: number[] = [];
    let before: string | undefined;
    do {
      const query = before === undefined ? { limit: 2 } : { limit: 2, before };
      const page = await asWatcher.api("pageApplications", { query });
      seen.push(...page.items.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual(ids);
    const declined = await asWatcher.api("pageApplications", { query: { status: "declined" } });
    expect(declined.items.map(({ id }) => id)).toEqual([ids[1]]);
    const waiting = await asWatcher.api("pageApplications", {
      query: { status: "waiting", limit: 4 },
    });
    expect(waiting).toMatchObject({ items: [{}, {}, {}, {}], next: null });
    const idsOf = async (decided: "true" | "false") =>
      (await asWatcher.api("pageApplications", { query: { decided } })).items.map(({ id }) => id);
    expect(await idsOf("true")).toEqual([ids[1]]);
    expect(await idsOf("false")).toEqual(ids.filter((id) => id !== ids[1]));
  });

  it("shows the people of an application by their current names", async () => {
    const id = await apply(alice);
    expect(await readOwn(id)).toMatchObject({
      columnApplicant: { address: alice.address, bns_name: "alice" },
      columnAdmins: [{ address: alice.address, bns_name: "alice" }],
      columnDecider: null,
    });
    expect(await decline(id, "No")).toMatchObject({
      columnDecider: { address: watcher.address, bns_name: "" },
    });
  });

  it("answers whether somebody is a watcher", async () => {
    const isWatcher = async ({ address }: Person) =>
      (await fixture.api("getWatcher", { query: { principal: address } })).watcher;
    expect(await isWatcher(watcher)).toBe(true);
    expect(await isWatcher(alice)).toBe(false);
  });

  it("shows the applicant why it was declined, and refuses a second decision", async () => {
    const id = await apply(alice);
    expect(await decline(id, "No logo \u0000 \u202E 😀")).toMatchObject({ status: "declined" });
    expect(await readOwn(id)).toMatchObject({
      status: "declined",
      reason: "No logo \u0000 \u202E 😀",
      decidedBy: watcher.address,
      txId: null,
    });
    await expect(decline(id, "Again")).rejects.toMatchObject({
      status: 409,
      code: "conflict_error",
    });
    await expect(admit(id, newTxId())).rejects.toMatchObject({ code: "conflict_error" });
  });

  it("accepts one of two simultaneous decisions", async () => {
    const id = await apply(alice);
    const made = await Promise.allSettled([decline(id, "One"), decline(id, "Other")]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const rows = await fixture.database.kysely
      .selectFrom("application_decisions")
      .selectAll()
      .execute();
    expect(rows).toHaveLength(1);
  });

  it("refuses a decision by anybody who is not a watcher, or no longer one", async () => {
    const id = await apply(bob);
    await expect(decline(id, "No", asAlice)).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const visitor = createClient({
      origin: fixture.service.origin,
      fetch: browser(fixture.service),
    });
    await expect(
      visitor("decideApplication", { params: { id }, body: { decision: "decline", reason: "No" } }),
    ).rejects.toMatchObject({ status: 401 });
    const parent = fixture.tip;
    await fixture.mine({
      sender: owner,
      functionName: "remove-watcher",
      events: [{ topic: "remove-watcher", watcher: watcher.address, by: owner.address }],
    });
    await expect(decline(id, "No")).rejects.toMatchObject({ status: 403 });
    fixture.tip = parent;
    await fixture.mine();
    expect(await decline(id, "No")).toMatchObject({ status: "declined" });
  });

  it("refuses a decision by a watcher who is removed while the node is asked", async () => {
    const id = await apply(bob);
    const txId = newTxId();
    const parent = fixture.tip;
    fixture.node.beforeAnswer = async (path) => {
      if (!path.endsWith(txId)) return;
      await fixture.mine({
        sender: owner,
        functionName: "remove-watcher",
        events: [{ topic: "remove-watcher", watcher: watcher.address, by: owner.address }],
      });
    };
    await expect(admit(id, txId)).rejects.toMatchObject({ status: 403, code: "forbidden" });
    fixture.node.beforeAnswer = () => Promise.resolve();
    for (const table of ["application_decisions", "pending_events"] as const) {
      expect(await fixture.database.kysely.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    fixture.tip = parent;
    await fixture.mine();
    expect(await decline(id, "No")).toMatchObject({ status: "declined" });
  });

  it("answers 404 to a decision on an application that does not exist", async () => {
    await expect(decline(999_999, "No")).rejects.toMatchObject({
      status: 404,
      code: "does_not_exist",
    });
  });

  it("is admitting until a block has its transaction, and accepted then", async () => {
    const id = await apply(alice);
    const parent = fixture.tip;
    const block = await fixture.mine(newOrganization(alice));
    const txId = block.txIds[0] ?? "";
    fixture.tip = parent;
    await fixture.mine();
    fixture.node.transactions.set(txId, admissionReport(alice));
    expect(await admit(id, txId)).toMatchObject({
      status: "admitting",
      txId,
      decidedBy: watcher.address,
      organizationId: null,
    });
    expect(await admit(id, txId)).toMatchObject({ status: "admitting", txId });
    await expect(admit(id, newTxId())).rejects.toMatchObject({ code: "conflict_error" });
    await expect(decline(id, "No")).rejects.toMatchObject({ code: "conflict_error" });
    await follow(block);
    expect(await readOwn(id)).toMatchObject({
      status: "accepted",
      txId,
      organizationId: newestOrganization(),
    });
    await expect(decline(id, "No")).rejects.toMatchObject({ code: "conflict_error" });
  });

  it("accepts an admission that is mined already, or that the node has not seen yet", async () => {
    const first = await apply(alice);
    const block = await fixture.mine(newOrganization(alice));
    const txId = block.txIds[0] ?? "";
    fixture.node.transactions.set(txId, admissionReport(alice, "success"));
    expect(await admit(first, txId)).toMatchObject({ status: "accepted" });
    const second = await apply(alice);
    expect(await admit(second, newTxId())).toMatchObject({ status: "admitting" });
  });

  it("is admitting again when a fork undoes the block, and waiting when the node drops it", async () => {
    const id = await apply(alice);
    const parent = fixture.tip;
    const block = await fixture.mine(newOrganization(alice));
    const txId = block.txIds[0] ?? "";
    fixture.node.transactions.set(txId, admissionReport(alice));
    await admit(id, txId);
    expect(await readOwn(id)).toMatchObject({ status: "accepted" });
    fixture.tip = parent;
    await fixture.mine();
    expect(await readOwn(id)).toMatchObject({ status: "admitting", organizationId: null });
    fixture.node.transactions.set(txId, admissionReport(alice, "dropped_replace_across_fork"));
    await fixture.service.askNode();
    expect(await readOwn(id)).toMatchObject({ status: "waiting", organizationId: null });
    expect(await decline(id, "Not any more")).toMatchObject({ status: "declined" });
    await follow(block);
    expect(await readOwn(id)).toMatchObject({
      status: "accepted",
      organizationId: newestOrganization(),
    });
  });

  it.each(["abort_by_response", "abort_by_post_condition"] as const)(
    "is waiting for another decision when the chain says %s",
    async (status) => {
      const id = await apply(alice);
      const parent = fixture.tip;
      const block = await fixture.mine(refusedOrganization(alice, status));
      const txId = block.txIds[0] ?? "";
      fixture.tip = parent;
      await fixture.mine();
      await admit(id, txId);
      await follow(block);
      expect(await readOwn(id)).toMatchObject({ status: "waiting", txId });
      fixture.node.transactions.set(txId, admissionReport(alice, status));
      await expect(admit(id, txId)).rejects.toMatchObject({ code: "precondition_failed_error" });
      expect(await decline(id, "The name is taken")).toMatchObject({ status: "declined" });
      const kept = await fixture.database.kysely
        .selectFrom("application_decisions")
        .where("application_id", "=", id)
        .orderBy("id")
        .select(["watcher", "tx_id", "reason"])
        .execute();
      expect(kept).toEqual([
        { watcher: watcher.address, tx_id: txId, reason: null },
        { watcher: watcher.address, tx_id: null, reason: '"The name is taken"' },
      ]);
    },
  );

  it.each(["dropped_replace_by_fee", "dropped_stale_garbage_collect"])(
    "is waiting again when the mempool says %s",
    async (status) => {
      const id = await apply(alice);
      const txId = newTxId();
      fixture.node.transactions.set(txId, admissionReport(alice));
      await admit(id, txId);
      fixture.node.transactions.set(txId, admissionReport(alice, status));
      await fixture.service.askNode();
      expect(await readOwn(id)).toMatchObject({ status: "waiting" });
    },
  );

  it("is admitting when a fork leaves out the block of a transaction that was dropped before", async () => {
    const id = await apply(alice);
    const parent = fixture.tip;
    const block = await mineBlock(parent, [newOrganization(alice)]);
    const txId = block.txIds[0] ?? "";
    fixture.node.transactions.set(txId, admissionReport(alice));
    await admit(id, txId);
    fixture.node.transactions.set(txId, admissionReport(alice, "dropped_stale_garbage_collect"));
    await fixture.service.askNode();
    expect(await readOwn(id)).toMatchObject({ status: "waiting" });
    await post(fixture.service, block.payload);
    expect(await readOwn(id)).toMatchObject({ status: "accepted" });
    fixture.tip = parent;
    await fixture.mine();
    expect(await readOwn(id)).toMatchObject({ status: "admitting", txId });
  });

  it("is waiting again an hour after a transaction that the node never saw", async () => {
    const id = await apply(alice);
    await admit(id, newTxId());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + times.pendingEvent });
    await fixture.service.askNode();
    expect(await readOwn(id)).toMatchObject({ status: "waiting" });
  });

  it("refuses a transaction that cannot admit the applicant", async () => {
    const id = await apply(alice);
    const answers: [string, ReturnType<typeof nodeCall>, number][] = [
      ["somebody else's", admissionReport(alice, "pending", bob), 403],
      ["another call", nodeCall(watcher.address, "watcher-remove-profile"), 409],
      ["another admin", admissionReport(bob), 409],
      ["failed", admissionReport(alice, "abort_by_response"), 409],
      ["dropped", admissionReport(alice, "dropped_too_expensive"), 409],
    ];
    for (const [name, transaction, status] of answers) {
      const txId = newTxId();
      fixture.node.transactions.set(txId, transaction);
      const error: unknown = await admit(id, txId).catch((reason: unknown) => reason);
      expect([name, error]).toEqual([name, expect.objectContaining({ status })]);
    }
    expect(await readOwn(id)).toMatchObject({ status: "waiting" });
  });

  it("is not accepted by a transaction that has another admin or sender in its block", async () => {
    const first = await apply(alice);
    const parent = fixture.tip;
    const forBob = await fixture.mine(newOrganization(bob));
    fixture.tip = parent;
    await fixture.mine();
    await admit(first, forBob.txIds[0] ?? "");
    await follow(forBob);
    expect(await readOwn(first)).toMatchObject({ status: "waiting", organizationId: null });

    const second = await apply(alice);
    const before = fixture.tip;
    const byBob = await fixture.mine(newOrganization(alice, bob));
    fixture.tip = before;
    await fixture.mine();
    await admit(second, byBob.txIds[0] ?? "");
    await follow(byBob);
    expect(await readOwn(second)).toMatchObject({ status: "waiting", organizationId: null });
  });

  it("lets a transaction admit only one application", async () => {
    const first = await apply(alice);
    const second = await apply(alice);
    const block = await fixture.mine(newOrganization(alice));
    const txId = block.txIds[0] ?? "";
    expect(await admit(first, txId)).toMatchObject({ status: "accepted" });
    await expect(admit(second, txId)).rejects.toMatchObject({ code: "conflict_error" });
    expect(await readOwn(second)).toMatchObject({ status: "waiting" });
  });
});
