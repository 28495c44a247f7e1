import { setImmediate as nextTurn } from "node:timers/promises";
import type { StreamEvent } from "@colonnade/domain/http/stream.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { type ChangeFeed, createChangeFeed, noticesOf } from "../revision/change-feed.ts";
import { openTestDatabase } from "./support/database.ts";
import { change, type HeldRevision, holdRevision } from "./support/held-revision.ts";

describe("While the revision is being read", () => {
  let database: Database;
  let held: HeldRevision;
  let feed: ChangeFeed;
  /** What the listener got, each with the counter of the revision that was current then. */
  let received: [what: number | "gap", counter: number][];

  beforeEach(async () => {
    database = await openTestDatabase();
    held = await holdRevision(database);
    received = [];
    feed = createChangeFeed(held.revision, () => {});
    const note = (what: number | "gap") => received.push([what, held.revision.current().counter]);
    feed.subscribe({
      onEvent: (event) => event.type === "change" && note(event.endorsements[0] ?? 0),
      onGap: () => note("gap"),
    });
  });

  afterEach(() => database.close());

  /** Sends the feed a notice that an endorsement changed. */
  const notice = (id: number) => {
    const event: StreamEvent = {
      type: "change",
      principals: [],
      endorsements: [id],
      organizations: [],
    };
    for (const text of noticesOf([event])) feed.onNotice(text);
  };

  it("holds back a change until the new revision is known", async () => {
    const counter = await change(database);
    notice(1);
    await held.hasRead(1);
    expect(received).toEqual([]);
    held.letThrough(1);
    await feed.close();
    expect(received).toEqual([[1, counter]]);
  });

  it("holds back a gap until the new revision is known", async () => {
    const counter = await change(database);
    feed.onGap();
    await held.hasRead(1);
    expect(received).toEqual([]);
    held.letThrough(1);
    await feed.close();
    expect(received).toEqual([["gap", counter]]);
  });

  it("reads the revision once more for a change that comes during the read", async () => {
    const first = await change(database);
    notice(1);
    await held.hasRead(1);
    const second = await change(database);
    notice(2);
    feed.onGap();
    held.letThrough(1);
    await held.hasRead(2);
    expect(received).toEqual([[1, first]]);
    held.letThrough(2);
    await feed.close();
    expect(received).toEqual([
      [1, first],
      [2, second],
      ["gap", second],
    ]);
  });

  it("tells of a gap after a time without notices only if something has changed meanwhile", async () => {
    const gapsAfter = async (reading: number) => {
      feed.onUnheard();
      held.letThrough(reading);
      await held.hasRead(reading);
      await nextTurn();
      return received.length;
    };
    expect(await gapsAfter(1)).toBe(1);
    expect(await gapsAfter(2)).toBe(1);
    const counter = await change(database);
    expect(await gapsAfter(3)).toBe(2);
    expect(await gapsAfter(4)).toBe(2);
    expect(received[1]).toEqual(["gap", counter]);
    await feed.close();
  });

  it("keeps the later revision when an earlier, slower read ends after it", async () => {
    const { revision, hasRead, letThrough } = held;
    await change(database);
    const slow = revision.refresh();
    await hasRead(1);
    const newest = await change(database);
    const fast = revision.refresh();
    await hasRead(2);
    letThrough(2);
    await fast;
    expect(revision.current().counter).toBe(newest);
    letThrough(1);
    await slow;
    expect(revision.current().counter).toBe(newest);
  });
});
