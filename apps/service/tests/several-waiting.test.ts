import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { openPostgres } from "../db/postgres.ts";
import type { Service } from "../service.ts";
import { mineBlock } from "./support/blocks.ts";
import { keepOpen } from "./support/database.ts";
import { browser, post, register, signIn, startTestService } from "./support/fixture.ts";
import { type Listening, listenTo } from "./support/listening.ts";
import { nodeCall, startNode, type TestNode } from "./support/node.ts";
import { alice, bob, carol, owner, type Person, watcher } from "./support/people.ts";
import { startPostgres, type TestPostgres } from "./support/postgres.ts";
import { admissionReport, admitAs, applyStraight, declineAs, newTxId } from "./support/review.ts";

type SignedIn = Awaited<ReturnType<typeof signIn>>;

const watch = (person: Person) => ({
  sender: owner,
  functionName: "add-watcher" as const,
  events: [{ topic: "add-watcher" as const, watcher: person.address }],
});

/** How a try to decide ended: as what the application then was, or as the error's code. */
const ended = (decision: Promise<{ status: string }>) =>
  decision.then(
    ({ status }) => status,
    (error: unknown) => String(Reflect.get(Object(error), "code")),
  );

describe("What waits for the chain, among three services on one PostgreSQL", () => {
  let postgres: TestPostgres;
  let node: TestNode;
  let database: Database;
  /** The first to come leads, and asks the node. */
  let leader: Service;
  let one: Service;
  let other: Service;
  let told: Listening;
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
    told = await listenTo(other.origin);
    asWatcher = await signIn(one, watcher);
    asCarol = await signIn(other, carol);
  });

  afterAll(async () => {
    await told.close();
    await database.kysely.destroy();
    for (const service of [other, one, leader]) await service.close();
    await node.close();
    await postgres.close();
  });

  const announce = (txId: string) =>
    createClient({ origin: one.origin, fetch: browser(one) })("announceTransaction", {
      body: { txId, senderPrincipal: alice.address, event: "EDIT_ENDORSEMENT" },
    });
  /** What the third service says of a transaction of alice's. */
  const statusOf = async (txId: string) => {
    const query = { principal: alice.address };
    const events = await createClient({ origin: other.origin })("getEvents", { query });
    const event = events.find((item) => item.txId === txId);
    return event === undefined ? null : [event.status, event.reason];
  };
  /** Does something, and waits until the third service has told of a change of somebody's. */
  async function expectTold(person: Person, change: () => unknown): Promise<void> {
    const before = told.heard.length;
    await change();
    await expect
      .poll(() => told.heard.slice(before))
      .toContainEqual(
        expect.objectContaining({
          type: "change",
          principals: expect.arrayContaining([person.address]),
        }),
      );
  }

  it.each(["dropped_replace_by_fee", "dropped_stale_garbage_collect"])(
    "a transaction is announced at one, asked after by the leader, and told by another: %s",
    async (failure) => {
      const txId = newTxId();
      await announce(txId);
      expect(await statusOf(txId)).toBeNull();
      await expectTold(alice, () =>
        node.transactions.set(txId, nodeCall(alice.address, "edit-endorsement")),
      );
      expect(await statusOf(txId)).toEqual(["PENDING", null]);
      await expectTold(alice, () =>
        node.transactions.set(txId, nodeCall(alice.address, "edit-endorsement", failure)),
      );
      expect(await statusOf(txId)).toEqual(["FAILED", failure]);
    },
  );

  it("an application is decided at one, fails at the leader, and waits again at another", async () => {
    const id = await applyStraight({ database }, bob);
    const txId = newTxId();
    node.transactions.set(txId, admissionReport(bob));
    await expectTold(bob, () => admitAs(asWatcher.api, id, txId));
    await expectTold(bob, () =>
      node.transactions.set(txId, admissionReport(bob, "dropped_replace_by_fee")),
    );
    const waiting = await asCarol.api("pageApplications", { query: { status: "waiting" } });
    expect(waiting.items.map((item) => item.id)).toContain(id);
  });

  it("of two watchers who decide at the same moment one wins, and the other is told so", async () => {
    for (let times = 0; times < 5; times += 1) {
      const id = await applyStraight({ database }, bob);
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
      const said = await Promise.all(
        [asWatcher, asCarol].map(async ({ api }) => {
          const { items } = await api("pageApplications", { query: { limit: 1 } });
          return items.map(({ status, decidedBy }) => [status, decidedBy]);
        }),
      );
      const won = outcomes[0] === "conflict_error" ? carol.address : watcher.address;
      expect(said).toEqual([
        [[outcomes.find((outcome) => outcome !== "conflict_error"), won]],
        [[outcomes.find((outcome) => outcome !== "conflict_error"), won]],
      ]);
    }
  });

  it("one transaction admits one application, named for two at the same moment", async () => {
    const again = await signIn(other, watcher);
    for (let times = 0; times < 5; times += 1) {
      const ids = [await applyStraight({ database }, bob), await applyStraight({ database }, bob)];
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
