import type { IncomingMessage, ServerResponse } from "node:http";
import type { LookupFunction } from "node:net";
import { isTorture, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createPublicAgent, requestImage } from "../images/request-image.ts";
import { openTestDatabase } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, startFixture } from "./support/fixture.ts";
import { type OtherHost, startOtherHost } from "./support/other-host.ts";
import { hostsOf, privateNetworks, randomAddress } from "./support/private-addresses.ts";

const drawing = sharp({ create: { width: 30, height: 20, channels: 3, background: "#c8431b" } });

/** What the other host answers at each path. */
const answersWith = (png: Buffer) => (request: IncomingMessage, response: ServerResponse) => {
  const [path = "", rest = ""] = request.url?.slice(1).split("?") ?? [];
  const image = (type: string, body: string | Buffer) =>
    response.writeHead(200, { "content-type": type, "set-cookie": "who=you" }).end(body);
  const redirect = (location: string) => response.writeHead(307, { location }).end();
  const answers: Record<string, () => unknown> = {
    "a.png": () => image("image/png", png),
    "huge.png": () => image("image/png", Buffer.alloc(5_000_001)),
    "page.png": () => image("text/html", png),
    "drawn.svg": () => image("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    "noise.png": () => image("image/png", "no image at all"),
    "slow.png": () => response.writeHead(200, { "content-type": "image/png" }).write("x"),
    to: () => redirect(rest),
    hops: () => redirect(Number(rest) > 1 ? `/hops?${Number(rest) - 1}` : "/a.png"),
  };
  const answer = answers[path] ?? (() => response.writeHead(404).end());
  answer();
};

describe.each(databases)("An image at another host on %s", (_, openDatabase) => {
  let host: OtherHost;
  let fixture: Fixture;
  let png: Buffer;

  beforeAll(async () => {
    png = await drawing
      .png()
      .withExif({ IFD0: { Artist: "somebody" } })
      .toBuffer();
    host = await startOtherHost(answersWith(png));
    fixture = await startFixture({ database: await openDatabase(), imageAgent: host.agent });
  });

  afterAll(async () => {
    await fixture.close();
    await host[Symbol.asyncDispose]();
  });

  const load = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${fixture.service.origin}/image?url=${encodeURIComponent(url)}`, { headers });

  it("is loaded once, without a word about the reader, and encoded again", async () => {
    host.requests.splice(0);
    const url = "https://images.example/a.png?who=1";
    const headers = {
      cookie: "colonnade=x",
      referer: "https://secret.example/",
      "user-agent": "me",
    };
    const [first, second] = await Promise.all([load(url, headers), load(url, headers)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers.get("content-type")).toBe("image/webp");
    expect(first.headers.get("set-cookie")).toBeNull();
    expect(first.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(first.headers.get("cache-control")).toBe("public, max-age=300, must-revalidate");
    const { format, width, height, exif } = await sharp(await first.arrayBuffer()).metadata();
    expect({ format, width, height, exif }).toEqual({ format: "webp", width: 30, height: 20 });
    await second.body?.cancel();
    const etag = first.headers.get("etag") ?? "";
    expect((await load(url, { "if-none-match": etag })).status).toBe(304);
    expect(host.requests).toHaveLength(1);
    const sent = JSON.stringify(host.requests);
    for (const secret of ["cookie", "referer", "secret.example", '"me"', "forwarded"]) {
      expect(sent).not.toContain(secret);
    }
  });

  it.each([
    ["that is larger than 5 MB", "https://images.example/huge.png"],
    ["that is no image by its type", "https://images.example/page.png"],
    ["that is a drawing with scripts", "https://images.example/drawn.svg"],
    ["that is no image by its bytes", "https://images.example/noise.png"],
    ["that does not end", "https://images.example/slow.png"],
    ["that does not exist", "https://images.example/nothing.png"],
    ["at a host that does not exist", "https://nowhere.example/a.png"],
    ["at a host in a private network", "https://inside.example/a.png"],
    ["at a host of a cloud's secrets", "https://metadata.example/a.png"],
    ["redirected into a private network", "https://images.example/to?https://inside.example/a.png"],
    ["redirected to a private address", "https://images.example/to?https://10.0.0.7/a.png"],
    ["redirected to a port", "https://images.example/to?https://moved.example:8443/a.png"],
    ["redirected to plain http", "https://images.example/to?http://moved.example/a.png"],
    ["redirected with a password", "https://images.example/to?https://a:b@moved.example/a.png"],
    ["redirected nowhere", "https://images.example/to?https://["],
    ["redirected four times", "https://images.example/hops?4"],
  ])("%s is not shown, and its host is left alone for a minute", async (_, url) => {
    for (const time of ["first", "again"]) {
      const response = await load(url);
      expect([time, response.status]).toEqual([time, 404]);
      expect(await response.json()).toMatchObject({
        error: { code: "does_not_exist", message: "This image could not be loaded from its host" },
      });
      expect(response.headers.get("cache-control")).toBe("no-store");
      if (time === "first") host.requests.splice(0);
    }
    expect(host.requests).toEqual([]);
  });

  it.each([
    "https://images.example/hops?3",
    "https://images.example/to?https://moved.example/a.png",
  ])("is followed from %s", async (url) => {
    expect((await load(url)).status).toBe(200);
  });

  it.each([
    "https://a:b@images.example/a.png",
    "https://a@images.example/a.png",
    "https://images.example:8443/a.png",
    "https://127.0.0.1/a.png",
    "https://2130706433/a.png",
    "https://0x7f.1/a.png",
    "https://[::1]/a.png",
    "https://[::ffff:10.0.0.7]/a.png",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/a.png",
    "https://localhost./a.png",
    "https://printer.local/a.png",
    "https://intranet/a.png",
  ])("is not asked for at %s", async (url) => {
    host.requests.splice(0);
    expect((await load(url)).status).toBe(400);
    expect(host.requests).toEqual([]);
  });
});

describe("Loads from other hosts", () => {
  let host: OtherHost;
  let fixture: Fixture;
  /** Each sends an image that the host holds back. */
  let held: (() => void)[];
  /** Holds back what the service reads from the database. */
  let holdRead: () => Promise<void>;

  beforeEach(async () => {
    const png = await drawing.png().toBuffer();
    held = [];
    host = await startOtherHost((request, response) => {
      const send = () => response.writeHead(200, { "content-type": "image/png" }).end(png);
      if (request.url?.startsWith("/held")) held.push(send);
      else if (request.url?.startsWith("/none")) response.writeHead(404).end();
      else send();
    });
    const environment = { COLONNADE_TRUSTED_PROXIES: "1" };
    holdRead = () => Promise.resolve();
    const opened = await openTestDatabase();
    const kysely = opened.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await holdRead();
        return result;
      },
    });
    const database = { ...opened, kysely };
    fixture = await startFixture({ environment, imageAgent: host.agent, database });
  });

  afterEach(async () => {
    vi.useRealTimers();
    for (const send of held.splice(0)) send();
    await fixture.close();
    await host[Symbol.asyncDispose]();
  });

  const load = (client: string, path: string, signal: AbortSignal | null = null) => {
    const url = encodeURIComponent(`https://images.example/${path}`);
    const headers = { "x-forwarded-for": client };
    return fetch(`${fixture.service.origin}/image?url=${url}`, { headers, signal });
  };
  /** Loads that the host holds back. Each resolves to its status, or to null if the client left. */
  const loadHeld = (client: string, count: number, signal: AbortSignal | null = null) =>
    Array.from({ length: count }, async (_, at) => {
      try {
        return (await load(client, `held?${client}-${at}`, signal)).status;
      } catch {
        return null;
      }
    });
  const expectAsked = (count: number) => expect.poll(() => host.requests.length).toBe(count);

  it("are five at once for a client or a site, so four of them leave room for others", async () => {
    const clients = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];
    const networks = ["2001:db8:5:1::1", "2001:db8:5:2::1"];
    const leave = new AbortController();
    const waiting = [...clients, ...networks].flatMap((each) => loadHeld(each, 8, leave.signal));
    await expectAsked(20);
    expect((await load("192.0.2.9", "a.png")).status).toBe(200);
    expect((await load("2001:db8:6:1::1", "b.png")).status).toBe(200);
    leave.abort();
    await Promise.all(waiting);
  });

  it("wait for their turn, up to forty of a client", async () => {
    const leave = new AbortController();
    const asked = loadHeld("192.0.2.1", 41, leave.signal);
    expect(await Promise.race(asked)).toBe(429);
    const refused = await load("192.0.2.1", "held?more");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    leave.abort();
    expect((await Promise.all(asked)).filter((status) => status === null)).toHaveLength(40);
  });

  it("are refused only to the client that made too many, also while another waits for the same", async () => {
    // The minute does not end.
    vi.useFakeTimers({ toFake: ["Date"] });
    const flooder = "192.0.2.1";
    for (let batch = 0; batch < 10; batch += 1) {
      const loads = Array.from({ length: 30 }, (_, at) => load(flooder, `none?${batch}-${at}`));
      for (const { status } of await Promise.all(loads)) expect(status).toBe(404);
    }
    const reads: (() => void)[] = [];
    holdRead = () => new Promise((answer) => reads.push(answer));
    const expectReads = (count: number) => expect.poll(() => reads.length).toBe(count);
    /** Answers the first two reads of a request: whether the image is hidden, and whether it is kept. */
    const answerTwo = async (waiting: number) => {
      for (let read = 0; read < 2; read += 1) {
        await expectReads(waiting);
        reads.pop()?.();
      }
    };
    const flood = load(flooder, "wanted.png");
    await answerTwo(1);
    await expectReads(1);
    const other = load("192.0.2.2", "wanted.png");
    await answerTwo(2);
    // The other one has joined the load, if it can.
    for (let times = 0; times < 3; times += 1) await fetch(`${fixture.service.origin}/healthz`);
    holdRead = () => Promise.resolve();
    for (const answer of reads.splice(0)) answer();
    expect([(await flood).status, (await other).status]).toEqual([429, 200]);
  });

  it("do not begin when the client has left, or got its answer because it waited too long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const leave = new AbortController();
    const left = loadHeld("192.0.2.1", 20, leave.signal);
    const late = loadHeld("192.0.2.2", 20);
    await expectAsked(10);
    leave.abort();
    expect(await Promise.all(left)).toEqual(Array(20).fill(null));
    // The service has seen that the connections are closed.
    for (let times = 0; times < 3; times += 1) await fetch(`${fixture.service.origin}/healthz`);
    vi.advanceTimersByTime(4_000);
    expect(await Promise.all(late)).toEqual(Array(20).fill(503));
    for (const send of held.splice(0)) send();
    for (const client of ["192.0.2.1", "192.0.2.2"]) {
      expect((await load(client, `${client}.png`)).status).toBe(200);
    }
    expect(host.requests).toHaveLength(12);
  });
});

