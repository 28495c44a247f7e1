import { createClient } from "@colonnade/domain/http/client.ts";
import { times } from "@colonnade/domain/limits.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Action } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import { browser, type Fixture, registerThree, signIn, startFixture } from "./support/fixture.ts";
import { type Listening, listenTo } from "./support/listening.ts";
import { alice, bob, carol, owner, type Person, watcher } from "./support/people.ts";
import {
  admissionReport,
  admitAs,
  applicationOf,
  applyStraight,
  declineAs,
  newTxId,
  refusedOrganization,
} from "./support/review.ts";

const watch = (person: Person): Action => ({
  sender: owner,
  functionName: "add-watcher",
  events: [{ topic: "add-watcher", watcher: person.address }],
});

describe.each(databases)(
  "The stream on %s tells the applicant and every watcher",
  (_, openDatabase) => {
    let fixture: Fixture;
    let told: Listening;
    let asAlice: Awaited<ReturnType<typeof signIn>>;
    let asWatcher: Awaited<ReturnType<typeof signIn>>;

    beforeAll(async () => {
      fixture = await startFixture({ database: await openDatabase() });
      await registerThree(fixture);
      await fixture.mine(watch(watcher), watch(carol));
      asAlice = await signIn(fixture.service, alice);
      asWatcher = await signIn(fixture.service, watcher);
      told = await listenTo(fixture.service.origin);
    });

    afterEach(() => vi.useRealTimers());
    afterAll(async () => {
      await told.close();
      await fixture.close();
    });

    /** Does something, and waits until somebody has been told of a change who has nothing else to hear of. */
    async function expectTold(person: Person, change: () => Promise<unknown>): Promise<void> {
      const before = told.heard.length;
      await change();
      await expect
        .poll(() => told.heard.slice(before))
        .toContainEqual(
          expect.objectContaining({
            type: "change",
            principals: expect.arrayContaining([person.address, watcher.address, carol.address]),
          }),
        );
    }

    async function admitting(): Promise<{ id: number; txId: string }> {
      const id = await applyStraight(fixture, bob);
      const txId = newTxId();
      fixture.node.transactions.set(txId, admissionReport(bob));
      await expectTold(bob, () => admitAs(asWatcher.api, id, txId));
      return { id, txId };
    }

    it("of an application", async () => {
      await expectTold(alice, () =>
        asAlice.api("applyForOrganization", { body: applicationOf(alice) }),
      );
    });

    it("of a decision", async () => {
      const id = await applyStraight(fixture, bob);
      await expectTold(bob, () => declineAs(asWatcher.api, id, "Not yet"));
    });

    it.each(["dropped_replace_by_fee", "dropped_too_expensive"])(
      "that an admission's transaction is %s",
      async (status) => {
        const { txId } = await admitting();
        fixture.node.transactions.set(txId, admissionReport(bob, status));
        await expectTold(bob, () => fixture.service.askNode());
      },
    );

    it("that an admission's transaction never existed", async () => {
      const id = await applyStraight(fixture, bob);
      await admitAs(asWatcher.api, id, newTxId());
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + times.pendingEvent });
      await expectTold(bob, () => fixture.service.askNode());
    });

    it("that an admission's transaction turned out to be another's", async () => {
      const id = await applyStraight(fixture, bob);
      const txId = newTxId();
      await admitAs(asWatcher.api, id, txId);
      fixture.node.transactions.set(txId, admissionReport(bob, "pending", alice));
      await expectTold(bob, () => fixture.service.askNode());
    });

    it("nothing new, and leaves what they have fresh, when a stranger names an admission's transaction", async () => {
      const id = await applyStraight(fixture, bob);
      const txId = newTxId();
      await admitAs(asWatcher.api, id, txId);
      const stranger = createClient({
        origin: fixture.service.origin,
        fetch: browser(fixture.service),
      });
      const etag = async () =>
        (await fetch(`${fixture.service.origin}/api/orgs?limit=1`)).headers.get("etag");
      const statusOf = async () =>
        (await asWatcher.api("pageApplications", { query: {} })).items.find(
          (each) => each.id === id,
        )?.status;
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

    it("that the chain refused an admission, and that a fork undid that", async () => {
      const id = await applyStraight(fixture, bob);
      const parent = fixture.tip;
      const block = await fixture.mine(refusedOrganization(bob, "abort_by_response"));
      fixture.tip = parent;
      await fixture.mine();
      await admitAs(asWatcher.api, id, block.txIds[0] ?? "");
      fixture.tip = block;
      await expectTold(bob, () => fixture.mine());
      fixture.tip = parent;
      await expectTold(bob, () => fixture.mine());
    });
  },
);
