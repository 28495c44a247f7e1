import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Fixture,
  type FixtureOptions,
  signInForCookie,
  startFixture,
} from "./support/fixture.ts";
import { startImageFlood } from "./support/image-flood.ts";
import { startOtherHost } from "./support/other-host.ts";
import { people, person } from "./support/people.ts";
import { startProber } from "./support/prober.ts";
import { type RawUpload, sendRaw } from "./support/raw-upload.ts";
import { measureStall, sayWaits } from "./support/stall.ts";

let fixture: Fixture;
let cookies: string[];
let uploads = 0;

afterEach(async () => {
  vi.useRealTimers();
  await fixture.close();
});

/** Starts a service with its own rate limits, and signs everybody in. */
async function start(options: FixtureOptions): Promise<void> {
  fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "1" }, ...options });
  cookies = await Promise.all(people.map((each) => signInForCookie(fixture.service, each)));
}

/** Each person may upload a few times an hour. */
function nextCookie(): string {
  uploads += 1;
  return cookies[uploads % cookies.length] ?? "";
}

function send(client: string, body: ReadableStream | FormData, type: Record<string, string> = {}) {
  const { origin } = fixture.service;
  const headers = { cookie: nextCookie(), origin, "x-forwarded-for": client, ...type };
  const init = { method: "POST", body, duplex: "half" } as const;
  return fetch(`${origin}/api/upload`, { ...init, headers });
}

/** Sends a whole image. */
async function upload(client: string): Promise<number> {
  const background = "#c8431b";
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background } });
  const form = new FormData();
  form.set("file", new Blob([Uint8Array.from(await image.png().toBuffer())]), "image.png");
  return (await send(client, form)).status;
}

const addresses = (count: number) => Array.from({ length: count }, (_, at) => `192.0.2.${at + 1}`);

const hour = 3_600_000;