describe.each(databases)("Kept images of other hosts on %s", (_, openDatabase) => {
  it.each([
    { images: 300, size: 1_000_000, kept: 268 },
    { images: 20_500, size: 1, kept: 20_000 },
  ])("are the newest $kept of $images with $size bytes each", async ({ images, size, kept }) => {
    const database = await openDatabase();
    await sql`insert into linked_images (address, bytes, size, at)
      select 'https://images.example/' || n, '', ${size}, n from generate_series(1, ${images}::int) n
    `.execute(database.kysely);
    const fixture = await startFixture({ database });
    const read = () =>
      database.kysely
        .selectFrom("linked_images")
        .select(({ fn }) => [fn.countAll().as("count"), fn.min("at").as("oldest")])
        .executeTakeFirstOrThrow();
    await expect.poll(read).toEqual({ count: kept, oldest: images - kept + 1 });
    await fixture.close();
  });
});

it("refuses a private address once the name is known, at first and after a redirect", async () => {
  await using host = await startOtherHost(answersWith(Buffer.alloc(0)));
  const refusal = { cause: { message: expect.stringContaining("private IP address") } };
  for (const url of [
    "https://inside.example/a.png",
    "https://metadata.example/latest/meta-data",
    "https://images.example/to?https://inside.example/a.png",
  ]) {
    await expect(requestImage(url, host.agent)).rejects.toMatchObject(refusal);
  }
  expect(host.requests.map(({ url }) => url)).toEqual([
    "images.example/to?https://inside.example/a.png",
  ]);
  // The agent of the service lets no private address through.
  const agent = createPublicAgent();
  const lookup: LookupFunction = (_, __, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);
  Object.assign(agent.options, { lookup });
  const failure = requestImage("https://images.example/a.png", agent);
  await expect(failure).rejects.toMatchObject(refusal);
});

