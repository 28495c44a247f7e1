import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { isTorture, longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { sessionCookie } from "../http/session/session-cookie.ts";
import { usualPatience } from "../server/guarded-server.ts";
import type { Service, ServiceOptions } from "../service.ts";
import { keepOpen } from "./support/database.ts";
import { openTestPostgres } from "./support/databases.ts";
import {
  type Fixture,
  post,
  registerThree,
  signInForCookie,
  startFixture,
  startTestService,
  submit,
} from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";
import { startProber } from "./support/prober.ts";
import { measureStall, sayWaits } from "./support/stall.ts";

/** Milliseconds that `/healthz` may wait. This process, which the service shares, opens all connections meanwhile. */
const LONGEST = longestOf(500);

describe("A service under a flood", () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture();
    await registerThree(fixture);
    const words = { description: "word ".repeat(400) };
    const ids = Array.from({ length: 100 }, (_, place) => place + 1);
    await fixture.mine(...ids.map((id) => submit(id, alice, bob, words)));
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => fixture.close());

  const startWith = (
    patience: NonNullable<ServiceOptions["patience"]>,
    environment: Record<string, string> = {},
  ) => {
    const database = keepOpen(fixture.database);
    return startTestService(fixture.node, { database, patience, environment });
  };

  /** Connects, says something, and leaves the connection as it is. */
  async function say(url: string, text: string, localAddress = "127.0.0.1"): Promise<Socket> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(text);
    return socket;
  }

  async function readAll(socket: Socket): Promise<string> {
    let text = "";
    for await (const part of socket) text += String(part);
    return text;
  }

  const isServed = async (service: Service) =>
    expect((await fetch(`${service.origin}/api/milestones?limit=1`)).status).toBe(200);

  it("answers beside 2,000 connections whose heads never end, and closes them", async () => {
    const count = triesOf({ usual: 2_000, torture: 4_000 });
    const environment = { COLONNADE_CONNECTIONS_PER_CLIENT: "60000" };
    await using service = await startWith({ head: 10_000, check: 100 }, environment);
    const prober = await startProber(service.origin);
    const halves: Promise<string>[] = [];
    const open = async () => {
      for (let one = 0; one < count; one += 1) {
        const half = await say(service.origin, "GET / HTTP/1.1\r\nhost: x\r\n");
        halves.push(readAll(half));
      }
      await isServed(service);
    };
    const { wait, longest } = await measureStall(prober, open, LONGEST);
    await prober.close();
    const answers = new Set(await Promise.all(halves));
    expect([...answers].every((answer) => answer.startsWith("HTTP/1.1 408"))).toBe(true);
    await isServed(service);
    expect(wait).toBeLessThan(LONGEST);
    tellRow({
      fault: `${count.toLocaleString("en")} connections at once whose requests never end their heads`,
      tries: halves.length,
      result: `all were closed, and others were answered meanwhile; ${sayWaits([wait], LONGEST)}`,
      longestMs: longest,
    });
  });

  const few = { COLONNADE_CONNECTIONS_PER_CLIENT: "3" };
  /** Asks on a connection that stays open. @returns it, and the beginning of the answer, or "closed" */
  async function askAs(service: Service, client: string) {
    const socket = await say(service.origin, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n", client);
    const answer = await new Promise<string>((resolve) => {
      socket.once("data", (part) => resolve(String(part).slice(0, 12)));
      socket.once("close", () => resolve("closed"));
    });
    return { socket, answer };
  }

  it("closes connections of a client that has as many as it may, and serves another", async () => {
    await using service = await startWith({}, few);
    const client = "127.0.0.9";
    const open = [];
    for (let one = 0; one < 3; one += 1) open.push(await askAs(service, client));
    expect(open.map(({ answer }) => answer)).toEqual(Array(3).fill("HTTP/1.1 200"));
    expect((await askAs(service, client)).answer).toBe("closed");
    const other = await askAs(service, "127.0.0.10");
    expect(other.answer).toBe("HTTP/1.1 200");
    open[0]?.socket.destroy();
    await expect.poll(async () => (await askAs(service, client)).answer).toBe("HTTP/1.1 200");
  });

  it("leaves the connections of a proxy unbounded, which are everybody's", async () => {
    await using service = await startWith({}, { ...few, COLONNADE_TRUSTED_PROXIES: "1" });
    for (let one = 0; one < 5; one += 1) {
      expect((await askAs(service, "127.0.0.9")).answer).toBe("HTTP/1.1 200");
    }
  });

  const slow = { body: { bytes: 1_000, period: 300 } };
  const head = (method: string, origin: string) =>
    `POST ${method} HTTP/1.1\r\nhost: x\r\norigin: ${origin}\r\ncontent-type: application/json\r\n`;

  it("answers 408 to a body that arrives too slowly, and closes the connection", async () => {
    await using service = await startWith(slow);
    const lengths = ["content-length: 5000", "transfer-encoding: chunked"];
    const tries = triesOf({ usual: 1, torture: 100 });
    for (let round = 0; round < tries; round += 1) {
      for (const length of lengths) {
        const began = head("/api/contact-info", service.origin);
        const socket = await say(service.origin, `${began}${length}\r\n\r\n`);
        const answer = await readAll(socket);
        expect(answer).toMatch(/^HTTP\/1.1 408 /);
        expect(answer).toMatch(/^connection: close\r$/im);
        expect(answer).toContain("arrived too slowly");
      }
      await isServed(service);
    }
    tellRow({
      fault: "bodies that arrive too slowly",
      tries: tries * lengths.length,
      result: "each got 408 and its connection was closed; others were answered",
      longestMs: null,
    });
  });

  it("answers 408 to a body that arrives byte by byte", async () => {
    await using service = await startWith(slow);
    const began = head("/api/contact-info", service.origin);
    const socket = await say(service.origin, `${began}content-length: 50000\r\n\r\n`);
    const drops = setInterval(() => socket.write("x"), 20);
    expect(await readAll(socket)).toMatch(/^HTTP\/1.1 408 /);
    clearInterval(drops);
  });

  /** Sends the head of a contact message behind a proxy, and the first byte of its body. */
  function beginMessage(origin: string, client: string, isChunked: boolean): Promise<Socket> {
    const length = isChunked ? "transfer-encoding: chunked" : "content-length: 5000";
    const begun = `${head("/api/contact-info", origin)}x-forwarded-for: ${client}\r\n${length}`;
    return say(origin, `${begun}\r\n\r\n${isChunked ? "1\r\n{\r\n" : "{"}`);
  }

  const behindProxy = { COLONNADE_TRUSTED_PROXIES: "1" };

  /** @returns the status of a read behind a proxy */
  const readAs = (url: string, client: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = { agent: false, headers: { "x-forwarded-for": client } };
      get(url, options, (response) => resolve(response.resume().statusCode)).on("error", reject);
    });

  it("serves a client again after 200 slow bodies", async () => {
    await using service = await startWith(slow, behindProxy);
    const client = "192.0.2.1";
    const isChunked = Array.from({ length: 50 }, (_, place) => place % 2 === 0);
    for (let round = 0; round < 4; round += 1) {
      const sockets = isChunked.map((each) => beginMessage(service.origin, client, each));
      const answers = await Promise.all(sockets.map(async (one) => readAll(await one)));
      expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(
        new Set(["HTTP/1.1 408"]),
      );
    }
    expect(await readAs(`${service.origin}/api/milestones?limit=1`, client)).toBe(200);
  });

  it("serves others while ten clients hold 200 bodies back each", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const patience = { body: { bytes: 0, period: 3_600_000 }, idle: 0 };
    await using service = await startWith(patience, behindProxy);
    const { origin } = service;
    const held: Socket[] = [];
    for (let client = 1; client <= 10; client += 1) {
      const own = Array.from({ length: 201 }, () =>
        beginMessage(origin, `192.0.2.${client}`, client % 2 === 0),
      );
      const sockets = await Promise.all(own);
      held.push(...sockets);
      const [refusal] = await Promise.race(sockets.map((socket) => once(socket, "data")));
      expect(String(refusal)).toMatch(/^HTTP\/1.1 429 /);
    }
    const stranger = "198.51.100.1";
    expect(await readAs(`${origin}/api/milestones?limit=7`, stranger)).toBe(200);
    expect(await readAs(`${origin}/readyz`, stranger)).toBe(200);
    // A body that is slow for two seconds gives its slot to the next one.
    vi.advanceTimersByTime(2_001);
    const message = `${head("/api/contact-info", origin)}x-forwarded-for: ${stranger}\r\nconnection: close\r\n`;
    const answer = await readAll(await say(origin, `${message}content-length: 2\r\n\r\n{}`));
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    for (const socket of held) socket.destroy();
  });

  it("answers 408 to the node when a block arrives too slowly", async () => {
    await using service = await startWith(slow);
    const began = "POST /new_block HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n\r\n";
    expect(await readAll(await say(service.observerUrl, began))).toMatch(/^HTTP\/1.1 408 /);
  });

  it("answers 503 to a posted block while eight others arrive, and takes it when one has left", async () => {
    await using service = await startWith({});
    const began = "POST /new_block HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n\r\n";
    const held: Socket[] = [];
    for (let count = 0; count < 8; count += 1) held.push(await say(service.observerUrl, began));
    const known = () => post(service, fixture.tip?.payload);
    await expect.poll(known).toBe(503);
    const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/colonnade_refused_posts_total\{reason="TooManyPostsError"\} [1-9]/);
    held.pop()?.destroy();
    await expect.poll(known).toBe(200);
    for (const socket of held) socket.destroy();
  });

  /** Sends a body of some length by a part each tenth of a second. @returns the answer */
  async function trickle(url: string, began: string, [length, part]: [number, number]) {
    const socket = await say(url, `${began}content-length: ${length}\r\n\r\n`);
    let left = length;
    const drops = setInterval(() => {
      socket.write("x".repeat(Math.min(part, left)));
      left -= Math.min(part, left);
    }, 100);
    try {
      return await readAll(socket);
    } finally {
      clearInterval(drops);
    }
  }

  // It takes 10 s, so it is for the torture alone.
  it.runIf(isTorture)(
    "cuts a body of 8 KB/s, and takes one of 20 KB/s, with the product's own patience",
    async () => {
      const { origin, observerUrl } = fixture.service;
      const post = "POST /new_block HTTP/1.1\r\nhost: x\r\nconnection: close\r\n";
      const [api, block, fast] = await Promise.all([
        trickle(origin, head("/api/contact-info", origin), [79_000, 700]),
        trickle(observerUrl, post, [500_000, 800]),
        trickle(observerUrl, post, [300_000, 2_000]),
      ]);
      expect(api).toMatch(/^HTTP\/1.1 408 /);
      expect(block).toMatch(/^HTTP\/1.1 408 /);
      expect(fast).toMatch(/^HTTP\/1.1 200 /);
      tellRow({
        fault: "bodies of less than 10 KB/s over 10 s, with the usual patience",
        tries: 2,
        result: "408 after 10 s; a body of 20 KB/s is taken whole",
        longestMs: null,
      });
    },
  );

  /** Asks often on one connection, and takes nothing of the answers. */
  async function askWithoutReading(service: Service): Promise<Socket> {
    const asked = "GET /api/milestones?limit=100 HTTP/1.1\r\nhost: x\r\n\r\n";
    const socket = await say(service.origin, asked.repeat(200));
    socket.pause();
    return socket;
  }

  /** Whether the service has closed a connection that its other side does not read. */
  const isCut = (socket: Socket) => {
    socket.write("\r\n");
    return socket.destroyed;
  };

  /** Bytes that each client asks for, and the most of them that the kernel takes for it. */
  const [ASKED, TAKEN] = [16_000_000, 10_000_000];

  /** The bytes that wait in the service for all clients, as it last saw. */
  async function readUnsent(service: Service): Promise<number> {
    const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    return Number(/^colonnade_unsent_bytes (\S+)$/m.exec(metrics)?.[1]);
  }

  it.each(["GET", "HEAD"])(
    "answers a %s with a body that never ends, and closes its connection",
    async (method) => {
      const { origin, metricsUrl } = fixture.service;
      for (const url of [
        `${origin}/healthz`,
        `${origin}/api/milestones?limit=1`,
        `${metricsUrl}/metrics`,
      ]) {
        const { pathname, search } = new URL(url);
        for (const length of ["content-length: 5000", "transfer-encoding: chunked"]) {
          const socket = await say(
            url,
            `${method} ${pathname}${search} HTTP/1.1\r\nhost: x\r\n${length}\r\n\r\n`,
          );
          const answer = await readAll(socket);
          expect(answer).toMatch(/^HTTP\/1.1 200 /);
          expect(answer).toMatch(/^connection: close\r$/im);
        }
      }
    },
  );

  it("closes a connection whose answers nobody takes", async () => {
    await using service = await startWith({ idle: 500 });
    const socket = await askWithoutReading(service);
    // What the other side sends counts as movement, so the questions are far apart.
    await expect.poll(() => isCut(socket), { interval: 2_000 }).toBe(true);
    // On a busy machine an answer may take as long as the connection may be idle.
    await vi.waitFor(() => isServed(service), { timeout: 60_000 });
  });

  it("bounds what waits in memory for all who take nothing", async () => {
    // Under torture as the product has it.
    const patience = { idle: 0, ...(isTorture ? {} : { unsent: 20_000_000, check: 50 }) };
    const { unsent } = { ...usualPatience, ...patience };
    await using service = await startWith(patience);
    const path = "/api/milestones?limit=100";
    const headers = { "accept-encoding": "identity" };
    const page = await (await fetch(service.origin + path, { headers })).arrayBuffer();
    const asked = Math.ceil(ASKED / page.byteLength);
    const rounds = triesOf({ usual: 1, torture: 10 });
    const clients = 30;
    let most = 0;
    for (let round = 0; round < rounds; round += 1) {
      const sockets: Socket[] = [];
      for (let client = 1; client <= clients; client += 1) {
        const request = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
        const socket = await say(service.origin, request.repeat(asked), `127.0.3.${client}`);
        socket.pause();
        sockets.push(socket);
      }
      const open = () => sockets.filter((socket) => !isCut(socket)).length;
      await expect.poll(open).toBeLessThanOrEqual(unsent / (ASKED - TAKEN));
      await expect.poll(() => readUnsent(service)).toBeLessThanOrEqual(unsent);
      most = Math.max(most, await readUnsent(service));
      await isServed(service);
      for (const socket of sockets) socket.destroy();
      await expect.poll(() => readUnsent(service)).toBe(0);
    }
    tellRow({
      fault: "clients that ask for 16 MB each and take nothing",
      tries: rounds * clients,
      result: `so many are cut off that at most ${Math.round(most / 1e6)} MB wait for all, of the ${Math.round(unsent / 1e6)} MB that may; others are answered`,
      longestMs: null,
    });
  });

  it("sends each block to 1,000 streams of many clients, and refuses more of one client", async () => {
    const clients = triesOf({ usual: 20, torture: 40 });
    const { origin } = fixture.service;
    const asking: ClientRequest[] = [];
    const open = (client: number) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const options = { agent: false, localAddress: `127.0.1.${client}` };
        asking.push(get(`${origin}/api/stream`, options, resolve).on("error", reject));
      });
    const streams: IncomingMessage[] = [];
    for (let client = 1; client <= clients; client += 1) {
      streams.push(...(await Promise.all(Array.from({ length: 50 }, () => open(client)))));
    }
    const refused = await open(1);
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "30"]);
    const texts = streams.map((stream) => {
      const seen = { text: "" };
      stream.on("data", (part) => {
        seen.text += String(part);
      });
      return seen;
    });
    const prober = await startProber(origin);
    let id = 1_000;
    const send = async () => {
      id += 1;
      const { payload } = await fixture.mine(submit(id, bob, alice));
      const hasAll = () => texts.every(({ text }) => text.includes(payload.index_block_hash));
      await expect.poll(hasAll).toBe(true);
    };
    const { wait, longest } = await measureStall(prober, send, LONGEST);
    await prober.close();
    expect(wait).toBeLessThan(LONGEST);
    for (const each of asking) each.on("error", () => {}).destroy();
    tellRow({
      fault: "event streams of many clients at once",
      tries: streams.length,
      result: `each got the next block, and one client's 51st was refused; ${sayWaits([wait], LONGEST)}`,
      longestMs: longest,
    });
  });

  it("refuses a burst of reads of one client on PGlite, and serves another", () =>
    sendBursts(fixture, "PGlite"));

  // PGlite has a single connection, so it shows more in `npm test`.
  it.runIf(isTorture)(
    "refuses a burst of reads of one client on PostgreSQL, and serves another",
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
    const ask = (place: number, client: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const url = `${service.origin}/api/milestones?limit=1&before=${first + place}`;
        const options = { agent: false, localAddress: client };
        get(url, options, (response) => {
          statuses.push(response.statusCode);
          resolve(response.resume());
        }).on("error", reject);
      });
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

  it.each([100_000, 500_000])(
    "answers an upload of %d bytes of which 100,000 have come, while the database lets nobody read them",
    async (length) => {
      const { origin } = fixture.service;
      const cookie = await signInForCookie(fixture.service, alice);
      const headers = [
        "POST /api/upload HTTP/1.1",
        "host: x",
        `origin: ${origin}`,
        `cookie: ${cookie}`,
        "content-type: multipart/form-data; boundary=edge",
        `content-length: ${length}`,
      ];
      // Meanwhile, every read waits for its turn.
      await fixture.database.kysely.transaction().execute(async () => {
        const socket = await say(origin, `${headers.join("\r\n")}\r\n\r\n${"x".repeat(100_000)}`);
        const [answer] = await once(socket, "data");
        expect(String(answer)).toMatch(/^HTTP\/1.1 (408|503) /);
        socket.destroy();
      });
    },
  );

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
  ])("refuses a burst of one client on PGlite, and serves another: %s", async (path) => {
    const ask = (client: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const options = { agent: false, localAddress: client, headers: { cookie } };
        const url = `${fixture.service.origin}${path}`;
        get(url, options, (response) => resolve(response.resume())).on("error", reject);
      });
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

  it("answers every /readyz of a burst of one client", async () => {
    const { origin } = fixture.service;
    const answers: Promise<number | undefined>[] = [];
    // Meanwhile, every read waits for its turn.
    await fixture.database.kysely.transaction().execute(async () => {
      for (let one = 0; one < 220; one += 1) answers.push(readAs(`${origin}/readyz`, "192.0.2.1"));
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  });
});