describe("Slow uploads", () => {
  const ends: (() => void)[] = [];

  /** Nobody gets 408 for what is held back. */
  const startPatiently = () => start({ patience: { body: { bytes: 0, period: hour } } });

  /** Begins to send a form, and completes it when the test calls its function in `ends`. */
  async function begin(client: string) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from("--edge\r\n"));
        ends.push(() => controller.close());
      },
    });
    const type = { "content-type": "multipart/form-data; boundary=edge" };
    const { status, headers } = await send(client, body, type);
    return [status, headers.get("retry-after")];
  }

  /** Begins uploads from each address until one of them is refused: four have slots. */
  async function beginFrom(addresses: string[]): Promise<ReturnType<typeof begin>[]> {
    const slow = addresses.map((address) => [1, 2, 3, 4, 5].map(() => begin(address)));
    for (const own of slow) expect(await Promise.race(own)).toEqual([429, "5"]);
    return slow.flat();
  }

  /** Ends what was begun. Returns the statuses in order. */
  async function endAll(slow: ReturnType<typeof begin>[]) {
    for (const end of ends.splice(0)) end();
    return (await Promise.all(slow)).map(([status]) => status).toSorted();
  }

  it("from four addresses leave room for everybody else", async () => {
    await startPatiently();
    const tries = triesOf({ usual: 10, torture: 50 });
    const slow = await beginFrom(addresses(4));
    for (let times = 0; times < tries; times += 1) expect(await upload("192.0.2.9")).toBe(200);
    expect(await endAll(slow)).toEqual([...Array(16).fill(400), ...Array(4).fill(429)]);
    expect(await upload("192.0.2.1")).toBe(200);
    tellRow({
      fault: "uploads from four addresses that take all places they get and send nothing",
      tries,
      result: "each upload from another address was taken",
      longestMs: null,
    });
  });

  it("from all networks of one IPv6 site have no more slots than one client", async () => {
    await startPatiently();
    const networks = [1, 2, 3, 4, 5].map((network) => begin(`2001:db8:5:${network}::1`));
    expect(await Promise.race(networks)).toEqual([429, "5"]);
    expect(await upload("2001:db8:5:6::1")).toBe(429);
    expect(await upload("2001:db8:6:1::1")).toBe(200);
    expect(await endAll(networks)).toEqual([400, 400, 400, 400, 429]);
    expect(await upload("2001:db8:5:6::1")).toBe(200);
  });

  it("give their slots up when all are taken", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    await startPatiently();
    const slow = await beginFrom(addresses(6));
    expect(await upload("192.0.2.9")).toBe(503);
    vi.advanceTimersByTime(2_001);
    expect(await upload("192.0.2.9")).toBe(200);
    const statuses = [...Array(23).fill(400), ...Array(6).fill(429), 503];
    expect(await endAll(slow)).toEqual(statuses);
  });

  it("give their slots up after 408, even if the client keeps its side open", async () => {
    await start({ patience: { body: { bytes: 1_000, period: 300 } } });
    const { origin } = fixture.service;
    const { hostname, port } = new URL(origin);

    async function sendNothing(client: string): Promise<string> {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      await once(socket, "connect");
      const head = [
        "POST /api/upload HTTP/1.1",
        "host: x",
        `origin: ${origin}`,
        `cookie: ${nextCookie()}`,
        `x-forwarded-for: ${client}`,
        "content-type: multipart/form-data; boundary=edge",
        "content-length: 5000",
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      opened.push(socket);
      const answer: Buffer[] = await once(socket, "data");
      return String(answer[0]).slice(9, 12);
    }

    const opened: Socket[] = [];
    const rounds = triesOf({ usual: 1, torture: 20 });
    for (let round = 0; round < rounds; round += 1) {
      for (const client of addresses(2)) {
        const held = Array.from({ length: 4 }, () => sendNothing(client));
        expect(await Promise.all(held)).toEqual(Array(4).fill("408"));
        expect(await upload(client)).toBe(200);
      }
    }
    for (const socket of opened) socket.destroy();
    tellRow({
      fault: "uploads that send nothing until they are answered 408",
      tries: opened.length,
      result: "each gave its place back; the client's next upload was taken",
      longestMs: null,
    });
  });
});
describe("Uploads that are expensive to parse", () => {
  /** Milliseconds that `/healthz` may wait. */
  const BOUND = longestOf(100);

  beforeEach(() => start({}));

  const type = "multipart/form-data; boundary=edge";
  const disposition = 'content-disposition: form-data; name="file"; filename="f"\r\n';
  const megabytes = 10_000_000;
  const attack = (start: string, piece: string, contentType = type): RawUpload => ({
    headers: { cookie: nextCookie(), "content-type": contentType },
    start,
    piece,
    times: Math.floor(megabytes / piece.length),
  });
  const long = "e".repeat(8_000);
  const attacks: [string, () => RawUpload][] = [
    ["10 MB of empty parts", () => attack("", "--edge\r\n\r\n\r\n")],
    ["10 MB of boundaries", () => attack("", "--edge\r\n")],
    ["a million tiny headers", () => attack("--edge\r\n", "a:b\r\n")],
    [
      "10 MB of fields",
      () => attack("", `--edge\r\n${disposition.replace('; filename="f"', "")}\r\nx\r\n`),
    ],
    ["10 MB of files", () => attack("", `--edge\r\n${disposition}\r\nx\r\n`)],
    ["no boundary in the body", () => attack("", "x")],
    ["no boundary in the header", () => attack("", "--edge\r\n", "multipart/form-data")],
    ["beginnings of a boundary", () => attack(`--edge\r\n${disposition}\r\n`, "\r\n--edg")],
    ["a huge header", () => attack("--edge\r\n", "x".repeat(1000))],
    ["a long boundary", () => attack("", `\r\n--${long.slice(1)}`, `${type}${long}`)],
    ["a file of 10 MB and more", () => attack(`--edge\r\n${disposition}\r\n`, "x".repeat(1001))],
  ];

  it.each([
    {
      count: 2,
      sent: attacks,
      fault: "uploads that are expensive to parse, two at once, of 10 MB each",
    },
    { count: 4, sent: attacks.slice(0, 1), fault: "uploads of 10 MB of empty parts, four at once" },
  ])(
    "are refused, $count at once, and nobody waits 100 ms longer for another answer",
    async ({ count, sent, fault }) => {
      const rounds = triesOf({ usual: 1, torture: 4 });
      const waits: number[] = [];
      let [longestMs, tries] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        const prober = await startProber(fixture.service.origin);
        for (const [name, make] of sent) {
          const stall = await measureStall(prober, () => sendAtOnce(make, count), BOUND);
          expect(stall.wait, name).toBeLessThan(BOUND);
          waits.push(stall.wait);
          longestMs = Math.max(longestMs, stall.longest);
          tries += stall.tries;
        }
        await prober.close();
        // The next round has its own rate limits.
        await fixture.close();
        await start({});
      }
      tellRow({ fault, tries, result: `each is refused; ${sayWaits(waits, BOUND)}`, longestMs });
    },
  );

  async function sendAtOnce(make: () => RawUpload, count: number): Promise<void> {
    const statuses = await sendRaw(fixture.service.origin, Array.from({ length: count }, make));
    expect(statuses).toEqual(Array(count).fill(expect.stringMatching(/^4(?:00|13)$/)));
  }

  it("take nothing from the next upload", async () => {
    const statuses = await sendRaw(
      fixture.service.origin,
      attacks.slice(0, 4).map(([, make]) => make()),
    );
    expect(statuses).toEqual(Array(4).fill("400"));
    const image = sharp({ create: { width: 9, height: 9, channels: 3, background: "#c8431b" } });
    const form = new FormData();
    form.set("file", new Blob([Uint8Array.from(await image.png().toBuffer())]), "image.png");
    const { origin } = fixture.service;
    const response = await fetch(`${origin}/api/upload`, {
      method: "POST",
      body: form,
      headers: { cookie: nextCookie(), origin },
    });
    expect(response.status).toBe(200);
  });
});

