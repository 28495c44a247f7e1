import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { crc32, deflateSync } from "node:zlib";
import { categories } from "@colonnade/domain/category.ts";
import { cidOfBytes } from "@colonnade/domain/cid-of-bytes.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Trx } from "../db/database.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, signIn, startFixture } from "./support/fixture.ts";
import { alice } from "./support/people.ts";

describe.each(databases)("Images on %s", (name, openDatabase) => {
  let fixture: Fixture;
  let asAlice: typeof fetch;

  beforeAll(async () => {
    const environment = { COLONNADE_TRUSTED_PROXIES: "1" };
    fixture = await startFixture({ database: await openDatabase(), environment });
    ({ fetch: asAlice } = await signIn(fixture.service, alice));
  });

  afterAll(() => fixture.close());

  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 30 } } });
  const upload = async (...files: (Uint8Array | string)[]) => {
    const form = new FormData();
    for (const file of files)
      form.append("file", new Blob([new Uint8Array(Buffer.from(file))]), "f");
    return asAlice(`${fixture.service.origin}/api/upload`, { method: "POST", body: form });
  };
  const load = async (cid: string) => {
    const response = await fetch(`${fixture.service.origin}/ipfs/${cid}`);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const cidIn = async (response: Response): Promise<string> => {
    const body: unknown = await response.json();
    expect(body).toEqual({ cid: expect.any(String) });
    return typeof body === "object" && body !== null && "cid" in body ? String(body.cid) : "";
  };

  it.each(["png", "jpeg", "webp", "gif", "avif"] as const)("accepts %s", async (format) => {
    const response = await upload(await picture(40, 30).toFormat(format).toBuffer());
    expect(response.status).toBe(200);
    const { response: image, bytes } = await load(await cidIn(response));
    expect(image.headers.get("content-type")).toBe("image/webp");
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  it("stores an image under the CID of the bytes it serves, cached for five minutes", async () => {
    const cid = await cidIn(await upload(await picture(1200, 1000).png().toBuffer()));
    const { response, bytes } = await load(cid);
    expect(await cidOfBytes(bytes)).toBe(cid);
    expect(cid).toMatch(/^baf/);
    expect(response.headers.get("cache-control")).toBe("public, max-age=300, must-revalidate");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await sharp(bytes).metadata()).toMatchObject({ height: 500, width: 600 });
  });

  it("computes the CID that IPFS gives to a file of several blocks", async () => {
    expect(await cidOfBytes(new Uint8Array(300_000))).toMatch(/^bafybei/);
    expect(await cidOfBytes(new TextEncoder().encode("hello"))).toBe(
      "bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq",
    );
  });

  it("removes metadata and turns the image upright", async () => {
    const file = await picture(60, 20)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: "where I live" } })
      .jpeg()
      .toBuffer();
    const { bytes } = await load(await cidIn(await upload(file)));
    const { exif, width, height } = await sharp(bytes).metadata();
    expect([exif, width, height]).toEqual([undefined, 20, 60]);
  });

  it("rejects a width or height of 2500 pixels, and accepts 2499", async () => {
    for (const [width, height] of [
      [2500, 10],
      [10, 2500],
    ] as const) {
      const response = await upload(await picture(width, height).png().toBuffer());
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { message: messages.imageTooLarge } });
    }
    expect((await upload(await picture(2499, 2499).png().toBuffer())).status).toBe(200);
  });

  it("rejects 10,000,000 bytes", async () => {
    const response = await upload(new Uint8Array(10_000_000));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: { code: "payload_too_large_error", message: messages.imageTooHeavy },
    });
  });

  it("rejects two files and no file", async () => {
    const png = await picture(4, 4).png().toBuffer();
    const two = await upload(png, png);
    expect(await two.json()).toMatchObject({ error: { message: messages.singleImageFile } });
    const none = await upload();
    expect(none.status).toBe(400);
    expect(await none.json()).toMatchObject({ error: { message: messages.imageFile } });
  });

  it.each<[string, () => Uint8Array | string]>([
    ["SVG", () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'],
    [
      "SVG behind an XML head",
      () => '<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ["HTML", () => "<!doctype html><script>alert(1)</script>"],
    ["text", () => "hello"],
    ["nothing at all", () => ""],
    ["PDF", () => "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj"],
    ["half a PNG", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
  ])("refuses %s", async (_, file) => {
    const response = await upload(file());
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: messages.imageFile } });
  });

  it("rejects a decompression bomb before it decodes a pixel", async () => {
    const response = await upload(bomb(60_000, 60_000));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: messages.imageTooLarge } });
  });

  it("serves the ten presets under their fixed CIDs", async () => {
    for (const { cid } of categories) {
      const { response, bytes } = await load(cid);
      expect(response.headers.get("content-type")).toBe("image/png");
      expect(await cidOfBytes(bytes)).toBe(cid);
    }
  });

  it("serves each image at a smaller width that fills the square, as AVIF, a preset cached for good", async () => {
    const [{ cid: preset }] = categories;
    const photo = await cidIn(await upload(await picture(900, 450).png().toBuffer()));
    for (const [cid, square, caching] of [
      [preset, { width: 256, height: 256 }, "public, max-age=31536000, immutable"],
      [photo, { width: 512, height: 256 }, "public, max-age=300, must-revalidate"],
    ] as const) {
      const whole = await load(cid);
      const { response, bytes } = await load(`${cid}?width=256`);
      expect(response.headers.get("content-type")).toBe("image/avif");
      expect(response.headers.get("cache-control")).toBe(caching);
      expect(response.headers.get("etag")).not.toBe(whole.response.headers.get("etag"));
      expect(await sharp(bytes).metadata()).toMatchObject(square);
      expect((await load(`${cid}?width=256`)).bytes).toEqual(bytes);
    }
    expect((await load(`${preset}?width=640`)).bytes.length).toBeLessThan(60_000);
  });

  it("never enlarges an image", async () => {
    const cid = await cidIn(await upload(await picture(40, 30).png().toBuffer()));
    const { bytes } = await load(`${cid}?width=640`);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  it.each(["255", "100000", "0", "-64", "64.5", "wide", ""])(
    "rejects the width %j",
    async (width) => {
      const [{ cid }] = categories;
      const { response, bytes } = await load(`${cid}?width=${width}`);
      expect(response.status).toBe(400);
      expect(JSON.parse(bytes.toString())).toMatchObject({ error: { code: "validation_error" } });
    },
  );

  it("answers 404 for an unknown image without waiting for others to be resized", async () => {
    const order: string[] = [];
    const ask = async (path: string) => {
      await load(path);
      order.push(path);
    };
    const unknown = "bafkreinothere000000000000?width=64";
    const small = categories.flatMap(({ cid }) => [`${cid}?width=384`, `${cid}?width=640`]);
    await Promise.all([...small, unknown].map(ask));
    expect(order.indexOf(unknown)).toBeLessThan(small.length / 2);
  });

  describe("that one client asks for, all at once,", () => {
    const ask = async (client: string, path: string) => {
      const headers = { "x-forwarded-for": client };
      const response = await fetch(`${fixture.service.origin}${path}`, { headers });
      await response.arrayBuffer();
      return response.status;
    };

    /** Resolves when so many requests have reached the service, which runs in this process. */
    async function send(count: number, ask: () => void): Promise<void> {
      const received = Promise.withResolvers<void>();
      let left = count;
      const onRequest = () => {
        left -= 1;
        if (left === 0) received.resolve();
      };
      subscribe("http.server.request.start", onRequest);
      for (let times = 0; times < count; times += 1) ask();
      await received.promise;
      unsubscribe("http.server.request.start", onRequest);
      // By the time of this answer they wait for their turns.
      await fetch(`${fixture.service.origin}/healthz`);
    }

    /** Counts the connections that wait for the locked table. PGlite has only one, whose statements wait in order. */
    async function countWaiting(trx: Trx): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_locks where relation = 'images'::regclass and not granted`.execute(
        trx,
      );
      return rows[0]?.count ?? 0;
    }

    /** Asks for an image sixty times while nobody can read one. */
    async function askWhileHeld(meanwhile: () => Promise<void>): Promise<number[]> {
      const cid = await cidIn(await upload(await picture(50, 40).png().toBuffer()));
      const asked: Promise<number>[] = [];
      await fixture.database.kysely.transaction().execute(async (trx) => {
        await sql`lock table images`.execute(trx);
        await send(60, () => asked.push(ask("192.0.2.1", `/ipfs/${cid}`)));
        for (const one of asked) void one.then(() => order.push("many"));
        order.splice(0);
        await send(1, () => void ask("192.0.2.2", `/ipfs/${cid}`).then(() => order.push("one")));
        // Two of the one client, and one of the other.
        if (name === "PostgreSQL") await expect.poll(() => countWaiting(trx)).toBe(3);
        await meanwhile();
      });
      return Promise.all(asked);
    }
    const order: string[] = [];

    it("are all served, and another client's does not wait for them", async () => {
      expect(await askWhileHeld(async () => {})).toEqual(Array(60).fill(200));
      await expect.poll(() => order).toContain("one");
      expect(order.indexOf("one")).toBeLessThan(20);
    });

    it.runIf(name === "PostgreSQL")(
      "leave connections to the database for other calls",
      async () => {
        await askWhileHeld(async () => {
          for (let limit = 1; limit <= 5; limit += 1) {
            expect(await ask("192.0.2.3", `/api/orgs?limit=${limit}`)).toBe(200);
          }
        });
      },
    );
  });

  it("answers 304 when the ETag matches, and 404 for an unknown image", async () => {
    const { cid } = categories[0];
    const ask = (path: string, ifNoneMatch: string) =>
      fetch(`${fixture.service.origin}/ipfs/${path}`, {
        headers: { "if-none-match": ifNoneMatch },
      });
    for (const known of [`"${cid}"`, `W/"${cid}"`, `"other", "${cid}"`, "*"]) {
      expect((await ask(cid, known)).status).toBe(304);
    }
    for (const other of ['"other"', `"${cid}-64"`, cid]) {
      expect((await ask(cid, other)).status).toBe(200);
    }
    expect((await ask("bafkreinothere000000000000", "*")).status).toBe(404);
  });

  it("serves an image by every spelling of its CID, with one ETag", async () => {
    const cid = await cidIn(await upload(await picture(90, 60).png().toBuffer()));
    const { response } = await load(cid);
    for (const spelled of [cid.toUpperCase(), `%62${cid.slice(1)}`]) {
      const same = await load(spelled);
      expect(same.response.status).toBe(200);
      expect(same.response.headers.get("etag")).toBe(response.headers.get("etag"));
    }
    expect((await load(`${cid}/a.png`)).response.status).toBe(404);
  });

  it.each([
    "bafkreinothere000000000000",
    "x",
    "x/y",
    "..%2Fpackage.json",
    "a%00b",
    "bafkreinothere000000000000?width=64",
  ])("answers 404 for /ipfs/%s", async (cid) => {
    expect((await load(cid)).response.status).toBe(404);
  });
});

/** A small PNG whose header claims a huge size. */
function bomb(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type, "ascii"), data]);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(5_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
