import { once } from "node:events";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { isTorture, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Service } from "../service.ts";
import { getAs, say } from "./support/connections.ts";
import {
  type Fixture,
  post,
  registerThree,
  signInForCookie,
  startBeside,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";

describe("A service that waits for bodies", () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture();
    await registerThree(fixture);
    await fixture.mine(submit(1, alice, bob));
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => fixture.close());

  const isServed = async (service: Service) =>
    expect((await fetch(`${service.origin}/api/milestones?limit=1`)).status).toBe(200);

  const slow = { body: { bytes: 1_000, period: 300 } };
  const head = (method: string, origin: string) =>
    `POST ${method} HTTP/1.1\r\nhost: x\r\norigin: ${origin}\r\ncontent-type: application/json\r\n`;

  it("answers 408 to a body that arrives too slowly, and closes the connection", async () => {
    await using service = await startBeside(fixture, { patience: slow });
    const lengths = ["content-length: 5000", "transfer-encoding: chunked"];
    const tries = triesOf({ usual: 1, torture: 100 });
    for (let round = 0; round < tries; round += 1) {
      for (const length of lengths) {
        const began = head("/api/contact-info", service.origin);
        const socket = await say(service.origin, `${began}${length}\r\n\r\n`);
        const answer = await text(socket);
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

  // A stacks-node asks for the connection to be closed, and posts again if that happens before it has sent all.
  it("answers a node once it has read all of a post, also of a kind that it ignores", async () => {
    const { origin, observerUrl } = fixture.service;
    for (const path of ["/new_mempool_tx", "/new_burn_block", "/drop_mempool_tx", "/"]) {
      const began = `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 4\r\n\r\n[1`;
      const socket = await say(observerUrl, began);
      let answer = "";
      socket.setEncoding("utf8").on("data", (part: string) => {
        answer += part;
      });
      // The observer has had time to answer.
      for (let round = 0; round < 3; round += 1) await fetch(`${origin}/healthz`);
      expect(answer, path).toBe("");
      socket.end(",]");
      await once(socket, "close");
      expect(answer, path).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  it("answers 408 to a body that arrives byte by byte", async () => {
    await using service = await startBeside(fixture, { patience: slow });
    const began = head("/api/contact-info", service.origin);
    const socket = await say(service.origin, `${began}content-length: 50000\r\n\r\n`);
    const drops = setInterval(() => socket.write("x"), 20);
    // Nobody takes another drop then.
    const [answer] = await once(socket, "data");
    clearInterval(drops);
    expect(String(answer)).toMatch(/^HTTP\/1.1 408 /);
    socket.destroy();
  });

  /** Sends the head of a contact message behind a proxy, and the first byte of its body. */
  function beginMessage(origin: string, client: string, isChunked: boolean): Promise<Socket> {
    const length = isChunked ? "transfer-encoding: chunked" : "content-length: 5000";
    const begun = `${head("/api/contact-info", origin)}x-forwarded-for: ${client}\r\n${length}`;
    return say(origin, `${begun}\r\n\r\n${isChunked ? "1\r\n{\r\n" : "{"}`);
  }

  const behindProxy = { COLONNADE_TRUSTED_PROXIES: "1" };

  /** @returns the status of a read behind a proxy */
  const readAs = async (url: string, client: string) =>
    (await getAs(url, "127.0.0.1", { "x-forwarded-for": client })).statusCode;

  it("serves a client again after 200 slow bodies", async () => {
    await using service = await startBeside(fixture, { patience: slow, environment: behindProxy });
    const client = "192.0.2.1";
    const isChunked = Array.from({ length: 50 }, (_, place) => place % 2 === 0);
    for (let round = 0; round < 4; round += 1) {
      const sockets = isChunked.map((each) => beginMessage(service.origin, client, each));
      const answers = await Promise.all(sockets.map(async (one) => text(await one)));
      expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(
        new Set(["HTTP/1.1 408"]),
      );
    }
    expect(await readAs(`${service.origin}/api/milestones?limit=1`, client)).toBe(200);
  });

  it("serves others while ten clients hold 200 bodies back each", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const patience = { body: { bytes: 0, period: 3_600_000 }, idle: 0 };
    await using service = await startBeside(fixture, { patience, environment: behindProxy });
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
    const answer = await text(await say(origin, `${message}content-length: 2\r\n\r\n{}`));
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    for (const socket of held) socket.destroy();
  });

  it("answers 408 to the node when a block arrives too slowly", async () => {
    await using service = await startBeside(fixture, { patience: slow });
    const began = "POST /new_block HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n\r\n";
    expect(await text(await say(service.observerUrl, began))).toMatch(/^HTTP\/1.1 408 /);
  });

  it("answers 503 to a posted block while eight others arrive, and takes it when one has left", async () => {
    await using service = await startBeside(fixture);
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
      return await text(socket);
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
});
