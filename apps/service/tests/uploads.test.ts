import { longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inTurn } from "../images/processing.ts";
import { type Fixture, signInForCookie, startFixture } from "./support/fixture.ts";
import { alice } from "./support/people.ts";
import { longestWaitDuring } from "./support/probe.ts";
import { type RawUpload, sendRaw } from "./support/raw-upload.ts";

let fixture: Fixture;
let cookie: string;

// Each test has its own rate limits.
beforeEach(async () => {
  fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "1" } });
  cookie = await signInForCookie(fixture.service, alice);
});

afterEach(async () => {
  vi.useRealTimers();
  await fixture.close();
});

describe("Slow uploads", () => {
  const ends: (() => void)[] = [];

  const send = (
    client: string,
    body: ReadableStream | FormData,
    type: Record<string, string> = {},
  ) => {
    const { origin } = fixture.service;
    const headers = { cookie, origin, "x-forwarded-for": client, ...type };
    const init = { method: "POST", body, duplex: "half" } as const;
    return fetch(`${origin}/api/upload`, { ...init, headers });
  };

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

  /** Sends a whole image. */
  async function upload(client: string): Promise<number> {
    const background = "#c8431b";
    const image = sharp({ create: { width: 9, height: 9, channels: 3, background } });
    const form = new FormData();
    form.set("file", new Blob([Uint8Array.from(await image.png().toBuffer())]), "image.png");
    return (await send(client, form)).status;
  }

  /** Begins uploads from each address until one of them is refused: four have their places. */
  async function beginFrom(addresses: string[]): Promise<ReturnType<typeof begin>[]> {
    const slow = addresses.map((address) => [1, 2, 3, 4, 5].map(() => begin(address)));
    for (const own of slow) expect(await Promise.race(own)).toEqual([429, "5"]);
    return slow.flat();
  }

  const addresses = (count: number) =>
    Array.from({ length: count }, (_, at) => `192.0.2.${at + 1}`);
  /** Ends what was begun. Returns the statuses in order. */
  async function endAll(slow: ReturnType<typeof begin>[]) {
    for (const end of ends.splice(0)) end();
    return (await Promise.all(slow)).map(([status]) => status).toSorted();
  }

  it("from four addresses leave room for everybody else", async () => {
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

  it("give their places up when all are taken", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const slow = await beginFrom(addresses(6));
    expect(await upload("192.0.2.9")).toBe(503);
    vi.advanceTimersByTime(2_001);
    expect(await upload("192.0.2.9")).toBe(200);
    const statuses = [...Array(23).fill(400), ...Array(6).fill(429), 503];
    expect(await endAll(slow)).toEqual(statuses);
  });
});

describe("Uploads that are expensive to parse", () => {
  const type = "multipart/form-data; boundary=edge";
  const disposition = 'content-disposition: form-data; name="file"; filename="f"\r\n';
  const megabytes = 10_000_000;
  const attack = (start: string, piece: string, contentType = type): RawUpload => ({
    headers: { cookie, "content-type": contentType },
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

  /**
   * Sends two at once. Returns by how many milliseconds that made others wait longer; the best of five, because on a
   * busy machine everybody waits.
   */
  async function measure(make: () => RawUpload): Promise<number> {
    const { origin } = fixture.service;
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 5 && least > 100; tries += 1) {
      const usual = await longestWaitDuring(`${origin}/healthz`, () => sendRaw(origin, []));
      const { longest, result } = await longestWaitDuring(`${origin}/healthz`, () =>
        sendRaw(origin, [make(), make()]),
      );
      expect(result).toEqual(Array(2).fill(expect.stringMatching(/^4(?:00|13)$/)));
      least = Math.min(least, Math.max(0, longest - usual.longest));
    }
    return least;
  }

  it("are refused, and nobody waits 100 ms longer for another answer", async () => {
    const tries = triesOf({ usual: 1, torture: 4 });
    const waits: number[] = [];
    for (let round = 0; round < tries; round += 1) {
      for (const [name, make] of attacks) {
        const wait = await measure(make);
        expect(wait, name).toBeLessThan(longestOf(100));
        waits.push(wait);
      }
      // The next round has its own rate limits.
      await fixture.close();
      fixture = await startFixture();
      cookie = await signInForCookie(fixture.service, alice);
    }
    tellRow({
      fault: "uploads that are expensive to parse, two at once, of 10 MB each",
      tries: attacks.length * tries,
      result: "each is refused; `/healthz` answers meanwhile",
      longestMs: Math.round(Math.max(...waits)),
    });
  });

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
      headers: { cookie, origin },
    });
    expect(response.status).toBe(200);
  });
});

it("processes two images at once and queues the others", async () => {
  const ends: (() => void)[] = [];
  const work = () => inTurn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const works = [work(), work(), work()];
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await works[0];
  await expect.poll(() => ends.length).toBe(3);
  for (const end of ends) end();
  await Promise.all(works);
  const broken = inTurn(() => Promise.reject(new Error("no image")));
  await expect(broken).rejects.toThrow("no image");
  await inTurn(() => Promise.resolve());
});
