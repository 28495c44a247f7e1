import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { adminNamedTwice } from "@colonnade/domain/organization-application.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { databases } from "./support/databases.ts";
import { browser, type Fixture, registerThree, signIn, startFixture } from "./support/fixture.ts";
import { alice, bob, carol, dan, person } from "./support/people.ts";

describe.each(databases)("What people write on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
  });

  afterAll(() => fixture.close());
  afterEach(() => vi.useRealTimers());

  describe("Following", () => {
    it("follows, lists and unfollows", async () => {
      const { api } = await signIn(fixture.service, alice);
      const body = { userPrincipal: alice.address, profilePrincipal: bob.address };
      const tag = async () =>
        (await fetch(`${fixture.service.origin}/api/columns?limit=5`)).headers.get("etag");
      const followed = await api("follow", { body });
      expect(followed.data.following).toMatchObject([{ bns_name: "bob" }]);
      expect(await fixture.api("getFollow", { query: body })).toEqual({ follows: true });
      const fresh = await tag();
      const again = await api("follow", { body });
      expect(again).toEqual(followed);
      // A request that changes nothing keeps the ETag.
      expect(await tag()).toBe(fresh);
      expect(await fixture.api("getProfile", { query: { principal: bob.address } })).toMatchObject({
        followerCount: 1,
        followers: [{ bns_name: "alice" }],
      });
      const left = await api("unfollow", { body });
      expect(left.data.following).toEqual([]);
      expect(await fixture.api("getFollow", { query: body })).toEqual({ follows: false });
      const after = await tag();
      expect(after).not.toBe(fresh);
      expect(await api("unfollow", { body })).toEqual(left);
      expect(await tag()).toBe(after);
      expect(await fixture.api("getProfile", { query: { principal: bob.address } })).toMatchObject({
        followerCount: 0,
        followers: [],
      });
    });

    it("is rate limited, because each change makes cached responses stale", async () => {
      const often = person("often");
      const { api } = await signIn(fixture.service, often);
      const body = { userPrincipal: often.address, profilePrincipal: bob.address };
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      for (let times = 0; times < 60; times += 1) await api("unfollow", { body });
      await expect(api("follow", { body })).rejects.toMatchObject({ status: 429 });
    });

    it("adds events for the followed person, newest first", async () => {
      const { api } = await signIn(fixture.service, alice);
      await api("follow", {
        body: { userPrincipal: alice.address, profilePrincipal: carol.address },
      });
      const { api: asBob } = await signIn(fixture.service, bob);
      await asBob("follow", {
        body: { userPrincipal: bob.address, profilePrincipal: carol.address },
      });
      const events = await fixture.api("getEvents", {
        query: { principal: carol.address, limit: 2 },
      });
      expect(events).toMatchObject([
        {
          event: "NEW_FOLLOWER",
          status: "SUCCESS",
          txId: null,
          metaData: { follower: { bns_name: "bob" } },
        },
        { event: "NEW_FOLLOWER", metaData: { follower: { bns_name: "alice" } } },
      ]);
    });

    it("rejects following oneself, and follows where either side has no profile", async () => {
      const { api } = await signIn(fixture.service, alice);
      const follow = (profilePrincipal: string) =>
        api("follow", { body: { userPrincipal: alice.address, profilePrincipal } });
      await expect(follow(alice.address)).rejects.toMatchObject({ code: "validation_error" });
      await expect(follow(dan.address)).rejects.toMatchObject({
        status: 409,
        code: "precondition_failed_error",
      });
      const { api: asDan } = await signIn(fixture.service, dan);
      await expect(
        asDan("follow", { body: { userPrincipal: dan.address, profilePrincipal: bob.address } }),
      ).rejects.toMatchObject({ code: "precondition_failed_error" });
    });

    it("survives when the chain starts over", async () => {
      const { api } = await signIn(fixture.service, bob);
      const before = await fixture.api("getProfile", { query: { principal: bob.address } });
      fixture.tip = null;
      await registerThree(fixture);
      const after = await fixture.api("getProfile", { query: { principal: bob.address } });
      expect(after.followingCount).toBe(before.followingCount);
      expect(await api("getSession")).toMatchObject({ address: bob.address });
    });
  });

  describe("The contact form", () => {
    const contact = { name: "Ann", email: "ann@example.com", message: "Hello \u0000 \u202E 😀" };
    const kept = () => fixture.database.kysely.selectFrom("contact_messages").selectAll().execute();
    const visitor = () => browser(fixture.service);
    const visitorSends = (body: string) =>
      visitor()(`${fixture.service.origin}/api/contact-info`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    const send = (body: unknown) => visitorSends(JSON.stringify(body));

    it("keeps a message exactly", async () => {
      expect((await send(contact)).status).toBe(200);
      expect(JSON.parse((await kept()).at(-1)?.document ?? "null")).toEqual(contact);
    });

    it("accepts the longest message, even with every character escaped in JSON", async () => {
      const { contactNameCodePoints, contactEmailCodePoints, contactMessageCodePoints } = limits;
      const longest = {
        name: "😀".repeat(contactNameCodePoints),
        email: `${"a".repeat(contactEmailCodePoints - 12)}@example.com`,
        message: "😀".repeat(contactMessageCodePoints),
      };
      const escaped = JSON.stringify(longest).replace(
        /[^ -~]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
      );
      expect((await visitorSends(escaped)).status).toBe(200);
      expect(JSON.parse((await kept()).at(-1)?.document ?? "null")).toEqual(longest);
    });

    it("answers invalid input with the messages that the screens show", async () => {
      const invalid = await send({ ...contact, email: "ann" });
      expect(invalid.status).toBe(400);
      expect(await invalid.json()).toMatchObject({
        error: { code: "validation_error", message: messages.invalidEmail },
      });
      const missing = await send({ ...contact, name: " " });
      expect(await missing.json()).toMatchObject({ error: { message: messages.required } });
    });

    it("answers 200 but keeps nothing when the hidden field is filled", async () => {
      const before = (await kept()).length;
      expect((await send({ ...contact, website: "https://spam.example" })).status).toBe(200);
      expect(await kept()).toHaveLength(before);
    });

    it("answers 429 over the rate limit", async () => {
      const answers: number[] = [];
      for (let times = 0; times < 12; times += 1) answers.push((await send(contact)).status);
      expect(answers.at(-1)).toBe(429);
    });
  });

  describe("Applying for an organization", () => {
    const application = {
      address: alice.address,
      bnsName: "alice.btc",
      statement: "",
      imageUrl: "ipfs://bafkreilogo00000000",
      description: "Makers \u0000 of things",
      website: "https://guild.example",
      admins: [alice.address, bob.address],
    };

    it("keeps the application for its review", async () => {
      const { api } = await signIn(fixture.service, alice);
      expect(await api("applyForOrganization", { body: application })).toEqual({ accepted: true });
      const [row] = await fixture.database.kysely.selectFrom("applications").selectAll().execute();
      expect(row).toMatchObject({ applicant: alice.address });
      expect(JSON.parse(row?.document ?? "null")).toEqual(application);
    });

    it.each([
      [
        "eleven admins",
        { admins: Array.from({ length: 11 }, () => bob.address) },
        messages.tooManyAdmins,
      ],
      ["no admin", { admins: [] }, messages.selectAdmin],
      [
        "an admin named twice",
        { admins: [bob.address, alice.address, bob.address] },
        `admins: ${adminNamedTwice}`,
      ],
      [
        "a description of 2,049 characters",
        { description: "😀".repeat(2049) },
        messages.descriptionTooLong,
      ],
      ["no website", { website: "" }, messages.required],
    ])("refuses %s", async (_, change, message) => {
      const { api } = await signIn(fixture.service, alice);
      await expect(
        api("applyForOrganization", { body: { ...application, ...change } }),
      ).rejects.toMatchObject({ status: 400, message });
    });

    it("accepts a description of 2,048 astral characters", async () => {
      const { api } = await signIn(fixture.service, alice);
      const description = "😀".repeat(2048);
      await api("applyForOrganization", { body: { ...application, description } });
    });
  });
});
