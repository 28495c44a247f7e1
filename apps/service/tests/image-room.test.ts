import { randomBytes } from "node:crypto";
import { ApiError } from "@colonnade/domain/http/client.ts";
import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import { submit } from "./support/fixture.ts";
import { hour, setUpImages } from "./support/image-uploads.ts";
import { alice, bob, carol, type Person } from "./support/people.ts";
import { insertApplication } from "./support/review.ts";

describe.each(databases)("Stored images on %s", (databaseName, openDatabase) => {
  const uploads = setUpImages(openDatabase);
  const { start, wait, pass, upload, uploadPatiently, load, remove } = uploads;

  /** An image whose bytes cannot be made fewer. */
  const noise = (width = 500, height = 400, channels: 3 | 4 = 3) =>
    sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
      .png()
      .toBuffer();
  const refused = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ApiError)) throw new Error("The upload was not refused");
    return { status: error.status, message: error.message };
  };

  /** Noise in every kind of file that is taken, as random as the torture wants it. */
  async function randomNoise(): Promise<Buffer> {
    const upTo = (most: number) => 300 + Math.floor(Math.random() * (most - 300));
    const channels = Math.random() < 0.3 ? 4 : 3;
    const raw = { width: upTo(2_500), height: upTo(1_000), channels } as const;
    const image = sharp(randomBytes(raw.width * raw.height * channels), { raw });
    const files = [
      () => image.jpeg({ quality: 80 }),
      () => image.webp({ quality: 90, effort: 0 }),
      () => image.png({ compressionLevel: 0 }),
    ];
    for (const file of files.toSorted(() => Math.random() - 0.5)) {
      const bytes = await file().toBuffer();
      if (bytes.length < limits.imageBytes) return bytes;
    }
    return randomNoise();
  }

  // It is the same on both databases.
  it.runIf(databaseName === "PGlite")("have at most 400 kB each", async () => {
    await start();
    const worst = [
      [2499, 500, 3],
      // Transparent, which WebP keeps without loss.
      [2499, 250, 4],
      [1600, 1600, 3],
    ] as const;
    const images = worst.map((size) => () => noise(...size));
    const more = Array.from({ length: triesOf({ usual: 0, torture: 40 }) }, () => randomNoise);
    let largest = 0;
    for (const [place, make] of [...images, ...more].entries()) {
      const image = await make();
      const person = [alice, bob, carol][place % 3] ?? alice;
      const cid = await uploadPatiently(person, image);
      const { byteLength } = await (await load(cid)).arrayBuffer();
      expect(byteLength).toBeLessThanOrEqual(limits.storedImageBytes);
      expect(byteLength).toBeGreaterThan(20_000);
      largest = Math.max(largest, byteLength);
      // The rate limits start again.
      if (place % 20 === 19) wait(hour);
    }
    tellRow({
      fault: "images of noise, transparent or not, up to 2,499 pixels wide and 10 MB",
      tries: images.length + more.length,
      result: `each is stored; the largest takes ${Math.ceil(largest / 1000)} kB, of the 400 that it may`,
      longestMs: null,
    });
  });

  const readTotal = async (holder: string) => {
    const row = await uploads.fixture.database.kysely
      .selectFrom("image_totals")
      .where("holder", "=", holder)
      .select("bytes")
      .executeTakeFirst();
    return row?.bytes ?? 0;
  };
  /** The bytes that images really have, of all. */
  const readBytes = async () => {
    const row = await uploads.fixture.database.kysely
      .selectFrom("images")
      .select(sql<number>`coalesce(sum(octet_length(bytes)), 0)::integer`.as("bytes"))
      .executeTakeFirstOrThrow();
    return row.bytes;
  };

  const noRoom = { status: 507, message: expect.stringContaining("no room for another image") };
  const noOwnRoom = { status: 429, message: expect.stringContaining("a day after their upload") };

  /** Uploads four images at once. @returns how many were stored; the others were refused */
  async function uploadFour(
    uploaders: readonly Person[],
    refusal: { status: number; message: string },
  ): Promise<number> {
    const images = await Promise.all(Array.from({ length: 4 }, () => noise(600, 400)));
    const sent = images.map(async (image, place) => {
      const attempt = uploadPatiently(uploaders[place % uploaders.length] ?? alice, image);
      if (
        await attempt.then(
          () => true,
          () => false,
        )
      )
        return true;
      expect(await refused(attempt)).toEqual(refusal);
      return false;
    });
    return (await Promise.all(sent)).filter((isStored) => isStored).length;
  }

  /** Under torture, fills the room of all again and again, by four uploads at once. */
  async function uploadAtTheEdge(most: number): Promise<void> {
    const rounds = triesOf({ usual: 0, torture: 20 });
    const count = { stored: 0, refused: 0 };
    for (let round = 0; round < rounds; round += 1) {
      await pass(25 * hour);
      await remove();
      expect([await readBytes(), await readTotal("")]).toEqual([0, 0]);
      let isFull = false;
      while (!isFull) {
        const made = await uploadFour([alice, bob], noRoom);
        count.stored += made;
        count.refused += 4 - made;
        isFull = made < 4;
        expect(await readTotal("")).toBe(await readBytes());
        expect(await readBytes()).toBeLessThanOrEqual(most);
      }
    }
    tellRow({
      fault: `uploads of two principals, four at once, into a room of 1 MB for all, on ${databaseName}`,
      tries: count.stored + count.refused,
      result: `${count.refused} were refused with words; never more than 1 MB was stored, and it is free again after the removal`,
      longestMs: null,
    });
  }

  /** Under torture, fills the room of a person again and again, by four uploads at once. */
  async function uploadAtTheOwnEdge(): Promise<void> {
    const rounds = triesOf({ usual: 0, torture: 40 });
    const before = limits.imagesOfOneBytes - 300_000;
    const count = { stored: 0, refused: 0 };
    for (let round = 0; round < rounds; round += 1) {
      wait(hour);
      await uploads.fixture.database.kysely.deleteFrom("images").execute();
      await uploads.fixture.database.kysely
        .updateTable("image_totals")
        .set({ bytes: before })
        .where("holder", "=", alice.address)
        .execute();
      const made = await uploadFour([alice], noOwnRoom);
      expect(made).toBeLessThan(4);
      expect(await readTotal(alice.address)).toBe(before + (await readBytes()));
      expect(await readTotal(alice.address)).toBeLessThanOrEqual(limits.imagesOfOneBytes);
      expect(await upload(bob)).toMatch(/^baf/);
      count.stored += made;
      count.refused += 4 - made;
    }
    tellRow({
      fault: `uploads of one principal, four at once, when 300 kB of its 40 MB are left, on ${databaseName}`,
      tries: count.stored + count.refused,
      result: `${count.refused} were refused with words; never more than 40 MB was stored, and another principal's image was taken`,
      longestMs: null,
    });
  }

  /** Alice uploads until there is no room. @returns what was stored, and the refusal */
  async function fill() {
    const cids: string[] = [];
    for (;;) {
      const attempt = uploadPatiently(alice, await noise());
      const cid = await attempt.catch(() => null);
      if (cid === null) return { cids, refusal: await refused(attempt) };
      cids.push(cid);
    }
  }

  it("share COLONNADE_IMAGES_MB, and free their part when they are removed", async () => {
    const most = 1_000_000;
    await start({ environment: { COLONNADE_IMAGES_MB: String(most / 1_000_000) } });
    expect((await fill()).refusal).toEqual(noRoom);
    expect(await readTotal("")).toBeLessThanOrEqual(most);
    await uploadAtTheEdge(most);
    await pass(25 * hour);
    await remove();
    expect(await uploadPatiently(bob, await noise())).toMatch(/^baf/);
    const totals = await uploads.fixture.database.kysely
      .selectFrom("image_totals")
      .selectAll()
      .execute();
    expect(totals.map(({ holder }) => holder).toSorted()).toEqual(["", bob.address]);
  });

  it("are refused without a date while the chain names all of them", async () => {
    await start({ environment: { COLONNADE_IMAGES_MB: "1" } });
    const { cids, refusal } = await fill();
    expect(refusal).toEqual({ ...noRoom, message: expect.stringContaining("tomorrow") });
    await pass(
      0,
      ...cids.map((cid, at) => submit(at + 1, alice, bob, { image: ipfsAddress(cid) })),
    );
    expect(await refused(uploadPatiently(bob, await noise()))).toEqual({
      ...noRoom,
      message: expect.not.stringContaining("tomorrow"),
    });
  });

  it("are refused without a date while open applications keep all of them", async () => {
    await start({ environment: { COLONNADE_IMAGES_MB: "1" } });
    const { cids, refusal } = await fill();
    expect(refusal).toEqual({ ...noRoom, message: expect.stringContaining("tomorrow") });
    for (const cid of cids) {
      await insertApplication(uploads.fixture, alice, { imageUrl: ipfsAddress(cid) });
    }
    await pass(25 * hour);
    await remove();
    const attempt = async (person: Person) => refused(uploadPatiently(person, await noise()));
    expect(await attempt(bob)).toEqual({
      ...noRoom,
      message: expect.not.stringContaining("tomorrow"),
    });
    const { kysely } = uploads.fixture.database;
    const own = kysely.updateTable("image_totals").where("holder", "=", alice.address);
    await own.set({ bytes: limits.imagesOfOneBytes }).execute();
    expect(await attempt(alice)).toEqual({
      status: 413,
      message: expect.stringContaining("write to us"),
    });
    // Once one is declined, its logo leaves within a day.
    const declined = kysely.updateTable("applications").set({ settled: "declined" });
    await declined.where("logo", "=", cids[0] ?? "").execute();
    expect(await attempt(alice)).toEqual(noOwnRoom);
    expect(await attempt(bob)).toEqual({
      ...noRoom,
      message: expect.stringContaining("tomorrow"),
    });
  });

  it("are limited for each person, and the refusal says what helps", async () => {
    await start();
    const own = { holder: alice.address, bytes: limits.imagesOfOneBytes };
    await uploads.fixture.database.kysely.insertInto("image_totals").values(own).execute();
    expect(await refused(upload())).toEqual({
      status: 413,
      message: expect.stringContaining("write to us"),
    });
    await uploads.fixture.database.kysely
      .updateTable("image_totals")
      .set({ bytes: limits.imagesOfOneBytes - 200 })
      .where("holder", "=", alice.address)
      .execute();
    await upload();
    expect(await refused(uploadPatiently(alice, await noise()))).toEqual(noOwnRoom);
    await upload(bob);
    await uploadAtTheOwnEdge();
  });
});
