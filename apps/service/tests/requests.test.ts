import type { CallResult } from "@colonnade/domain/http/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import {
  approve,
  clientsOf,
  digestOf,
  type Fixture,
  register,
  signIn,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { alice, bob, carol, dan, owner, type Person, person, watcher } from "./support/people.ts";

const erin = person("erin");
const frank = person("frank");

describe.each(databases)("What waits for somebody on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let as: ReturnType<typeof clientsOf>;
  let newest = 0;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    as = clientsOf(fixture.service);
    await fixture.mine(
      ...[alice, bob, carol, dan, erin, frank].map((one) => register(one)),
      printing(owner, { topic: "add-watcher", watcher: watcher.address, by: owner.address }),
    );
  });

  afterAll(() => fixture.close());

  async function send(sender: Person, receiver: Person): Promise<number> {
    newest += 1;
    await fixture.mine(submit(newest, sender, receiver));
    return newest;
  }

  async function follow(follower: Person, followee: Person): Promise<void> {
    const body = { userPrincipal: follower.address, profilePrincipal: followee.address };
    await (await as(follower))("follow", { body });
  }

  async function unfollow(follower: Person, followee: Person): Promise<void> {
    const body = { userPrincipal: follower.address, profilePrincipal: followee.address };
    await (await as(follower))("unfollow", { body });
  }

  const inboxOf = ({ address }: Person) =>
    fixture.api("getInbox", { query: { principal: address } });

  const pageOf = (receiver: Person, requests: "true" | "false", limit = 30, before?: string) =>
    fixture.api("pageEndorsements", {
      query: { receiver: receiver.address, approved: "false", requests, limit, before },
    });

  const idsOf = ({ items }: CallResult<"pageEndorsements">) => items.map(({ id }) => id);

  /** Expects an endorsement that waits for alice among the requests, or among the others. */
  async function expectRequest(id: number, isRequest: boolean): Promise<void> {
    const requests = idsOf(await pageOf(alice, "true"));
    const others = idsOf(await pageOf(alice, "false"));
    expect({ isRequest: requests.includes(id), isOther: others.includes(id) }).toEqual({
      isRequest,
      isOther: !isRequest,
    });
    const { waiting, requests: counted } = await inboxOf(alice);
    expect([waiting, counted]).toEqual([others.length, requests.length]);
  }

  it("is a request when the sender has no tie to the receiver", async () => {
    await expectRequest(await send(bob, alice), true);
  });

  it("is no request while the receiver follows the sender", async () => {
    const id = await send(bob, alice);
    await follow(alice, bob);
    await expectRequest(id, false);
    await unfollow(alice, bob);
    await expectRequest(id, true);
  });

  it("is no request while somebody whom the receiver follows follows the sender", async () => {
    const id = await send(bob, alice);
    await follow(alice, dan);
    await expectRequest(id, true);
    await follow(dan, bob);
    await expectRequest(id, false);
    await unfollow(dan, bob);
    await expectRequest(id, true);
    await unfollow(alice, dan);
  });

  it("is a request when the sender follows the receiver", async () => {
    const id = await send(bob, alice);
    await follow(bob, alice);
    await expectRequest(id, true);
    await unfollow(bob, alice);
  });

  it("is no request once an endorsement between the two is approved, either way", async () => {
    const fromCarol = await send(carol, alice);
    const fromErin = await send(erin, alice);
    await expectRequest(fromCarol, true);
    const toCarol = await send(alice, carol);
    await fixture.mine(approve(toCarol, alice, carol));
    await expectRequest(fromCarol, false);
    const earlier = await send(erin, alice);
    await fixture.mine(approve(earlier, erin, alice));
    await expectRequest(fromErin, false);
  });

  it("is a request again when a fork orphans the approval", async () => {
    const id = await send(frank, alice);
    const earned = await send(alice, frank);
    const before = fixture.tip;
    await fixture.mine(approve(earned, alice, frank));
    await expectRequest(id, false);
    fixture.tip = before;
    await fixture.mine();
    await expectRequest(id, true);
  });

  it("is paged, each page with the requests or the others only", async () => {
    const all = idsOf(await pageOf(alice, "true"));
    const seen: number[] = [];
    let before: string | undefined;
    do {
      const page = await pageOf(alice, "true", 2, before);
      seen.push(...idsOf(page));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual(all);
    expect(all.length).toBeGreaterThan(4);
  });

  it.each([
    "/api/milestones?requests=true",
    `/api/milestones?requests=true&receiver=${alice.address}`,
    `/api/milestones?requests=true&receiver=${alice.address}&approved=true`,
    `/api/milestones?requests=true&receiver=${alice.address}&approved=false&search=x`,
  ])("refuses to divide any other list: %s", async (path) => {
    const response = await fetch(`${fixture.service.origin}${path}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "validation_error" } });
  });

  it("counts suggestions for the sender, and lists them", async () => {
    const id = await send(dan, carol);
    const suggested = async (query: { sender: string } | { receiver: string }) =>
      idsOf(
        await fixture.api("pageEndorsements", {
          query: { limit: 30, suggested: "true", ...query },
        }),
      );
    expect(await inboxOf(dan)).toMatchObject({ suggestions: 0 });
    const edit = {
      topic: "edit-endorsement",
      id,
      words: digestOf(id),
      editor: carol.address,
      title: "Another title",
      description: "Other words",
      image: "https://example.com/image.png",
      date: 1,
    } as const;
    await fixture.mine(printing(carol, { ...edit, suggested: true }));
    expect(await inboxOf(dan)).toMatchObject({ suggestions: 1 });
    expect(await suggested({ sender: dan.address })).toEqual([id]);
    expect(await suggested({ receiver: carol.address })).toEqual([id]);
    const query = { limit: 30, sender: dan.address, suggested: "false" } as const;
    expect(idsOf(await fixture.api("pageEndorsements", { query }))).not.toContain(id);
    await fixture.mine(printing(carol, { ...edit, suggested: false }));
    expect(await inboxOf(dan)).toMatchObject({ suggestions: 0 });
    expect(await suggested({ sender: dan.address })).toEqual([]);
  });

  it("lists invitations and proposals, also for somebody without a profile", async () => {
    const stranger = person("stranger");
    const outsider = person("outsider");
    const nobody = { waiting: 0, requests: 0, suggestions: 0 };
    expect(await inboxOf(stranger)).toEqual({ ...nobody, invitations: [], adminProposals: [] });
    await fixture.mine(
      printing(watcher, {
        topic: "watcher-new-organization",
        id: 1,
        admin: alice.address,
        name: "guild.btc",
        logo: "ipfs://bafkreilogo00000000",
        description: "Makers",
        website: "https://guild.example",
        invited: [stranger.address],
        watcher: watcher.address,
      }),
    );
    const guild = { id: 1, name: "guild.btc", logoUrl: "ipfs://bafkreilogo00000000", open: true };
    expect(await inboxOf(stranger)).toMatchObject({ invitations: [guild], adminProposals: [] });
    const membership = { id: 1, representative: stranger.address };
    await fixture.mine(
      printing(stranger, { topic: "accept-representation", ...membership }),
      printing(alice, {
        topic: "propose-admin",
        id: 1,
        admin: stranger.address,
        by: alice.address,
      }),
    );
    expect(await inboxOf(stranger)).toMatchObject({
      invitations: [],
      adminProposals: [{ ...guild, byWatchers: false }],
    });
    await fixture.mine(
      printing(watcher, {
        topic: "watcher-replace-admin",
        id: 1,
        admin: outsider.address,
        from: 2_100,
        watcher: watcher.address,
      }),
    );
    expect(await inboxOf(outsider)).toMatchObject({
      adminProposals: [{ ...guild, byWatchers: true }],
    });
    await fixture.mine(printing(alice, { topic: "close-organization", id: 1, by: alice.address }));
    expect(await inboxOf(stranger)).toMatchObject({ invitations: [], adminProposals: [] });
  });

  describe("the blocked", () => {
    const block = (sender: Person) =>
      printing(dan, {
        topic: "block-sender",
        principal: dan.address,
        sender: sender.address,
      });
    const guild = { organization: { id: 1, name: "guild.btc" } };

    it("are listed to their blocker alone, newest first, until the block is undone", async () => {
      const principal = dan.address;
      await fixture.mine(block(frank));
      await fixture.mine(block(bob));
      await fixture.mine(printing(dan, { topic: "block-organization", principal, id: 1 }));
      const asDan = await as(dan);
      const { items } = await asDan("pageBlocked", { query: {} });
      expect(items).toMatchObject([
        guild,
        { sender: { bns_name: "bob" } },
        { sender: { bns_name: "frank" } },
      ]);
      await fixture.mine(
        printing(dan, { topic: "unblock-sender", principal, sender: bob.address }),
        printing(dan, { topic: "unblock-organization", principal, id: 1 }),
      );
      expect((await asDan("pageBlocked", { query: {} })).items).toMatchObject([
        { sender: { bns_name: "frank" } },
      ]);
      const asBob = await as(bob);
      expect(await asBob("pageBlocked", { query: {} })).toEqual({ items: [], next: null });
    });

    it("need a session, and are never cached", async () => {
      await expect(fixture.api("pageBlocked", { query: {} })).rejects.toMatchObject({
        status: 401,
      });
      const { fetch: asDan } = await signIn(fixture.service, dan);
      const path = `${fixture.service.origin}/api/blocked`;
      const response = await asDan(path);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect((await asDan(`${path}?principal=${bob.address}`)).status).toBe(400);
    });

    it("are listed page by page, also when there are more than 100", async () => {
      const many = Array.from({ length: 130 }, (_, place) => person(`crowd ${place}`));
      await fixture.mine(...many.map(block));
      const asDan = await as(dan);
      const seen: unknown[] = [];
      let before: string | undefined;
      do {
        const page = await asDan("pageBlocked", { query: { limit: 50, before } });
        seen.push(...page.items.map((one) => ("sender" in one ? one.sender.address : null)));
        before = page.next ?? undefined;
      } while (before !== undefined);
      expect(seen).toHaveLength(131);
      const all = [...many, frank].map(({ address }) => address);
      expect(new Set(seen)).toEqual(new Set(all));
    });

    it("are listed from the newest for a malformed cursor", async () => {
      const asDan = await as(dan);
      const first = await asDan("pageBlocked", { query: { limit: 5 } });
      for (const before of [
        "x",
        "1~sender",
        "1~sender~'; drop table blocked",
        "99999999999999999~a~b",
      ]) {
        expect(await asDan("pageBlocked", { query: { limit: 5, before } })).toEqual(first);
      }
    });
  });

  it("gives rejected words to their author alone", async () => {
    const ids = [await send(erin, dan), await send(erin, dan), await send(erin, dan)];
    const events = ids.map((id) => ({
      topic: "burn-endorsement" as const,
      id,
      words: digestOf(id),
      sender: erin.address,
      receiver: dan.address,
    }));
    await fixture.mine({ sender: dan, functionName: "burn-endorsements", events });
    const asErin = await as(erin);
    const first = await asErin("pageOwnRejected", { query: { limit: 2 } });
    expect(first.items).toMatchObject([
      { id: ids[2], title: "A title", endorsement: "Some words", approved: false },
      { id: ids[1] },
    ]);
    const { fetch } = await signIn(fixture.service, erin);
    const response = await fetch(`${fixture.service.origin}/api/own-rejected`);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const query = { limit: 2, before: first.next ?? "" };
    expect(await asErin("pageOwnRejected", { query })).toMatchObject({
      items: [{ id: ids[0] }],
      next: null,
    });
    expect(await (await as(dan))("pageOwnRejected", { query: {} })).toMatchObject({ items: [] });
    await expect(fixture.api("pageOwnRejected", { query: {} })).rejects.toMatchObject({
      status: 401,
    });
    await expect(asErin("getEndorsement", { query: { id: ids[0] ?? 0 } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("leaves out withdrawn endorsements unless they are asked for", async () => {
    const id = await send(carol, bob);
    await fixture.mine(approve(id, carol, bob));
    const reason = "A mistake \u0000";
    const withdraw = { topic: "withdraw-endorsement", id, by: carol.address, reason } as const;
    await fixture.mine(printing(carol, { ...withdraw, earned: true }));
    const page = async (more: { withdrawn?: "true" | "false"; approved?: "true" | "false" }) =>
      idsOf(
        await fixture.api("pageEndorsements", {
          query: { limit: 30, receiver: bob.address, ...more },
        }),
      );
    expect(await page({})).not.toContain(id);
    expect(await page({ withdrawn: "false" })).not.toContain(id);
    expect(await page({ withdrawn: "true" })).toEqual([id]);
    expect(await page({ withdrawn: "true", approved: "false" })).toEqual([id]);
    expect(await page({ withdrawn: "true", approved: "true" })).toEqual([]);
  });
});
