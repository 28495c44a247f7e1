import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { keepOpen } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, register, startFixture, startTestService } from "./support/fixture.ts";
import { fillWithMany, many } from "./support/many.ts";
import { alice, bob, dan } from "./support/people.ts";
import { askSlowly, type SlowAnswer } from "./support/slow-answer.ts";

const listSchema = z.array(z.object({ column_sender: z.object({ bns_name: z.string() }) }));
const pageSchema = z.object({ items: z.array(z.unknown()), next: z.string().nullable() });

describe.each(databases)("A list without parameters on %s", (databaseName, openDatabase) => {
  // An answer is encoded in the same way from both databases.
  const encodings = databaseName === "PGlite" ? ["identity", "gzip", "br"] : ["identity"];
  let fixture: Fixture;
  const slow: SlowAnswer[] = [];

  beforeAll(async () => {
    fixture = await startFixture({
      database: await openDatabase(),
      environment: { COLONNADE_TRUSTED_PROXIES: "1" },
    });
    await fillWithMany(fixture.database);
    await fixture.mine(register(alice), register(bob));
  });

  afterAll(async () => {
    for (const answer of slow) answer.goAway();
    await fixture.close();
  });

  afterEach(() => vi.useRealTimers());

  const urlOf = (path: string) => `${fixture.service.origin}${path}`;
  const ask = async (client: string) => {
    const answer = await askSlowly(urlOf("/api/milestones"), client);
    slow.push(answer);
    return answer;
  };

  it.each([
    ["/api/milestones", "before", (many.endorsements * 9) / 10],
    ["/api/columns", "after", (many.profiles * 9) / 10 + 2],
    ["/api/orgs", "after", many.organizations],
  ])("of %s is all its pages, one after the other", async (path, place, count) => {
    const paged: unknown[] = [];
    let next: string | null = "";
    while (next !== null) {
      const query: string = next === "" ? "" : `&${place}=${encodeURIComponent(next)}`;
      const response = await fetch(urlOf(`${path}?limit=100${query}`));
      const page = pageSchema.parse(await response.json());
      paged.push(...page.items);
      next = page.next;
    }
    expect(paged).toHaveLength(count);
    for (const encoding of encodings) {
      const response = await fetch(urlOf(path), { headers: { "accept-encoding": encoding } });
      expect(response.headers.get("content-encoding")).toBe(
        encoding === "identity" ? null : encoding,
      );
      // To compare so many objects takes seconds.
      expect((await response.text()) === JSON.stringify(paged)).toBe(true);
    }
  });

  it("answers HEAD without a body, and 304 until something changes", async () => {
    const head = await fetch(urlOf("/api/milestones"), { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const etag = head.headers.get("etag") ?? "";
    const again = () => fetch(urlOf("/api/milestones"), { headers: { "if-none-match": etag } });
    expect((await again()).status).toBe(304);
    await fixture.mine();
    const changed = await again();
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
    await changed.body?.cancel();
  });

  it("is one snapshot while blocks are indexed and a client reads slowly", async () => {
    const slowly = await ask("192.0.2.1");
    await fixture.mine(register(dan));
    const { items } = pageSchema.parse(
      await (await fetch(urlOf("/api/milestones?limit=1&before=2"))).json(),
    );
    expect(items).toMatchObject([{ column_sender: { bns_name: "dan" } }]);
    expect(lastSender(await slowly.read())).toEqual("");
    expect(lastSender(await (await ask("192.0.2.1")).read())).toEqual("dan");
  });

  it("is rejected over the concurrency limits, and accepted when a client has left", async () => {
    const clients = ["192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"];
    const [first] = [await ask("192.0.2.2"), await ask("192.0.2.2")];
    const third = await ask("192.0.2.2");
    expect([third.status, third.headers["retry-after"]]).toEqual([429, "10"]);
    for (const client of clients.slice(1)) for (const _ of [1, 2]) await ask(client);
    // Four clients leave room for others. All networks of an IPv6 site have no more than one client here.
    for (const network of [1, 2]) expect((await ask(`2001:db8:5:${network}::1`)).status).toBe(200);
    expect((await ask("2001:db8:5:3::1")).status).toBe(429);
    for (const _ of [1, 2]) expect((await ask("2001:db8:6:3::1")).status).toBe(200);
    const last = await ask("192.0.2.6");
    expect([last.status, last.headers["retry-after"]]).toEqual([503, "10"]);
    expect(JSON.parse(await last.read())).toMatchObject({
      error: {
        code: "unavailable",
        message: "Too many are asking for this at once, please try again",
      },
    });
    first.goAway();
    await expect.poll(async () => (await ask("192.0.2.6")).status).toBe(200);
    await expectOpen(12);
    for (const answer of slow.splice(0)) answer.goAway();
    await expectOpen(0);
  });

  it("is cut off for a client that reads too slowly, and only for that one", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const halfMinute = () => vi.advanceTimersByTime(30_000);
    const [first] = [await ask("192.0.2.7"), await ask("192.0.2.7")];
    await expect
      .poll(() => {
        halfMinute();
        return countOpen();
      })
      .toBe(0);
    await expect(first.read()).rejects.toThrow();
    const steadily = await ask("192.0.2.7");
    const half = await steadily.read(10_000_000);
    halfMinute();
    expect(lastSender(half + (await steadily.read()))).toEqual("dan");
  });

  it.each(["next", "close"] as const)(
    "frees its place when the client leaves, even if the database never answers %s",
    async (call) => {
      const never = () => new Promise<never>(() => {});
      await using service = await startTestService(fixture.node, {
        database: {
          ...keepOpen(fixture.database),
          openList: async (...list) => {
            const { next, close } = await fixture.database.openList(...list);
            const [rows] = [await next(300), await close()];
            return { next: () => Promise.resolve(rows), close, [call]: never };
          },
        },
      });
      const askIt = async () => {
        const answer = await askSlowly(`${service.origin}/api/milestones`, "");
        slow.push(answer);
        return answer;
      };
      const [first] = [await askIt(), await askIt()];
      expect((await askIt()).status).toBe(429);
      first.goAway();
      await expect.poll(async () => (await askIt()).status).toBe(200);
    },
  );

  it("is cut off when the database fails in the middle, never ended as if complete", async () => {
    const slowly = await ask("192.0.2.6");
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'colonnade list' and datname = current_database()`.execute(
      fixture.database.kysely,
    );
    await sql`close all`.execute(fixture.database.kysely);
    await expect(slowly.read()).rejects.toThrow();
    await expectOpen(0);
    expect(lastSender(await (await ask("192.0.2.6")).read())).toEqual("dan");
  });

  /** Counts lists that the database holds open. On PostgreSQL each has its own connection. */
  async function countOpen(): Promise<number | undefined> {
    const open = sql<{ count: number }>`select count(*)::integer as count from (
      select name from pg_cursors where is_holdable union all
      select application_name from pg_stat_activity
      where application_name = 'colonnade list' and datname = current_database()
    ) lists`;
    return (await open.execute(fixture.database.kysely)).rows[0]?.count;
  }

  const expectOpen = (count: number) => expect.poll(countOpen).toBe(count);
});

function lastSender(text: string): string | undefined {
  return listSchema.parse(JSON.parse(text)).at(-1)?.column_sender.bns_name;
}
