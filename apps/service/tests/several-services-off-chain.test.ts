import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { openPostgres } from "../db/postgres.ts";
import type { Service } from "../service.ts";
import { mineBlock } from "./support/blocks.ts";
import { keepOpen } from "./support/database.ts";
import { browser, post, register, signIn, startTestService } from "./support/fixture.ts";
import { nodeCall, startNode, type TestNode } from "./support/node.ts";
import { alice, bob, carol, owner, type Person, watcher } from "./support/people.ts";
import { startPostgres, type TestPostgres } from "./support/postgres.ts";
import {
  admissionReport,
  admitAs,
  declineAs,
  insertApplication,
  newTxId,
} from "./support/review.ts";
import { openStreamClient, type StreamClient } from "./support/stream-client.ts";

type SignedIn = Awaited<ReturnType<typeof signIn>>;

const watch = (person: Person) => ({
  sender: owner,
  functionName: "add-watcher" as const,
  events: [{ topic: "add-watcher" as const, watcher: person.address, by: owner.address }],
});

/** The outcome of a decision: the application's new status, or the error's code. */
const ended = (decision: Promise<{ status: string }>) =>
  decision.then(
    ({ status }) => status,
    (error: unknown) => String(Reflect.get(Object(error), "code")),
  );

describe("Three services on one PostgreSQL", () => {
  let postgres: TestPostgres;
  let node: TestNode;
  let database: Database;
  /** The first to start is the leader, which asks the node. */
  let leader: Service;
  let one: Service;
  let other: Service;
  let stream: StreamClient;
  let asWatcher: SignedIn;
  let asCarol: SignedIn;

  beforeAll(async () => {
    postgres = await startPostgres();
    const address = await postgres.createDatabase();
    node = await startNode();
    const start = async () =>
      startTestService(node, { database: await openPostgres(address), askEvery: 50 });
    leader = await start();
    one = await start();
    other = await start();
    database = keepOpen(await openPostgres(address));
    const people = [register(alice), register(bob), register(carol)];
    const block = await mineBlock(null, [...people, watch(watcher), watch(carol)]);
    node.add(block);
    node.tip = block;
    await post(leader, block.payload);
    stream = await openStreamClient(other.origin);
    asWatcher = await signIn(one, watcher);
    asCarol = await signIn(other, carol);
  });

  afterAll(async () => {
    await stream.close();
    await database.kysely.destroy();
    for (const service of [other, one, leader]) await service.close();
    await node.close();
    await postgres.close();
  });

  const announce = (txId: string) =>
    createClient({ origin: one.origin, fetch: browser(one) })("announceTransaction", {
      body: { txId, senderPrincipal: alice.address, event: "EDIT_ENDORSEMENT" },
    });
  /** The status and reason of alice's transaction, read from the third service. */
  const statusOf = async (txId: string) => {
    const query = { principal: alice.address };
    const events = await createClient({ origin: other.origin })("getEvents", { query });
    const event = events.find((item) => item.txId === txId);
    return event === undefined ? null : [event.status, event.reason];
  };
  /** Makes a change, and waits until the third service's stream names the person. */
  async function expectNotified(person: Person, change: () => unknown): Promise<void> {
    const before = stream.events.length;
    await change();
    await expect
      .poll(() => stream.events.slice(before))
      .toContainEqual(
        expect.objectContaining({
          type: "change",
          principals: expect.arrayContaining([person.address]),
        }),
      );
  }

  it.each(["dropped_replace_by_fee", "dropped_stale_garbage_collect"])(
    "show on one service what was announced on another and settled by the leader as %s",
    async (failure) => {
      const txId = newTxId();
      expect(await announce(txId)).toEqual({ seen: false });
      expect(await statusOf(txId)).toBeNull();
      node.transactions.set(txId, nodeCall(alice.address, "edit-endorsement"));
      await expectNotified(alice, () => announce(txId));
      expect(await statusOf(txId)).toEqual(["PENDING", null]);
      await expectNotified(alice, () =>
        node.transactions.set(txId, nodeCall(alice.address, "edit-endorsement", failure)),
      );
      expect(await statusOf(txId)).toEqual(["FAILED", failure]);
    },
  );

  it("show an application as waiting on another service when its admission fails at the leader", async () => {
    const id = await insertApplication({ database }, bob);
    const txId = newTxId();
    node.transactions.set(txId, admissionReport(bob));
    await expectNotified(watcher, () => admitAs(asWatcher.api, id, txId));
    await expectNotified(watcher, () =>
      node.transactions.set(txId, admissionReport(bob, "dropped_replace_by_fee")),
    );
    const waiting = await asCarol.api("pageApplications", { query: { status: "waiting" } });
    expect(waiting.items.map((item) => item.id)).toContain(id);
  });

  it("accept one of two simultaneous decisions by two watchers, and reject the other", async () => {
    for (let times = 0; times < 5; times += 1) {
      const id = await insertApplication({ database }, bob);
      const txIds = [newTxId(), newTxId()] as const;
      node.transactions.set(txIds[0], admissionReport(bob));
      node.transactions.set(txIds[1], admissionReport(bob, "pending", carol));
      const outcomes = await Promise.all([
        ended(admitAs(asWatcher.api, id, txIds[0])),
        ended(
          times % 2 === 0
            ? admitAs(asCarol.api, id, txIds[1])
            : declineAs(asCarol.api, id, "Not yet"),
        ),
      ]);
      expect(outcomes.filter((outcome) => outcome === "conflict_error")).toHaveLength(1);
      const shown = await Promise.all(
        [asWatcher, asCarol].map(async ({ api }) => {
          const { items } = await api("pageApplications", { query: { limit: 1 } });
          return items.map(({ status, decidedBy }) => [status, decidedBy]);
        }),
      );
      const won = outcomes[0] === "conflict_error" ? carol.address : watcher.address;
      expect(shown).toEqual([
        [[outcomes.find((outcome) => outcome !== "conflict_error"), won]],
        [[outcomes.find((outcome) => outcome !== "conflict_error"), won]],
      ]);
    }
  });

  it("let a transaction admit one application when two decisions name it at the same time", async () => {
    const again = await signIn(other, watcher);
    for (let times = 0; times < 5; times += 1) {
      const ids = [
        await insertApplication({ database }, bob),
        await insertApplication({ database }, bob),
      ];
      const txId = newTxId();
      node.transactions.set(txId, admissionReport(bob));
      const outcomes = await Promise.all([
        ended(admitAs(asWatcher.api, ids[0] ?? 0, txId)),
        ended(admitAs(again.api, ids[1] ?? 0, txId)),
      ]);
      expect(outcomes.toSorted()).toEqual(["admitting", "conflict_error"]);
    }
  });
});
