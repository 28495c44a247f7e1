import { categories } from "@colonnade/domain/category.ts";
import { cidOfBytes } from "@colonnade/domain/cid-of-bytes.ts";
import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import { approve, reject, signIn, submit, withdraw } from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { alice, bob, carol, dan, person, watcher } from "./support/people.ts";
import { openReportDesk, type ReportDesk } from "./support/report-desk.ts";

describe.each(databases)("Reports on %s", (_, openDatabase) => {
  let desk: ReportDesk;

  beforeAll(async () => {
    desk = await openReportDesk(await openDatabase());
  });

  afterAll(() => desk.fixture.close());

  it("show watchers what was reported, as it was then, and whom they may suspend", async () => {
    await desk.report({ kind: "endorsement", id: 1 }, "A lie \u0000 \u202E");
    await desk.report({ kind: "organization", id: 1 });
    await desk.report({ kind: "profile", principal: bob.address });
    await desk.report({ kind: "image", image: ipfsAddress(desk.image) });
    expect(await desk.queue()).toMatchObject([
      {
        subject: { kind: "image", image: ipfsAddress(desk.image) },
        reported: { title: "", text: "", imageUrl: `ipfs://${desk.image}` },
        columnResponsible: [{ bns_name: "bob" }],
      },
      {
        subject: { kind: "profile", principal: bob.address },
        reported: { title: "bob.btc", text: "", imageUrl: "https://example.com/bob.png" },
        columnResponsible: [{ bns_name: "bob" }],
      },
      {
        subject: { kind: "organization", id: 1 },
        reported: { title: "guild.btc", text: "Makers", imageUrl: "ipfs://bafkreilogo00000000" },
        columnResponsible: [{ bns_name: "carol" }],
      },
      {
        subject: { kind: "endorsement", id: 1 },
        status: "open",
        count: 1,
        reasons: [{ reason: "A lie \u0000 \u202E", columnReporter: { bns_name: "alice" } }],
        reported: { title: "A title", text: "Some words", imageUrl: `ipfs://${desk.image}` },
        columnResponsible: [{ bns_name: "bob" }],
        decision: null,
      },
    ]);
  });

  it("name the receiver, too, when an endorsement has a suggestion", async () => {
    await desk.fixture.mine(
      submit(2, bob, carol),
      printing(carol, {
        topic: "edit-endorsement",
        id: 2,
        words: `0x${"2".repeat(64)}`,
        editor: carol.address,
        title: "I owe carol",
        description: "10,000 STX",
        image: "https://example.com/image.png",
        date: 1,
        suggested: true,
      }),
    );
    expect(await desk.reportAnew({ kind: "endorsement", id: 2 })).toMatchObject({
      reported: { title: "A title", suggestion: { title: "I owe carol", text: "10,000 STX" } },
      columnResponsible: [{ bns_name: "bob" }, { bns_name: "carol" }],
    });
  });

  it("are for watchers alone, and by people who are signed in", async () => {
    await expect(desk.asAlice.api("pageReports", { query: {} })).rejects.toMatchObject({
      status: 403,
    });
    const { id } = await desk.newestReport();
    await expect(
      desk.asAlice.api("decideReport", { params: { id }, body: { decision: "dismiss" } }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(desk.fixture.api("pageReports", { query: {} })).rejects.toMatchObject({
      status: 401,
    });
    const response = await fetch(`${desk.fixture.service.origin}/api/report`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: desk.fixture.service.origin },
      body: JSON.stringify({ subject: { kind: "endorsement", id: 1 }, reason: "A lie" }),
    });
    expect(response.status).toBe(401);
  });

  it("are refused for what does not exist, and while the same person's report is open", async () => {
    for (const subject of [
      { kind: "endorsement", id: 99 },
      { kind: "organization", id: 99 },
      { kind: "profile", principal: dan.address },
    ] as const) {
      await expect(desk.report(subject)).rejects.toMatchObject({ status: 404 });
    }
    await expect(desk.report({ kind: "endorsement", id: 1 })).rejects.toMatchObject({
      status: 409,
      code: "conflict_error",
    });
    await desk.report({ kind: "endorsement", id: 1 }, "A lie", desk.asBob);
    await expect(desk.report({ kind: "endorsement", id: 1 }, " ")).rejects.toMatchObject({
      status: 400,
    });
  });

  it("of an image are refused unless it is stored here, shown here, or hidden", async () => {
    const stranger = await signIn(desk.fixture.service, person("stranger"));
    const [shown = "", rejected = "", hidden = ""] = await Promise.all(
      ["shown", "rejected", "hidden"].map(async (text) =>
        ipfsAddress(await cidOfBytes(Buffer.from(text))),
      ),
    );
    const worn = "https://images.example/worn.png";
    const logo = "https://images.example/logo.png";
    const reportImage = (image: string) => desk.report({ kind: "image", image }, "Ugly", stranger);
    const none = { status: 404, message: "There is no such image here" };
    for (const image of [shown, worn, logo]) {
      await expect(reportImage(image)).rejects.toMatchObject(none);
    }
    await desk.fixture.mine(
      submit(10, bob, alice, {
        image: shown.replace("ipfs://", "https://ipfs.example/ipfs/").toUpperCase(),
      }),
      submit(11, bob, alice, { image: rejected }),
      reject(11, bob, alice),
      printing(bob, {
        topic: "update-profile-image-url",
        principal: bob.address,
        image: `${worn}#new`,
      }),
      printing(watcher, {
        topic: "watcher-new-organization",
        id: 2,
        admin: carol.address,
        name: "studio.btc",
        logo: logo.replace("images.example", "IMAGES.example:443"),
        description: "Painters",
        website: "https://studio.example",
        invited: [],
        watcher: watcher.address,
      }),
    );
    await desk.fixture.database.kysely
      .insertInto("hidden_images")
      .values({ image: hidden })
      .execute();
    for (const image of [shown, worn, logo, hidden, categories[0].imageAddress]) {
      await reportImage(image);
    }
    await expect(reportImage(rejected)).rejects.toMatchObject(none);
    await desk.fixture.mine(reject(10, bob, alice));
    await expect(reportImage(shown)).rejects.toMatchObject(none);
  });

  it("of the same thing are one entry, which one decision settles", async () => {
    const subject = { kind: "profile", principal: carol.address } as const;
    const crowd = Array.from({ length: 30 }, (_, place) => person(`reporter ${place}`));
    for (const one of crowd) {
      await desk.report(subject, `Says ${one.name}`, await signIn(desk.fixture.service, one));
    }
    const [entry, ...others] = (await desk.queue()).filter(
      (one) => one.subject.kind === "profile" && one.subject.principal === carol.address,
    );
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ count: 30 });
    expect(entry?.reasons).toHaveLength(20);
    expect(entry?.reasons[0]).toMatchObject({
      reason: "Says reporter 29",
      columnReporter: { address: crowd[29]?.address },
      date: entry?.reportedAt,
    });
    expect(Date.parse(entry?.firstReportedAt ?? "")).toBeLessThan(
      Date.parse(entry?.reportedAt ?? ""),
    );
    await desk.decide(entry?.id ?? 0, { decision: "dismiss" });
    expect(await desk.queue()).not.toContainEqual(expect.objectContaining({ subject }));
    // After the decision, it can be reported again.
    expect(await desk.reportAnew(subject)).toMatchObject({ count: 1 });
    await desk.decide((await desk.newestReport()).id, { decision: "dismiss" });
  });

  it("of the same thing are two entries when it changed in between", async () => {
    const subject = { kind: "profile", principal: carol.address } as const;
    const first = await desk.reportAnew(subject);
    await desk.fixture.mine(
      printing(carol, {
        topic: "update-statement",
        principal: carol.address,
        statement: "Nothing wrong with me",
      }),
    );
    await desk.report(subject, "Still a lie", desk.asBob);
    const second = await desk.newestReport();
    expect(second).toMatchObject({ count: 1, reported: { text: "Nothing wrong with me" } });
    expect(await desk.read(first.id)).toMatchObject({ count: 1, reported: first.reported });
    for (const { id } of [first, second]) await desk.decide(id, { decision: "dismiss" });
  });

  it("leave the cached answers of everybody else as they are", async () => {
    const tag = async () =>
      (await fetch(`${desk.fixture.service.origin}/api/milestones?limit=5`)).headers.get("etag");
    const before = await tag();
    await desk.report({ kind: "organization", id: 1 }, "A lie", desk.asBob);
    expect(await tag()).toBe(before);
  });

  it("are taken twenty an hour from one person, who is told so", async () => {
    const eager = await signIn(desk.fixture.service, person("eager"));
    const ids = Array.from({ length: 21 }, (_, place) => 100 + place);
    await desk.fixture.mine(...ids.map((id) => submit(id, bob, alice)));
    const send = (id: number) => desk.report({ kind: "endorsement", id }, "Ugly", eager);
    for (const id of ids.slice(1)) await send(id);
    await expect(send(100)).rejects.toMatchObject({
      status: 429,
      message: "You can send 20 reports an hour, please wait a little",
    });
    const { items } = await desk.asWatcher.api("pageReports", {
      query: { decided: "false", limit: 100 },
    });
    for (const { id, reasons } of items) {
      if (reasons[0]?.reason === "Ugly") await desk.decide(id, { decision: "dismiss" });
    }
  });

  it("are paged, by how many people reported", async () => {
    const all = await desk.queue();
    const seen: number[] = [];
    let before: string | undefined;
    do {
      const query = { decided: "false", limit: 2, before } as const;
      const page = await desk.asWatcher.api("pageReports", { query });
      seen.push(...page.items.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(all).toEqual(all.toSorted((one, other) => other.count - one.count || other.id - one.id));
    // The two oldest ones are of two people each.
    expect(all.slice(0, 2)).toMatchObject([
      { subject: { kind: "organization", id: 1 }, count: 2 },
      { subject: { kind: "endorsement", id: 1 }, count: 2 },
    ]);
    expect(all.at(-1)?.count).toBe(1);
  });

  it("that are decided are paged, newest first", async () => {
    const ids = (await desk.queue("true")).map(({ id }) => id);
    const query = { decided: "true", limit: 2 } as const;
    const { items, next } = await desk.asWatcher.api("pageReports", { query });
    const before = next ?? undefined;
    const { items: further } = await desk.asWatcher.api("pageReports", {
      query: { ...query, before },
    });
    expect([...items, ...further].map(({ id }) => id)).toEqual(ids.slice(0, 4));
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  });

  it("name who withdrew it, too, with the reason", async () => {
    await desk.fixture.mine(
      submit(3, bob, alice, {}, { id: 1, name: "guild.btc" }),
      approve(3, bob, alice),
      withdraw(3, carol, { reason: "alice never worked here" }),
    );
    expect(await desk.reportAnew({ kind: "endorsement", id: 3 })).toMatchObject({
      reported: { title: "A title", withdrawalReason: "alice never worked here" },
      columnResponsible: [{ bns_name: "bob" }, { bns_name: "carol" }],
    });
  });
});
