import { createClient } from "@colonnade/domain/http/client.ts";
import { times } from "@colonnade/domain/limits.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Action } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import { browser, type Fixture, registerThree, signIn, startFixture } from "./support/fixture.ts";
import { alice, bob, carol, owner, type Person, watcher } from "./support/people.ts";
import {
  admissionReport,
  admitAs,
  applicationOf,
  declineAs,
  insertApplication,
  newTxId,
  refusedOrganization,
} from "./support/review.ts";
import { openStreamClient, type StreamClient } from "./support/stream-client.ts";

const watch = (person: Person): Action => ({
  sender: owner,
  functionName: "add-watcher",
  events: [{ topic: "add-watcher", watcher: person.address, by: owner.address }],
});

describe.each(databases)("The stream during a review on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let stream: StreamClient;
  let asAlice: Awaited<ReturnType<typeof signIn>>;
  let asWatcher: Awaited<ReturnType<typeof signIn>>;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
    stream = await openStreamClient(fixture.service.origin);
    await fixture.mine(watch(watcher), watch(carol));
    // Else a slow machine hears of these blocks during the first test.
    await vi.waitFor(() => expect(namedFrom(0)).toContain(watcher.address), { timeout: 60_000 });
    asAlice = await signIn(fixture.service, alice);
    asWatcher = await signIn(fixture.service, watcher);
  });

  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await stream.close();
    await fixture.close();
  });

  /** The principals that the stream has named since an event. */
  const namedFrom = (event: number) =>
    stream.events.slice(event).flatMap((each) => (each.type === "change" ? each.principals : []));

  /** Makes a change, and waits until the stream, which anybody may read, names both watchers and not the applicant. */
  async function expectNotified(applicant: Person, change: () => Promise<unknown>): Promise<void> {
    const before = stream.events.length;
    await change();
    await expect
      .poll(() => stream.events.slice(before))
      .toContainEqual(
        expect.objectContaining({
          type: "change",
          principals: expect.arrayContaining([watcher.address, carol.address]),
        }),
      );
    expect(namedFrom(before)).not.toContain(applicant.address);
  }

  async function admitting(): Promise<{ id: number; txId: string }> {
    const id = await insertApplication(fixture, bob);
    const txId = newTxId();
    fixture.node.transactions.set(txId, admissionReport(bob));
    await expectNotified(bob, () => admitAs(asWatcher.api, id, txId));
    return { id, txId };
  }

  it("names the watchers, and not the applicant, when somebody applies", async () => {
    await expectNotified(alice, () =>
      asAlice.api("applyForOrganization", { body: applicationOf(alice) }),
    );
  });

  it("names the watchers, and not the applicant, when a watcher decides", async () => {
    const id = await insertApplication(fixture, bob);
    await expectNotified(bob, () => declineAs(asWatcher.api, id, "Not yet"));
  });

  it.each(["dropped_replace_by_fee", "dropped_too_expensive"])(
    "names them when the node reports an admission's transaction as %s",
    async (status) => {
      const { txId } = await admitting();
      fixture.node.transactions.set(txId, admissionReport(bob, status));
      await expectNotified(bob, () => fixture.service.askNode());
    },
  );

  it("names them when an admission's transaction expires unseen", async () => {
    const id = await insertApplication(fixture, bob);
    await admitAs(asWatcher.api, id, newTxId());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + times.pendingEvent });
    await expectNotified(bob, () => fixture.service.askNode());
  });

  it("names them when an admission's transaction turns out to be another person's", async () => {
    const id = await insertApplication(fixture, bob);
    const txId = newTxId();
    await admitAs(asWatcher.api, id, txId);
    fixture.node.transactions.set(txId, admissionReport(bob, "pending", alice));
    await expectNotified(bob, () => fixture.service.askNode());
  });

  it("sends nothing and keeps the ETag when a stranger announces an unseen admission", async () => {
    const id = await insertApplication(fixture, bob);
    const txId = newTxId();
    await admitAs(asWatcher.api, id, txId);
    const stranger = createClient({
      origin: fixture.service.origin,
      fetch: browser(fixture.service),
    });
    const etag = async () =>
      (await fetch(`${fixture.service.origin}/api/orgs?limit=1`)).headers.get("etag");
    const statusOf = async () =>
      (await asWatcher.api("pageApplications", { query: {} })).items.find((each) => each.id === id)
        ?.status;
    const claim = (senderPrincipal: string) =>
      stranger("announceTransaction", {
        body: { txId, senderPrincipal, event: "WATCHER_NEW_ORGANIZATION", metaData: {} },
      });
    const admitted = await etag();
    await claim(watcher.address);
    await claim(alice.address);
    expect(await etag()).toBe(admitted);
    expect(await statusOf()).toBe("admitting");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + times.pendingEvent });
    await fixture.service.askNode();
    const lapsed = await etag();
    await claim(watcher.address);
    expect(await etag()).toBe(lapsed);
    expect(await statusOf()).toBe("waiting");
  });

  it("names them when the chain refuses an admission, and when a fork undoes that", async () => {
    const id = await insertApplication(fixture, bob);
    const parent = fixture.tip;
    const block = await fixture.mine(refusedOrganization(bob, "abort_by_response"));
    fixture.tip = parent;
    await fixture.mine();
    await admitAs(asWatcher.api, id, block.txIds[0] ?? "");
    fixture.tip = block;
    await expectNotified(bob, () => fixture.mine());
    fixture.tip = parent;
    await expectNotified(bob, () => fixture.mine());
  });
});
