import { type ClientRequest, get, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { isTorture, longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { usualPatience } from "../server/guarded-server.ts";
import type { Service } from "../service.ts";
import { say } from "./support/connections.ts";
import {
  type Fixture,
  registerThree,
  startBeside,
  startFixture,
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
  afterAll(() => fixture.close());

  const isServed = async (service: Service) =>
    expect((await fetch(`${service.origin}/api/milestones?limit=1`)).status).toBe(200);

  it("answers beside 2,000 connections whose heads never end, and closes them", async () => {
    const count = triesOf({ usual: 2_000, torture: 4_000 });
    await using service = await startBeside(fixture, {
      patience: { head: 10_000, check: 100 },
      environment: { COLONNADE_CONNECTIONS_PER_CLIENT: "60000" },
    });
    const prober = await startProber(service.origin);
    const halves: Promise<string>[] = [];
    const open = async () => {
      for (let one = 0; one < count; one += 1) {
        const half = await say(service.origin, "GET / HTTP/1.1\r\nhost: x\r\n");
        halves.push(text(half));
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
    await using service = await startBeside(fixture, { environment: few });
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
    await using service = await startBeside(fixture, {
      environment: { ...few, COLONNADE_TRUSTED_PROXIES: "1" },
    });
    for (let one = 0; one < 5; one += 1) {
      expect((await askAs(service, "127.0.0.9")).answer).toBe("HTTP/1.1 200");
    }
  });

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
          const answer = await text(socket);
          expect(answer).toMatch(/^HTTP\/1.1 200 /);
          expect(answer).toMatch(/^connection: close\r$/im);
        }
      }
    },
  );

  it("closes a connection whose answers nobody takes", async () => {
    await using service = await startBeside(fixture, { patience: { idle: 500 } });
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
    await using service = await startBeside(fixture, { patience });
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
});
