import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { ApiError, type Client } from "@colonnade/domain/http/client.ts";
import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { isTorture, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { sql } from "kysely";
import pino from "pino";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeUnusedImages } from "../images/removal.ts";
import { listen, stopListening } from "../server/listen.ts";
import { type Action, mineBlock, type TestBlock } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import {
  clientsOf,
  edit,
  type Fixture,
  type FixtureOptions,
  post,
  register,
  reject,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { nodeCall } from "./support/node.ts";
import { alice, bob, carol, type Person, watcher } from "./support/people.ts";
import { newTxId } from "./support/review.ts";

const hour = 3_600_000;
const log = pino({ level: "silent" });

describe.each(databases)("Unused images on %s", (databaseName, openDatabase) => {
  let fixture: Fixture;
  let as: (person: Person) => Promise<Client>;
  let now = 1_790_000_000_000;

  const start = async (options: FixtureOptions = {}) => {
    fixture = await startFixture({ database: await openDatabase(), ...options });
    as = clientsOf(fixture.service);
    await pass(0, register(alice), register(bob), register(carol));
  };

  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now }));

  afterEach(async () => {
    await fixture.close();
    vi.useRealTimers();
  });

  /** Lets time pass for the service. */
  function wait(milliseconds: number): void {
    now += milliseconds;
    vi.setSystemTime(now);
    // Sessions end when nobody uses them.
    as = clientsOf(fixture.service);
  }

  /** Mines a block now. */
  async function mine(parent: TestBlock | null, ...actions: Action[]): Promise<TestBlock> {
    const block = await mineBlock(parent, actions);
    block.payload.block_time = Math.floor(now / 1000);
    fixture.node.add(block);
    return block;
  }

  /** Lets time pass, also on chain. */
  async function pass(milliseconds: number, ...actions: Action[]): Promise<void> {
    wait(milliseconds);
    const block = await mine(fixture.tip, ...actions);
    fixture.tip = block;
    fixture.node.tip = block;
    expect(await post(fixture.service, block.payload)).toBe(200);
  }

  const picture = (background: string) =>
    sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer();
  const uploadBytes = async (person: Person, bytes: Uint8Array) => {
    const file = new Blob([Uint8Array.from(bytes)], { type: "image/png" });
    return (await (await as(person))("uploadImage", { file })).cid;
  };
  /** Uploads a picture of a new colour. Returns its CID. */
  const upload = async (person: Person = alice) =>
    uploadPatiently(person, await picture(`#${randomBytes(3).toString("hex")}`));
  const load = (cid: string) => fetch(`${fixture.service.origin}/ipfs/${cid}`);
  const remove = () => removeUnusedImages(fixture.database, log);
  /** Which of some images are still served. */
  const stored = async (cids: Record<string, string>) => {
    const names: string[] = [];
    for (const [name, cid] of Object.entries(cids)) {
      if ((await load(cid)).status === 200) names.push(name);
    }
    return names;
  };

  /**
   * Uploads a good image again while a busy machine takes too long. The answer is 503, or says so where encoding alone
   * takes more than its three seconds.
   */
  async function uploadPatiently(person: Person, bytes: Uint8Array): Promise<string> {
    const end = performance.now() + patience.timeout;
    for (;;) {
      try {
        return await uploadBytes(person, bytes);
      } catch (error) {
        const isLate =
          error instanceof ApiError &&
          (error.status === 503 || error.message.startsWith("This image takes too long"));
        if (!isLate || performance.now() > end) throw error;
        await delay(patience.interval);
      }
    }
  }

  /** Milliseconds. */
  const patience = { timeout: 120_000, interval: 1_000 };

  it("are removed a day after their upload, which their answers announce", async () => {
    await start();
    const old = await upload();
    const sunset = new Date(now + 24 * hour).toUTCString();
    expect((await load(old)).headers.get("sunset")).toBe(sunset);
    await pass(2 * hour);
    const young = await upload();
    await pass(22 * hour - 1000);
    await remove();
    expect(await stored({ old, young })).toEqual(["old", "young"]);
    await pass(2000);
    await remove();
    expect(await stored({ old, young })).toEqual(["young"]);
  });

  it("stay for another day when they are uploaded again", async () => {
    await start();
    const bytes = await picture("#123456");
    const again = await uploadBytes(alice, bytes);
    const once = await upload();
    await pass(23 * hour);
    expect(await uploadBytes(bob, bytes)).toBe(again);
    await pass(2 * hour);
    await remove();
    expect(await stored({ again, once })).toEqual(["again"]);
  });

  // PGlite has one connection, so nothing happens there in the midst of an upload.
  it.runIf(databaseName === "PostgreSQL")(
    "are stored again when they are removed during another upload",
    async () => {
      await start();
      const { kysely } = fixture.database;
      const bytes = await picture("#654321");
      const cid = await uploadBytes(alice, bytes);
      const uploaded = await kysely.transaction().execute(async (trx) => {
        const image = trx.selectFrom("images").where("cid", "=", cid).select("cid");
        await image.forUpdate().executeTakeFirstOrThrow();
        const again = uploadBytes(bob, bytes);
        const isWaiting = sql<{ found: boolean }>`select exists (
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%images%'
        ) as found`;
        await vi.waitFor(
          async () => {
            const { rows } = await isWaiting.execute(kysely);
            expect(rows).toEqual([{ found: true }]);
          },
          { ...patience, interval: 20 },
        );
        await trx.deleteFrom("images").where("cid", "=", cid).execute();
        return { again };
      });
      expect(await uploaded.again).toBe(cid);
      expect(await stored({ cid })).toEqual(["cid"]);
    },
  );

  it("are not those that the chain, an application or a report names, in any spelling", async () => {
    await start();
    const names = ["profile", "endorsement", "draft", "suggestion", "rejected", "logo"] as const;
    const uploaded = {
      application: await upload(),
      report: await upload(),
      unused: await upload(),
    };
    const onChain: Record<string, string> = {};
    for (const name of names) onChain[name] = await upload();
    const at = (name: (typeof names)[number]) => ipfsAddress(onChain[name] ?? "");
    await pass(
      hour,
      printing(alice, {
        topic: "update-profile-image-url",
        principal: alice.address,
        image: `https://gateway.example/ipfs/${onChain.profile}`,
      }),
      submit(1, alice, bob, { image: at("endorsement") }),
      edit(1, alice, { image: at("draft") }),
      edit(1, bob, { image: at("suggestion") }, { suggested: true }),
      submit(2, alice, bob, { image: at("rejected") }),
      reject(2, alice, bob),
      printing(watcher, {
        topic: "watcher-new-organization",
        id: 1,
        admin: alice.address,
        name: "atelier.btc",
        logo: at("logo"),
        description: "",
        website: "",
        invited: [],
        watcher: watcher.address,
      }),
    );
    await (await as(alice))("applyForOrganization", {
      body: {
        address: alice.address,
        bnsName: "alice.btc",
        statement: "",
        imageUrl: ipfsAddress(uploaded.application),
        description: "We make things",
        website: "https://example.com",
        admins: [bob.address],
      },
    });
    const image = ipfsAddress(uploaded.report);
    await (await as(bob))("report", {
      body: { subject: { kind: "image", image }, reason: "It is mine" },
    });
    await pass(100 * hour);
    await remove();
    const kept = await stored({ ...onChain, ...uploaded });
    expect(kept).toEqual([...names, "application", "report"]);
    expect((await load(onChain.logo ?? "")).headers.has("sunset")).toBe(false);
  });

  it("are not those that only an orphaned block names", async () => {
    await start();
    const [orphaned, unused] = [await upload(), await upload()];
    const parent = fixture.tip;
    await pass(hour, submit(1, alice, bob, { image: ipfsAddress(orphaned) }));
    let tip = parent;
    for (const _block of [1, 2]) {
      tip = await mine(tip);
      fixture.node.tip = tip;
      await post(fixture.service, tip.payload);
    }
    fixture.tip = tip;
    expect(await (await as(alice))("listEndorsements")).toEqual([]);
    await pass(48 * hour);
    await remove();
    expect(await stored({ orphaned, unused })).toEqual(["orphaned"]);
  });

  it("are not those that were named before they were uploaded", async () => {
    await start();
    const bytes = await picture("#654321");
    const named = await uploadBytes(alice, bytes);
    await pass(25 * hour);
    await remove();
    expect(await stored({ named })).toEqual([]);
    await pass(hour, submit(1, alice, bob, { image: ipfsAddress(named) }));
    await uploadBytes(bob, bytes);
    const unused = await upload();
    await pass(25 * hour);
    await remove();
    expect(await stored({ named, unused })).toEqual(["named"]);
  });

  it("stay while the index is behind, or while a block waits to be indexed", async () => {
    await start();
    const unused = await upload();
    wait(48 * hour);
    await remove();
    expect(await stored({ unused })).toEqual(["unused"]);
    const { tip } = fixture;
    // Nobody submitted this endorsement, so the block is quarantined.
    const unfit = await mine(tip, reject(9, alice, bob));
    expect(await post(fixture.service, unfit.payload)).toBe(200);
    await pass(hour);
    await remove();
    expect(await stored({ unused })).toEqual(["unused"]);
    await fixture.database.kysely.deleteFrom("quarantine").execute();
    await remove();
    expect(await stored({ unused })).toEqual([]);
  });

  it("stay while a transaction of their uploader is pending", async () => {
    await start();
    const txId = newTxId();
    const [alices, bobs] = [await upload(alice), await upload(bob)];
    fixture.node.transactions.set(txId, nodeCall(alice.address, "submit-endorsement"));
    await (await as(alice))("announceTransaction", {
      body: {
        txId,
        senderPrincipal: alice.address,
        event: "SUBMIT_ENDORSEMENT",
        metaData: {},
      },
    });
    await pass(48 * hour);
    await remove();
    expect(await stored({ alices, bobs })).toEqual(["alices"]);
    await pass(hour, { ...submit(1, alice, carol, { image: ipfsAddress(alices) }), txId });
    await pass(48 * hour);
    await remove();
    expect(await stored({ alices, bobs })).toEqual(["alices"]);
  });

  /** Starts a service with a Kubo that notes what it is asked: the call and the CID. */
  async function startWithKubo() {
    const asked: string[] = [];
    const kubo = createServer(async (request, response) => {
      const body: Buffer[] = [];
      for await (const chunk of request) body.push(chunk);
      const cid = /filename="(\w+)"/.exec(Buffer.concat(body).toString("latin1"))?.[1] ?? "";
      const url = new URL(request.url ?? "", "http://kubo");
      asked.push(`${url.pathname} ${url.searchParams.get("arg") ?? cid}`);
      response.end(JSON.stringify({ Hash: cid }));
    });
    const port = await listen(kubo, 0, "");
    await start({
      environment: { COLONNADE_KUBO_URL: `http://127.0.0.1:${port}` },
      askEvery: 10,
    });
    return { asked, [Symbol.asyncDispose]: () => stopListening(kubo) };
  }

  it("leave IPFS too, and come back when they are uploaded again", async () => {
    await using kubo = await startWithKubo();
    const { asked } = kubo;
    const bytes = await picture("#abcdef");
    const unused = await uploadBytes(alice, bytes);
    const used = await upload();
    await expect.poll(() => asked.length).toBe(2);
    await pass(hour, submit(1, alice, bob, { image: ipfsAddress(used) }));
    await pass(24 * hour);
    await expect.poll(() => asked.slice(2)).toEqual([`/api/v0/pin/rm ${unused}`]);
    expect(await stored({ unused, used })).toEqual(["used"]);
    await uploadBytes(alice, bytes);
    await expect.poll(() => asked.slice(3)).toEqual([`/api/v0/add ${unused}`]);
  });

  /** Uploads eight images, one every few hours. The chain names every fourth. @returns when each may be removed */
  async function uploadEight(round: number): Promise<Map<string, number>> {
    const ends = new Map<string, number>();
    for (let one = 0; one < 8; one += 1) {
      const cid = await upload([alice, bob, carol][one % 3]);
      const isNamed = one % 4 === 0;
      ends.set(cid, isNamed ? Number.POSITIVE_INFINITY : now + 24 * hour);
      const named = submit(8 * round + one + 1, alice, bob, { image: ipfsAddress(cid) });
      await pass(Math.ceil(Math.random() * 3) * hour, ...(isNamed ? [named] : []));
    }
    return ends;
  }

  it.runIf(isTorture)("are all that nothing names, here and on IPFS at once", async () => {
    await using kubo = await startWithKubo();
    const rounds = triesOf({ usual: 0, torture: 25 });
    const ends = new Map<string, number>();
    const asked = (call: string) =>
      kubo.asked.filter((one) => one.startsWith(call)).map((one) => one.slice(call.length));
    const isOver = (cid: string) => (ends.get(cid) ?? 0) < now;
    for (let round = 0; round < rounds; round += 1) {
      for (const [cid, end] of await uploadEight(round)) ends.set(cid, end);
      await expect.poll(() => asked("/api/v0/add ").length).toBe(ends.size);
      const over = [...ends.keys()].filter(isOver).toSorted();
      await expect.poll(() => asked("/api/v0/pin/rm ").toSorted()).toEqual(over);
    }
    const left = [...ends.keys()].filter((cid) => !isOver(cid));
    const all = Object.fromEntries([...ends.keys()].map((cid) => [cid, cid]));
    expect(await stored(all)).toEqual(left);
    tellRow({
      fault: `uploaded images of which the chain names every fourth, on ${databaseName}`,
      tries: ends.size,
      result: `those ${ends.size - left.length} that nothing had named for a day were removed, here and from IPFS; the ${left.length} others were not`,
      longestMs: null,
    });
  });

  describe("and the room for images", () => {
    /** An image whose bytes cannot be made fewer. */
    const noise = (width = 1000, height = 500, channels: 3 | 4 = 3) =>
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
      const row = await fixture.database.kysely
        .selectFrom("image_totals")
        .where("holder", "=", holder)
        .select("bytes")
        .executeTakeFirst();
      return row?.bytes ?? 0;
    };
    /** The bytes that images really have, of all. */
    const readBytes = async () => {
      const row = await fixture.database.kysely
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
        await fixture.database.kysely.deleteFrom("images").execute();
        await fixture.database.kysely
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

    it("share COLONNADE_IMAGES_MB, and free their part when they are removed", async () => {
      const most = 1_000_000;
      await start({ environment: { COLONNADE_IMAGES_MB: String(most / 1_000_000) } });
      const images = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => noise()));
      let full: Promise<string> | null = null;
      for (const image of images) {
        const attempt = uploadPatiently(alice, image);
        full = attempt;
        if (
          !(await attempt.then(
            () => true,
            () => false,
          ))
        )
          break;
      }
      expect(await refused(Promise.resolve(full))).toEqual(noRoom);
      expect(await readTotal("")).toBeLessThanOrEqual(most);
      await uploadAtTheEdge(most);
      await pass(25 * hour);
      await remove();
      expect(await uploadPatiently(bob, await noise())).toMatch(/^baf/);
      const totals = await fixture.database.kysely.selectFrom("image_totals").selectAll().execute();
      expect(totals.map(({ holder }) => holder).toSorted()).toEqual(["", bob.address]);
    });

    it("are limited for each person, and the refusal says what helps", async () => {
      await start();
      const own = { holder: alice.address, bytes: limits.imagesOfOneBytes };
      await fixture.database.kysely.insertInto("image_totals").values(own).execute();
      expect(await refused(upload())).toEqual({
        status: 413,
        message: expect.stringContaining("write to us"),
      });
      await fixture.database.kysely
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
});
