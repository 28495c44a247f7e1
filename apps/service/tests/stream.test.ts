import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTip } from "../revision/revision.ts";
import { databases } from "./support/databases.ts";
import {
  type Fixture,
  registerThree,
  signIn,
  startBeside,
  startFixture,
  submit,
  suspend,
} from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { alice, bob, carol } from "./support/people.ts";
import { newestOrganization, newOrganization } from "./support/review.ts";
import { openStreamClient, type StreamClient } from "./support/stream-client.ts";

/** Opens a stream. The returned function reads its next `count` events. */
async function listen(url: string, stop: AbortSignal) {
  const response = await fetch(url, { signal: stop });
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const reader = response.body?.getReader();
  let text = "";
  const seen: StreamEvent[] = [];
  return async (count: number): Promise<StreamEvent[]> => {
    while (seen.length < count) {
      const part = await reader?.read();
      if (part?.value === undefined) break;
      text += new TextDecoder().decode(part.value);
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (line.startsWith("data: "))
          seen.push(streamEventSchema.parse(JSON.parse(line.slice(6))));
      }
    }
    return seen.splice(0, count);
  };
}

describe.each(databases)("The stream on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let stop: AbortController;
  let stream: StreamClient;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    stop = new AbortController();
    stream = await openStreamClient(fixture.service.origin);
    await registerThree(fixture);
  });

  afterAll(async () => {
    stop.abort();
    await stream.close();
    await fixture.close();
  });

  /** Waits until everything so far was sent: a process may get its own notice after it has answered. */
  async function settle(): Promise<void> {
    const { payload } = await fixture.mine();
    await expect
      .poll(() => stream.events)
      .toContainEqual(expect.objectContaining({ indexBlockHash: payload.index_block_hash }));
  }

  /** Opens a stream of the events from now on. */
  async function listenFromNow(query = "") {
    await settle();
    return listen(`${fixture.service.origin}/api/stream${query}`, stop.signal);
  }

  it("sends the tip and its ETag first, then each block and its principals", async () => {
    await settle();
    const height = fixture.tip?.payload.block_height ?? 0;
    const answered = await fetch(`${fixture.service.origin}/api/milestones?limit=1`);
    const tag = answered.headers.get("etag");
    const next = await listen(`${fixture.service.origin}/api/stream`, stop.signal);
    expect(await next(1)).toMatchObject([{ type: "tip", height, tag }]);
    const block = await fixture.mine(submit(1, alice, bob));
    const [tip, change] = await next(2);
    expect(tip).toEqual({
      type: "tip",
      height: height + 1,
      indexBlockHash: block.payload.index_block_hash,
    });
    expect(change).toMatchObject({ type: "change", endorsements: [1], organizations: [] });
    expect(change?.type === "change" && change.principals.toSorted()).toEqual(
      [alice.address, bob.address].toSorted(),
    );
  });

  it("sends an organization's new endorsement, and again when a fork removes it", async () => {
    await fixture.mine(newOrganization(carol));
    const parent = fixture.tip;
    const next = await listenFromNow();
    await next(1);
    const org = { id: newestOrganization(), name: "carol" };
    await fixture.mine(submit(101, carol, alice, {}, org));
    expect((await next(2))[1]).toMatchObject({ endorsements: [101], organizations: [org.id] });
    fixture.tip = parent;
    await fixture.mine();
    expect((await next(2))[1]).toMatchObject({ endorsements: [101], organizations: [org.id] });
  });

  it("sends an organization when a fork gives its endorsement's id to another", async () => {
    await fixture.mine(newOrganization(carol));
    const parent = fixture.tip;
    const org = { id: newestOrganization(), name: "carol" };
    await fixture.mine(submit(102, carol, alice, {}, org));
    const next = await listenFromNow();
    await next(1);
    fixture.tip = parent;
    await fixture.mine(submit(102, bob, alice));
    expect((await next(2))[1]).toMatchObject({ endorsements: [102], organizations: [org.id] });
  });

  it("sends an organization that somebody blocks", async () => {
    await fixture.mine(newOrganization(carol));
    const id = newestOrganization();
    const next = await listenFromNow();
    await next(1);
    const principal = bob.address;
    await fixture.mine(printing(bob, { topic: "block-organization", principal, id }));
    expect((await next(2))[1]).toMatchObject({ organizations: [id], principals: [principal] });
  });

  it("sends what a suspension holds back, and again when a fork undoes it", async () => {
    await fixture.mine(submit(103, alice, bob));
    const parent = fixture.tip;
    const next = await listenFromNow();
    await next(1);
    const held = {
      endorsements: expect.arrayContaining([103]),
      principals: expect.arrayContaining([alice.address, bob.address]),
    };
    await fixture.mine(suspend(alice));
    expect((await next(2))[1]).toMatchObject(held);
    fixture.tip = parent;
    await fixture.mine();
    expect((await next(2))[1]).toMatchObject(held);
  });

  it("names the sender of a failed transaction, and again when a fork removes it", async () => {
    const next = await listenFromNow();
    const parent = fixture.tip;
    await next(1);
    const status = "abort_by_response";
    await fixture.mine({ sender: carol, functionName: "approve-endorsement", status });
    fixture.tip = parent;
    await fixture.mine();
    const events = [{ type: "tip" }, { type: "change", principals: [carol.address] }];
    expect(await next(2)).toMatchObject(events);
    expect(await next(2)).toMatchObject(events);
  });

  it("sends off-chain changes", async () => {
    const next = await listenFromNow();
    await next(1);
    const { api } = await signIn(fixture.service, alice);
    await api("follow", { body: { userPrincipal: alice.address, profilePrincipal: bob.address } });
    expect(await next(1)).toMatchObject([
      { type: "change", principals: [alice.address, bob.address] },
    ]);
  });

  it("sends only one principal's changes when asked for it", async () => {
    const next = await listenFromNow(`?principal=${carol.address}`);
    await next(1);
    await fixture.mine(submit(2, alice, bob));
    await fixture.mine(submit(3, alice, carol));
    expect((await next(3)).map(({ type }) => type)).toEqual(["tip", "tip", "change"]);
  });

  it("ends only the new stream when the database fails as it starts", async () => {
    const { kysely } = fixture.database;
    await kysely.schema.alterTable("cursor").renameTo("elsewhere").execute();
    const lost = await fetch(`${fixture.service.origin}/api/stream`, { signal: stop.signal });
    expect(await lost.text()).toBe("");
    await kysely.schema.alterTable("elsewhere").renameTo("cursor").execute();
    const next = await listenFromNow();
    await next(1);
    await fixture.mine();
    expect(await next(1)).toMatchObject([{ type: "tip" }]);
  });

  it("rejects streams over the limits per client and in total, until one closes", async () => {
    await using service = await startBeside(fixture, {
      environment: {
        COLONNADE_TRUSTED_PROXIES: "1",
        COLONNADE_STREAMS: "3",
        COLONNADE_STREAMS_PER_CLIENT: "2",
      },
    });
    const ask = async (client: string, method = "GET") => {
      const leave = new AbortController();
      const response = await fetch(`${service.origin}/api/stream`, {
        method,
        signal: leave.signal,
        headers: { "x-forwarded-for": client },
      });
      const { status, headers } = response;
      const body = status === 200 ? null : await response.json();
      return { status, wait: headers.get("retry-after"), body, leave: () => leave.abort() };
    };
    for (let times = 0; times < 5; times += 1) {
      expect((await ask("192.0.2.1", "HEAD")).status).toBe(200);
    }
    const first = await ask("192.0.2.1");
    await ask("192.0.2.1");
    expect(await ask("192.0.2.1")).toMatchObject({
      status: 429,
      wait: "30",
      body: { error: { code: "too_many_requests" } },
    });
    expect((await ask("192.0.2.2")).status).toBe(200);
    expect(await ask("192.0.2.3")).toMatchObject({
      status: 503,
      wait: "30",
      body: { error: { code: "unavailable" } },
    });
    first.leave();
    await expect.poll(async () => (await ask("192.0.2.3")).status).toBe(200);
  });

  it("logs no warning when a client leaves before the first event", async () => {
    const warnings: string[] = [];
    const log = pino({ level: "warn" }, { write: (line) => warnings.push(line) });
    await using service = await startBeside(fixture, { log });
    const listeners = async () =>
      /^colonnade_streams (\d+)$/m.exec(
        await (await fetch(`${service.metricsUrl}/metrics`)).text(),
      )?.[1];
    const leave = new AbortController();
    const { kysely } = fixture.database;
    await kysely.transaction().execute(async (trx) => {
      // Meanwhile, the tip cannot be read.
      await sql`lock table cursor`.execute(trx);
      const left = fetch(`${service.origin}/api/stream`, { signal: leave.signal });
      await expect.poll(listeners).toBe("1");
      leave.abort();
      await expect(left.then((response) => response.text())).rejects.toThrow();
      await expect.poll(listeners).toBe("0");
    });
    await readTip(kysely);
    expect(warnings.filter((line) => line.includes("a stream could not start"))).toEqual([]);
  });

  it("rejects an invalid principal", async () => {
    expect((await fetch(`${fixture.service.origin}/api/stream?principal=x`)).status).toBe(400);
  });
});
