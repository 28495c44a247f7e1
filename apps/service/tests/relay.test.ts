import type { StreamEvent } from "@colonnade/domain/http/stream.ts";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { noticesOf } from "../db/notices.ts";
import { createChanges } from "../http/changes.ts";
import { createRelay, type Relay } from "../http/relay.ts";
import { openTestDatabase } from "./support/database.ts";
import { change, type HeldHead, holdHead } from "./support/held-head.ts";

describe("While the head is read anew", () => {
  let database: Database;
  let held: HeldHead;
  let relay: Relay;
  /** What was heard, each with the revision that an answer asked for at once is made from. */
  let heard: [what: number | "gap", revision: number][];

  beforeEach(async () => {
    database = await openTestDatabase();
    held = await holdHead(database);
    heard = [];
    const changes = createChanges();
    const note = (what: number | "gap") => heard.push([what, held.heads.current().revision]);
    changes.subscribe({
      onEvent: (event) => event.type === "change" && note(event.endorsements[0] ?? 0),
      onGap: () => note("gap"),
    });
    relay = createRelay(held.heads, changes, pino({ level: "silent" }));
  });

  afterEach(() => database.close());

  /** Has the database tell of a changed endorsement. */
  const notice = (id: number) => {
    const event: StreamEvent = {
      type: "change",
      principals: [],
      endorsements: [id],
      organizations: [],
    };
    for (const text of noticesOf([event])) relay.onNotice(text);
  };

  it("nobody hears of a change; once it is, all do, and what they ask for then is new", async () => {
    const revision = await change(database);
    notice(1);
    await held.hasRead(1);
    expect(heard).toEqual([]);
    held.letThrough(1);
    await relay.close();
    expect(heard).toEqual([[1, revision]]);
  });

  it("nobody is sent to read anew what may have been missed", async () => {
    const revision = await change(database);
    relay.onGap();
    await held.hasRead(1);
    expect(heard).toEqual([]);
    held.letThrough(1);
    await relay.close();
    expect(heard).toEqual([["gap", revision]]);
  });

  it("what is told of meanwhile waits for the next reading, since this one may be too old for it", async () => {
    const first = await change(database);
    notice(1);
    await held.hasRead(1);
    const second = await change(database);
    notice(2);
    relay.onGap();
    held.letThrough(1);
    await held.hasRead(2);
    expect(heard).toEqual([[1, first]]);
    held.letThrough(2);
    await relay.close();
    expect(heard).toEqual([
      [1, first],
      [2, second],
      ["gap", second],
    ]);
  });

  it("a later reading is not undone by an earlier, slower one", async () => {
    const { heads, hasRead, letThrough } = held;
    await change(database);
    const slow = heads.refresh();
    await hasRead(1);
    const newest = await change(database);
    const fast = heads.refresh();
    await hasRead(2);
    letThrough(2);
    await fast;
    expect(heads.current().revision).toBe(newest);
    letThrough(1);
    await slow;
    expect(heads.current().revision).toBe(newest);
  });
});
