import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { ApiError, type Client } from "@colonnade/domain/http/client.ts";
import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
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
    uploadBytes(person, await picture(`#${randomBytes(3).toString("hex")}`));
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

  it("leave IPFS too, and come back when they are uploaded again", async () => {
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
    await stopListening(kubo);
  });

  describe("and the room for images", () => {
    /** An image whose bytes cannot be made fewer. */
    const noise = (width = 1000, height = 500) =>
      sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
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

    it("have at most 400 kB each", async () => {
      await start();
      for (const [width, height] of [
        [2499, 500],
        [1000, 500],
        [1600, 1600],
      ] as const) {
        const image = await noise(width, height);
        // A busy machine may take longer than an answer may. Then the answer asks the client to try again.
        const cid = await vi.waitFor(() => uploadBytes(alice, image), patience);
        const bytes = await (await load(cid)).arrayBuffer();
        expect(bytes.byteLength).toBeLessThanOrEqual(limits.storedImageBytes);
        expect(bytes.byteLength).toBeGreaterThan(50_000);
      }
    });

    it("share COLONNADE_IMAGES_MB, and free their part when they are removed", async () => {
      await start({ environment: { COLONNADE_IMAGES_MB: "1" } });
      const images = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => noise()));
      let full: Promise<string> | null = null;
      for (const image of images) {
        const attempt = uploadBytes(alice, image);
        full = attempt;
        if (
          !(await attempt.then(
            () => true,
            () => false,
          ))
        )
          break;
      }
      expect(await refused(Promise.resolve(full))).toEqual({
        status: 507,
        message: expect.stringContaining("no room for another image"),
      });
      const { bytes } = await fixture.database.kysely
        .selectFrom("image_totals")
        .where("holder", "=", "")
        .select("bytes")
        .executeTakeFirstOrThrow();
      expect(bytes).toBeLessThanOrEqual(1_000_000);
      await pass(25 * hour);
      await remove();
      expect(await uploadBytes(bob, await noise())).toMatch(/^baf/);
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
      expect(await refused(uploadBytes(alice, await noise()))).toEqual({
        status: 429,
        message: expect.stringContaining("a day after their upload"),
      });
      await upload(bob);
    });
  });
});