describe("Images that are slow to decode", () => {
  /** Milliseconds in which an upload must be answered. */
  const LONGEST = 5_000;
  /** Noise of this width is encoded four times until it is small enough. Taller images are scaled down and cost less. */
  const [width, height] = [2_499, triesOf({ usual: 250, torture: 500 })];
  const noise = randomBytes(width * height * 3);
  const makeSlowImage = () =>
    sharp(noise, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 25 })
      .toBuffer();

  it("from four addresses, and images of slow hosts, hold up nobody else's upload", async () => {
    const tries = triesOf({ usual: 3, torture: 100 });
    const file = await makeSlowImage();
    await using host = await startOtherHost((request, response) => {
      response.writeHead(200, { "content-type": "image/jpeg" });
      if (request.url?.startsWith("/noise")) response.end(file);
      else response.flushHeaders();
    });
    await start({ imageAgent: host.agent });
    const names = Array.from(
      { length: triesOf({ usual: 4, torture: 20 }) },
      (_, at) => `mallory ${at}`,
    );
    const sessions = await Promise.all(
      names.map((name) => signInForCookie(fixture.service, person(name))),
    );
    await using _flood = await startImageFlood({
      origin: fixture.service.origin,
      clients: addresses(4).map((address, at) => ({
        address,
        cookies: sessions.filter((_, place) => place % 4 === at),
      })),
      file,
    });
    let longest = 0;
    for (let times = 0; times < tries; times += 1) {
      const began = performance.now();
      expect(await upload("192.0.2.9")).toBe(200);
      longest = Math.max(longest, performance.now() - began);
    }
    expect(longest).toBeLessThan(longestOf(LONGEST));
    tellRow({
      fault:
        "four addresses that upload images which are slow to decode, and load others of slow hosts",
      tries,
      result: "each upload from another address was taken within 5 s",
      longestMs: Math.round(longest),
    });
  });
});
