import type { IncomingMessage } from "node:http";
import { isTorture, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionCookie } from "../http/session/session-cookie.ts";
import { getAs } from "./support/connections.ts";
import { openTestPostgres } from "./support/databases.ts";
import { type Fixture, registerThree, startFixture, submit } from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";

describe("A burst of one client", () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture();
    await registerThree(fixture);
    await fixture.mine(submit(1, alice, bob));
  });
  afterAll(() => fixture.close());

  it("of reads is refused on PGlite, and another client is served", () =>
    sendBursts(fixture, "PGlite"));

  // PGlite has a single connection, so it shows more in `npm test`.
  it.runIf(isTorture)(
    "of reads is refused on PostgreSQL, and another client is served",
    async () => {
      const other = await startFixture({ database: await openTestPostgres() });
      await sendBursts(other, "PostgreSQL");
      await other.close();
    },
  );

  async function sendBursts(other: Fixture, kind: string): Promise<void> {
    const bursts = triesOf({ usual: 1, torture: 200 });
    let sent = 0;
    for (let counted = 0; counted < bursts; sent += 1) {
      expect(sent).toBeLessThan(2 * bursts);
      if (await sendBurst(other, sent)) counted += 1;
    }
    tellRow({
      fault: `a burst of 200 reads of one client at once, on ${kind}`,
      tries: bursts,
      result: `50 at once were served, 150 got 429 with \`Retry-After\`, and another client was served; ${sent - bursts} more met a stall of the machine and do not count`,
      longestMs: null,
    });
  }

  /**
   * Sends a burst of reads while the database answers none.
   * @returns false if it does not count, because the machine stalled for so long that reads got 503
   */
  async function sendBurst({ service, database }: Fixture, round: number): Promise<boolean> {
    // No two bursts ask for the same, which the response cache would hold, or from the same address: its ports run out.
    const first = round * 1_000 + 1;
    const statuses: (number | undefined)[] = [];
    const ask = async (place: number, client: string) => {
      const url = `${service.origin}/api/milestones?limit=1&before=${first + place}`;
      const response = await getAs(url, client);
      statuses.push(response.statusCode);
      return response;
    };
    const asked: Promise<IncomingMessage>[] = [];
    await database.kysely.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      // PGlite has one connection, which this transaction has. PostgreSQL has others, which wait for the lock.
      await sql`lock table endorsements in access exclusive mode`.execute(trx);
      for (let place = 0; place < 200; place += 1) asked.push(ask(place, `127.1.${round & 255}.1`));
      await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(150);
      asked.push(ask(300, `127.1.${round & 255}.2`));
    });
    const answers = await Promise.all(asked);
    if (isTorture && statuses.includes(503)) return false;
    expect(statuses.filter((status) => status === 200)).toHaveLength(51);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(150);
    for (const { headers } of refused) expect(headers["retry-after"]).toBe("1");
    return true;
  }

  const cookie = `${sessionCookie("http://127.0.0.1")}=made-up`;

  it.each([
    "/api/status",
    "/api/session",
    "/api/own-rejected?limit=1",
    "/api/blocked?limit=1",
    "/api/revisions?id=1",
    "/api/badge/1.svg",
    "/social/1.jpeg",
    "/ipfs/bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy",
    "/dump.json",
  ])("is refused on PGlite, and another client is served: %s", async (path) => {
    const ask = (client: string) => getAs(`${fixture.service.origin}${path}`, client, { cookie });
    const refused: IncomingMessage[] = [];
    const burst: Promise<IncomingMessage>[] = [];
    let other: Promise<IncomingMessage> | undefined;
    // Meanwhile, every read waits for its turn.
    await fixture.database.kysely.transaction().execute(async () => {
      for (let one = 0; one < 220; one += 1) burst.push(ask("127.0.0.4"));
      for (const one of burst) {
        void one.then((response) => response.statusCode === 429 && refused.push(response));
      }
      await expect.poll(() => refused.length).toBe(20);
      other = ask("127.0.0.5");
    });
    expect((await other)?.statusCode).not.toBe(429);
    await Promise.all(burst);
    expect(refused).toHaveLength(20);
    for (const { headers } of refused) expect(headers["retry-after"]).toBe("1");
  });

  it("gets an answer from every /readyz", async () => {
    const { origin } = fixture.service;
    const answers: Promise<IncomingMessage>[] = [];
    // Meanwhile, every read waits for its turn.
    await fixture.database.kysely.transaction().execute(async () => {
      for (let one = 0; one < 220; one += 1) answers.push(getAs(`${origin}/readyz`));
    });
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
