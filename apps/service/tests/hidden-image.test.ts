import { categories } from "@colonnade/domain/category.ts";
import { cidOfBytes } from "@colonnade/domain/cid-of-bytes.ts";
import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { ReportDecision } from "@colonnade/domain/report.ts";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { publishImages } from "../images/publish.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  type Fixture,
  registerThree,
  signIn,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { type OtherHost, startOtherHost } from "./support/other-host.ts";
import { alice, bob, owner, watcher } from "./support/people.ts";
import { buildStandIn, type StandInApp } from "./support/renderer.ts";

const gateway = "https://gateway.example";

const picture = (background: string) =>
  sharp({ create: { width: 200, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

type SignedIn = Awaited<ReturnType<typeof signIn>>;

describe.each(databases)("A reported image on %s", (_, openDatabase) => {
  let host: OtherHost;
  let app: StandInApp;
  let fixture: Fixture;
  let asAlice: SignedIn;
  let asBob: SignedIn;
  let asWatcher: SignedIn;

  beforeAll(async () => {
    const png = await picture("#123456");
    host = await startOtherHost((_, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(png),
    );
    app = await buildStandIn();
    fixture = await startFixture({
      webFolder: app.webFolder,
      database: await openDatabase(),
      imageAgent: host.agent,
      environment: { COLONNADE_IPFS_GATEWAY: gateway },
    });
    await registerThree(fixture);
    asAlice = await signIn(fixture.service, alice);
    asBob = await signIn(fixture.service, bob);
    asWatcher = await signIn(fixture.service, watcher);
    await fixture.mine(
      printing(owner, { topic: "add-watcher", watcher: watcher.address, by: owner.address }),
    );
  });

  afterAll(async () => {
    await fixture.close();
    await host[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  async function upload(background: string): Promise<string> {
    const file = new Blob([new Uint8Array(await picture(background))]);
    return (await asBob.api("uploadImage", { file })).cid;
  }

  /** Reports an image; returns the watchers' entry about it. */
  async function report(image: string) {
    await asAlice.api("report", {
      body: { subject: { kind: "image", image }, reason: "Not theirs" },
    });
    const { items } = await asWatcher.api("pageReports", { query: { decided: "false" } });
    const [newest] = items;
    if (newest === undefined) throw new Error("There is no open report");
    return newest;
  }

  const decide = (id: number, body: ReportDecision) =>
    asWatcher.api("decideReport", { params: { id }, body });

  const load = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${fixture.service.origin}/ipfs/${path}`, { headers, redirect: "manual" });

  /** Asks for an image outside of IPFS. */
  const loadLinked = (url: string) =>
    fetch(`${fixture.service.origin}/image?url=${encodeURIComponent(url)}`);

  it("is hidden in every width, and from a browser that has it cached", async () => {
    const image = await upload("#c8431b");
    const other = await upload("#0f6b4b");
    const { id } = await report(ipfsAddress(other));
    expect((await load(other)).status).toBe(200);
    expect((await load(`${other}?width=64`)).status).toBe(200);
    expect(await decide(id, { decision: "hide-image", image: ipfsAddress(other) })).toMatchObject({
      status: "decided",
      decision: { decision: "hide-image", image: ipfsAddress(other) },
    });
    for (const path of [other, `${other}?width=64`, `${other}?width=640`]) {
      const response = await load(path, { "if-none-match": "*" });
      expect(response.status).toBe(451);
      expect(await response.json()).toMatchObject({ error: { code: "forbidden" } });
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect((await load(image)).status).toBe(200);
  });

  it("is hidden by every spelling of its CID, and reported by any", async () => {
    const cid = await upload("#445566");
    const upper = cid.toUpperCase();
    const { id, subject } = await report(ipfsAddress(upper));
    expect(subject).toEqual({ kind: "image", image: ipfsAddress(cid) });
    await decide(id, { decision: "hide-image", image: ipfsAddress(upper) });
    for (const path of [cid, upper, `%62${cid.slice(1)}`, `${upper}?width=64`, `${cid}/a.png`]) {
      expect((await load(path)).status).toBe(451);
    }
  });

  it("is shown again once a watcher takes it back, and it is kept who did", async () => {
    const cid = await upload("#665544");
    const { id } = await report(ipfsAddress(cid));
    const image = ipfsAddress(cid);
    const unhide = { decision: "unhide-image", image } as const;
    await expect(decide(id, unhide)).rejects.toMatchObject({
      status: 409,
      code: "precondition_failed_error",
    });
    await decide(id, { decision: "hide-image", image });
    expect((await load(cid)).status).toBe(451);
    await expect(
      asAlice.api("decideReport", { params: { id }, body: unhide }),
    ).rejects.toMatchObject({ status: 403 });
    expect(await decide(id, unhide)).toMatchObject({
      status: "decided",
      decision: { ...unhide, columnWatcher: { address: watcher.address } },
    });
    expect((await load(cid)).status).toBe(200);
    const kept = await fixture.database.kysely
      .selectFrom("report_decisions")
      .where("report_id", "=", id)
      .orderBy("id")
      .select(["decision", "watcher", "image"])
      .execute();
    expect(kept).toEqual([
      { decision: "hide-image", watcher: watcher.address, image },
      { decision: "unhide-image", watcher: watcher.address, image },
    ]);
    await expect(decide(id, unhide)).rejects.toMatchObject({ status: 409 });
  });

  it("is never sent to the gateway once it is hidden, by any spelling", async () => {
    const cid = await cidOfBytes(Buffer.from("kept elsewhere"));
    const spellings = [cid, cid.toUpperCase(), `${cid}?width=64`, `${cid}?x=1`];
    for (const spelled of spellings) {
      const response = await load(spelled);
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toBe(`${gateway}/ipfs/${cid}`);
      expect(response.headers.get("cache-control")).toBe("public, max-age=300, must-revalidate");
    }
    const inFolder = await load(`${cid}/a%20b.png`);
    expect(inFolder.headers.get("location")).toBe(`${gateway}/ipfs/${cid}/a%20b.png`);
    await fixture.mine(submit(1, bob, alice, { image: ipfsAddress(cid) }));
    const { id } = await report(ipfsAddress(cid));
    await decide(id, { decision: "hide-image", image: ipfsAddress(cid) });
    for (const spelled of [...spellings, `${cid}/a%20b.png`]) {
      expect((await load(spelled)).status).toBe(451);
    }
  });

  it("outside of IPFS is loaded from no other kind of address", async () => {
    for (const other of [
      "http://images.example/a.png",
      "javascript:alert(1)",
      "//images.example/a.png",
      "https://[",
      `ipfs://${await upload("#556644")}`,
      `https://images.example/${"a".repeat(3 * limits.imageAddressBytes)}`,
    ]) {
      expect((await loadLinked(other)).status).toBe(400);
    }
  });

  it("outside of IPFS is hidden by every spelling of its address, until it is shown again", async () => {
    const image = "https://images.example/b%20c.png?d";
    const spellings = [
      image,
      "https://IMAGES.example/b%20c.png?d",
      "https://images.example:443/b%20c.png?d",
      "https://images.example/x/../b%20c.png?d",
      `${image}#e`,
    ];
    const [, upper = "", withPort = ""] = spellings;
    await fixture.mine(submit(2, bob, alice, { image: upper }));
    const { id, subject, columnResponsible } = await report(withPort);
    expect(subject).toEqual({ kind: "image", image });
    expect(columnResponsible).toEqual([]);
    await expect(
      decide(id, { decision: "hide-image", image: "https://images.example/other.png" }),
    ).rejects.toMatchObject({ status: 409 });
    await decide(id, { decision: "hide-image", image: upper });
    for (const spelled of spellings) {
      const response = await loadLinked(spelled);
      expect(response.status).toBe(451);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    expect((await loadLinked(`${image}e`)).status).toBe(200);
    await decide(id, { decision: "unhide-image", image });
    for (const spelled of spellings) expect((await loadLinked(spelled)).status).toBe(200);
  });

  it("outside of IPFS is hidden after a report of what shows it", async () => {
    const image = "https://images.example/e.png";
    await fixture.mine(submit(3, bob, alice, { image }), approve(3, bob, alice, { image }));
    const tokenImage = async () =>
      (await asAlice.api("getTokenMetadata", { params: { id: 3 } })).image;
    expect(await tokenImage()).toBe(image);
    await asAlice.api("report", {
      body: { subject: { kind: "endorsement", id: 3 }, reason: "Ugly" },
    });
    const { items } = await asWatcher.api("pageReports", { query: { decided: "false", limit: 1 } });
    await decide(items[0]?.id ?? 0, { decision: "hide-image", image });
    expect((await loadLinked(image)).status).toBe(451);
    expect(await tokenImage(), "wallets are not told of it").toBeUndefined();
  });

  it("is drawn in no rendered page once it is hidden, by the spelling on the chain", async () => {
    const cid = (await upload("#2b2b92")).toUpperCase();
    const image = ipfsAddress(cid);
    await fixture.mine(submit(4, bob, alice, { image }));
    const hiddenOn = async (path: string) => {
      const page = await fetch(`${fixture.service.origin}${path}`, {
        headers: { accept: "text/html" },
      });
      const answers = /id="answers">([^<]*)</.exec(await page.text())?.[1] ?? "{}";
      return JSON.parse(answers).hiddenImages;
    };
    const paths = ["/home", `/profile/${alice.address}`, `/profile/${bob.address}`];
    for (const path of paths) expect(await hiddenOn(path)).not.toContain(image);
    const { id } = await report(image);
    await decide(id, { decision: "hide-image", image });
    for (const path of paths) expect(await hiddenOn(path)).toContain(image);
    await decide(id, { decision: "unhide-image", image });
    for (const path of paths) expect(await hiddenOn(path)).not.toContain(image);
  });

  it("is not published to IPFS once it is hidden", async () => {
    const image = await upload("#2b82b9");
    const hidden = await upload("#b9822b");
    const { id } = await report(ipfsAddress(hidden));
    await decide(id, { decision: "hide-image", image: ipfsAddress(hidden) });
    const published: string[] = [];
    const kubo = vi.spyOn(globalThis, "fetch").mockImplementation(async (_url, init) => {
      const file = init?.body instanceof FormData ? init.body.get("file") : null;
      const name = file instanceof File ? file.name : "";
      published.push(name);
      return Response.json({ Hash: name });
    });
    await publishImages(fixture.database, "http://kubo.test", pino({ level: "silent" }));
    kubo.mockRestore();
    expect(published).toContain(image);
    expect(published).not.toContain(hidden);
  });

  it("stays when the report is about another, or when it comes with Colonnade", async () => {
    const image = await upload("#82b92b");
    const another = await upload("#92b82b");
    const { id } = await report(ipfsAddress(another));
    await expect(
      decide(id, { decision: "hide-image", image: ipfsAddress(image) }),
    ).rejects.toMatchObject({
      status: 409,
      code: "precondition_failed_error",
    });
    const { cid, imageAddress } = categories[0];
    const preset = await report(imageAddress);
    await expect(
      decide(preset.id, { decision: "hide-image", image: imageAddress }),
    ).rejects.toMatchObject({
      status: 409,
    });
    expect((await load(cid)).status).toBe(200);
  });
});