describe("A private address", () => {
  const refused = { cause: { message: expect.stringMatching(/is (?:private|meta) IP address/) } };
  const noWebAddress = { message: expect.stringContaining("is not a public web address") };
  const moved = "https://moved.example/a.png";
  let host: OtherHost;

  beforeAll(async () => {
    const answer = answersWith(await drawing.png().toBuffer());
    host = await startOtherHost((request, response) => {
      const [, turned] = request.url?.split("/turn?") ?? [];
      if (turned === undefined) return answer(request, response);
      host.names.set("images.example", [turned]);
      response.writeHead(302, { location: "/a.png" }).end();
    });
  });
  beforeEach(() => void host.names.set("images.example", ["127.0.0.1"]));
  afterAll(() => host[Symbol.asyncDispose]());

  const load = (url: string) => requestImage(url, host.agent);

  /** Ways to lead a load to an address, with the requests that a host gets before it is refused. */
  const ways: { way: string; asked: number; lead(address: string): Promise<void> }[] = [
    {
      way: "by its name",
      asked: 0,
      async lead(address) {
        host.names.set("moved.example", [address]);
        await expect(load(moved)).rejects.toMatchObject(refused);
      },
    },
    {
      way: "by its name, which has a public address, too",
      asked: 0,
      async lead(address) {
        host.names.set("moved.example", ["127.0.0.1", address]);
        await expect(load(moved)).rejects.toMatchObject(refused);
      },
    },
    {
      way: "by a redirect to its name",
      asked: 1,
      async lead(address) {
        host.names.set("moved.example", [address]);
        await expect(load(`https://images.example/to?${moved}`)).rejects.toMatchObject(refused);
      },
    },
    {
      way: "by a name that led to a public address before",
      asked: 1,
      async lead(address) {
        host.names.set("moved.example", ["127.0.0.1"]);
        await load(moved);
        host.names.set("moved.example", [address]);
        await expect(load(moved)).rejects.toMatchObject(refused);
      },
    },
    {
      way: "by a redirect to the same name, which leads elsewhere by then",
      asked: 1,
      async lead(address) {
        const url = `https://images.example/turn?${address}`;
        await expect(load(url)).rejects.toMatchObject(refused);
        host.names.set("images.example", ["127.0.0.1"]);
      },
    },
    {
      way: "without a name, in every spelling",
      asked: 0,
      async lead(address) {
        for (const name of hostsOf(address)) {
          await expect(load(`https://${name}/a.png`)).rejects.toMatchObject(noWebAddress);
        }
      },
    },
    {
      way: "by a redirect without a name",
      asked: 1,
      async lead(address) {
        const [name] = hostsOf(address);
        const url = `https://images.example/to?https://${name}/a.png`;
        await expect(load(url)).rejects.toMatchObject(noWebAddress);
      },
    },
  ];

  it("is refused before anything connects to it, however a load is led there", async () => {
    const ofEach = triesOf({ usual: 1, torture: 50 });
    const addresses = privateNetworks.flatMap((network) =>
      Array.from({ length: ofEach }, () => randomAddress(network)),
    );
    let tries = 0;
    for (const [place, address] of addresses.entries()) {
      // `npm test` takes one way for each network.
      const some = isTorture ? ways : ways.filter((_, at) => at === place % ways.length);
      for (const { way, asked, lead } of some) {
        host.requests.splice(0);
        await lead(address);
        expect([way, address, host.requests.length]).toEqual([way, address, asked]);
        tries += 1;
      }
    }
    tellRow({
      fault: `images that lead to ${privateNetworks.length} private networks in ${ways.length} ways: by name, by DNS answers that change, by redirect, and spelled as numbers`,
      tries,
      result: "each is refused before anything connects to the address",
      longestMs: null,
    });
  });
});
