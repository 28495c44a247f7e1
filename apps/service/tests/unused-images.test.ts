import { createServer } from "node:http";
import { categories } from "@colonnade/domain/category.ts";
import { cidOfBytes } from "@colonnade/domain/cid-of-bytes.ts";
import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { isTorture, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { listen, stopListening } from "../server/listen.ts";
import { databases } from "./support/databases.ts";
import { edit, post, reject, submit } from "./support/fixture.ts";
import { hour, setUpImages } from "./support/image-uploads.ts";
import { printing } from "./support/move.ts";
import { nodeCall } from "./support/node.ts";
import { alice, bob, carol, owner, type Person, watcher } from "./support/people.ts";
import { applicationOf, declineAs, insertApplication, newTxId } from "./support/review.ts";

describe.each(databases)("Unused images on %s", (databaseName, openDatabase) => {
  const uploads = setUpImages(openDatabase);
  const { start, wait, mine, pass, picture, upload, uploadBytes, load, remove, stored, as } =
    uploads;

  it("are removed a day after their upload, which their answers announce", async () => {
    await start();
    const old = await upload();
    const sunset = new Date(uploads.now + 24 * hour).toUTCString();
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
      const { kysely } = uploads.fixture.database;
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
          { timeout: 120_000, interval: 20 },
        );
        await trx.deleteFrom("images").where("cid", "=", cid).execute();
        return { again };
      });
      expect(await uploaded.again).toBe(cid);
      expect(await stored({ cid })).toEqual(["cid"]);
    },
  );

  it("are not those that the chain names, in any spelling", async () => {
    await start();
    const names = ["profile", "endorsement", "draft", "suggestion", "rejected", "logo"] as const;
    const unused = await upload();
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
    await pass(100 * hour);
    await remove();
    expect(await stored({ ...onChain, unused })).toEqual(names);
    expect((await load(onChain.logo ?? "")).headers.has("sunset")).toBe(false);
  });

  it("are also those that only a report names", async () => {
    await start();
    const reported = await upload();
    const image = ipfsAddress(reported);
    for (const reporter of [alice, bob]) {
      await (await as(reporter))("report", {
        body: { subject: { kind: "image", image }, reason: "It is mine" },
      });
    }
    await pass(25 * hour);
    await remove();
    expect(await stored({ reported })).toEqual([]);
  });

  const addWatcher = () =>
    pass(0, printing(owner, { topic: "add-watcher", watcher: watcher.address, by: owner.address }));
  /** Somebody applies for an organization. @returns the application's id */
  async function apply(applicant: Person, imageUrl: string): Promise<number> {
    const api = await as(applicant);
    await api("applyForOrganization", { body: { ...applicationOf(applicant), imageUrl } });
    const query = { applicant: applicant.address };
    const [newest] = (await api("pageApplications", { query })).items;
    if (newest === undefined) throw new Error("There is no application");
    return newest.id;
  }
  const decline = async (id: number) => declineAs(await as(watcher), id, "We do not know you");

  it("stay while an application with them is open, and for a day after it was declined", async () => {
    await start();
    await addWatcher();
    const logo = await upload();
    const id = await apply(alice, `https://gateway.example/ipfs/${logo}`);
    for (const wait of [25, 100, 1_000]) {
      await pass(wait * hour);
      await remove();
      expect(await stored({ logo })).toEqual(["logo"]);
      const sunset = new Date(uploads.now + 24 * hour).toUTCString();
      expect((await load(logo)).headers.get("sunset")).toBe(sunset);
    }
    await decline(id);
    await pass(23 * hour);
    await remove();
    expect(await stored({ logo })).toEqual(["logo"]);
    await pass(2 * hour);
    await remove();
    expect(await stored({ logo })).toEqual([]);
  });

  /** Stores an image, and somebody's application with it. The routes take only a few an hour. */
  async function insertLogo(place: number): Promise<void> {
    const image = await cidOfBytes(Buffer.from([place]));
    await uploads.fixture.database.kysely
      .insertInto("images")
      .values({
        ...{ cid: image, bytes: Buffer.from([place]), content_type: "image/webp" },
        ...{ uploader: bob.address, at: uploads.now },
      })
      .execute();
    await insertApplication(uploads.fixture, bob, { imageUrl: ipfsAddress(image) });
  }

  it("stay only if they are the hundred logos that were applied with first", async () => {
    await start();
    await addWatcher();
    const [first, late] = [await upload(), await picture("#fedcba")];
    const id = await apply(alice, ipfsAddress(first));
    for (let others = 0; others < 99; others += 1) await insertLogo(others);
    const logo = await uploadBytes(carol, late);
    await apply(carol, ipfsAddress(logo));
    await pass(25 * hour);
    await remove();
    expect(await stored({ first, logo })).toEqual(["first"]);
    await decline(id);
    await uploadBytes(carol, late);
    await pass(25 * hour);
    await remove();
    expect(await stored({ first, logo })).toEqual(["logo"]);
  });

  it("stay though hundreds of earlier applications name no other unused image", async () => {
    await start();
    const [shared, named, logo] = [await upload(), await upload(), await upload()];
    await pass(0, submit(1, alice, bob, { image: ipfsAddress(named) }));
    const absent = await cidOfBytes(Buffer.from("absent"));
    const flood = [shared, named, absent].map(ipfsAddress);
    flood.push(categories[0].imageAddress, "https://images.example/logo.png");
    for (const imageUrl of flood) {
      for (let one = 0; one < 100; one += 1) {
        await insertApplication(uploads.fixture, bob, { imageUrl });
      }
    }
    await apply(carol, ipfsAddress(logo));
    await pass(25 * hour);
    await remove();
    expect(await stored({ shared, named, logo })).toEqual(["shared", "named", "logo"]);
  });

  it("are not those that only an orphaned block names", async () => {
    await start();
    const [orphaned, unused] = [await upload(), await upload()];
    const parent = uploads.fixture.tip;
    await pass(hour, submit(1, alice, bob, { image: ipfsAddress(orphaned) }));
    let tip = parent;
    for (const _block of [1, 2]) {
      tip = await mine(tip);
      uploads.fixture.node.tip = tip;
      await post(uploads.fixture.service, tip.payload);
    }
    uploads.fixture.tip = tip;
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
    const { tip } = uploads.fixture;
    // Nobody submitted this endorsement, so the block is quarantined.
    const unfit = await mine(tip, reject(9, alice, bob));
    expect(await post(uploads.fixture.service, unfit.payload)).toBe(200);
    await pass(hour);
    await remove();
    expect(await stored({ unused })).toEqual(["unused"]);
    await uploads.fixture.database.kysely.deleteFrom("quarantine").execute();
    await remove();
    expect(await stored({ unused })).toEqual([]);
  });

  it("stay while a transaction of their uploader is pending", async () => {
    await start();
    const txId = newTxId();
    const [alices, bobs] = [await upload(alice), await upload(bob)];
    uploads.fixture.node.transactions.set(txId, nodeCall(alice.address, "submit-endorsement"));
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
      ends.set(cid, isNamed ? Number.POSITIVE_INFINITY : uploads.now + 24 * hour);
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
    const isOver = (cid: string) => (ends.get(cid) ?? 0) < uploads.now;
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
});
