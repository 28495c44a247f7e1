import { createClient } from "@colonnade/domain/http/client.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { databases } from "./support/databases.ts";
import {
  browser,
  type Fixture,
  registerThree,
  signedChallenge,
  signIn,
  startFixture,
} from "./support/fixture.ts";
import { alice, bob, carol, owner, watcher } from "./support/people.ts";

const HOUR = 3_600_000;

describe.each(databases)("Signing in on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
  });

  afterAll(() => fixture.close());
  afterEach(() => vi.useRealTimers());

  const visitor = () =>
    createClient({ origin: fixture.service.origin, fetch: browser(fixture.service) });
  const challenge = (address: string) => visitor()("getChallenge", { query: { address } });

  it("has no address before sign-in", async () => {
    expect(await visitor()("getSession")).toEqual({
      address: null,
      expiresAt: null,
      watcher: false,
    });
  });

  it("makes a challenge that names the app and the address", async () => {
    const { message, nonce } = await challenge(alice.address);
    expect(message).toContain(new URL(fixture.service.origin).host);
    expect(message).toContain(alice.address);
    expect(message).toContain(nonce);
  });

  it("signs in with a signed challenge, and out again", async () => {
    const { api } = await signIn(fixture.service, alice);
    expect(await api("getSession")).toMatchObject({ address: alice.address, watcher: false });
    expect(await api("signOut")).toMatchObject({ address: null });
    expect(await api("getSession")).toMatchObject({ address: null });
  });

  it("says who is a watcher", async () => {
    await fixture.mine({
      sender: owner,
      functionName: "add-watcher",
      events: [{ topic: "add-watcher", watcher: watcher.address, by: owner.address }],
    });
    const { api } = await signIn(fixture.service, watcher);
    expect(await api("getSession")).toMatchObject({ watcher: true });
  });

  it("sets a cookie that scripts and other sites cannot read", async () => {
    const { message, nonce } = await challenge(alice.address);
    const response = await fetch(`${fixture.service.origin}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: fixture.service.origin },
      body: JSON.stringify(signedChallenge(alice, message, nonce)),
    });
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^colonnade=/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    const token = /=([^;]+)/.exec(cookie)?.[1] ?? "";
    const kept = await fixture.database.kysely.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it("rejects a second use of a challenge", async () => {
    const { message, nonce } = await challenge(alice.address);
    const body = signedChallenge(alice, message, nonce);
    await visitor()("signIn", { body });
    await expect(visitor()("signIn", { body })).rejects.toMatchObject({
      status: 401,
      code: "login_failed",
    });
  });

  it("rejects a challenge after a wrong signature for it", async () => {
    const { message, nonce } = await challenge(alice.address);
    const right = signedChallenge(alice, message, nonce);
    const { signature } = signedChallenge(alice, `${message}!`, nonce);
    await expect(visitor()("signIn", { body: { ...right, signature } })).rejects.toMatchObject({
      code: "signature_verification_failure",
    });
    await expect(visitor()("signIn", { body: right })).rejects.toMatchObject({
      code: "login_failed",
    });
  });

  it("rejects a signature by another person's key", async () => {
    const { message, nonce } = await challenge(alice.address);
    const body = { ...signedChallenge(bob, message, nonce), address: alice.address };
    await expect(visitor()("signIn", { body })).rejects.toMatchObject({
      status: 401,
      code: "signature_verification_failure",
    });
  });

  it("rejects a public key that is not on the curve", async () => {
    const { message, nonce } = await challenge(alice.address);
    const body = { ...signedChallenge(alice, message, nonce), publicKey: `02${"ff".repeat(32)}` };
    await expect(visitor()("signIn", { body })).rejects.toMatchObject({
      code: "signature_verification_failure",
    });
  });

  it("rejects a challenge for another address", async () => {
    const { message, nonce } = await challenge(alice.address);
    await expect(
      visitor()("signIn", { body: signedChallenge(bob, message, nonce) }),
    ).rejects.toMatchObject({ code: "login_failed" });
  });

  it("rejects an expired challenge", async () => {
    const { message, nonce, expiresAt } = await challenge(alice.address);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(expiresAt) + 1 });
    await expect(
      visitor()("signIn", { body: signedChallenge(alice, message, nonce) }),
    ).rejects.toMatchObject({ code: "login_failed" });
  });

  it("ends a session when it expires", async () => {
    const { api } = await signIn(fixture.service, alice);
    const { expiresAt } = await api("getSession");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(expiresAt ?? "") + 1 });
    expect(await api("getSession")).toMatchObject({ address: null });
  });

  it("ends a session that makes no request for a day, and keeps one that does", async () => {
    const { api } = await signIn(fixture.service, alice);
    const start = Date.now();
    const lookAfter = async (hours: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: start + hours * HOUR });
      return (await api("getSession")).address;
    };
    for (const hours of [23, 46, 69]) expect(await lookAfter(hours)).toBe(alice.address);
    expect(await lookAfter(69 + 24)).toBeNull();
    expect(await lookAfter(70)).toBe(alice.address);
  });

  it("ends a session after seven days, however often it is used", async () => {
    const { api } = await signIn(fixture.service, alice);
    const start = Date.now();
    for (let hours = 0; hours < 168; hours += 12) {
      vi.useFakeTimers({ toFake: ["Date"], now: start + hours * HOUR });
      expect(await api("getSession")).toMatchObject({ address: alice.address });
    }
    vi.useFakeTimers({ toFake: ["Date"], now: start + 168 * HOUR + 1 });
    expect(await api("getSession")).toMatchObject({ address: null });
  });

  it("writes down the use of a session once in five minutes", async () => {
    const { api } = await signIn(fixture.service, carol);
    const start = Date.now();
    const usedAfter = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: start + minutes * 60_000 });
      await api("getSession");
      const { used_at } = await fixture.database.kysely
        .selectFrom("sessions")
        .where("address", "=", carol.address)
        .select("used_at")
        .executeTakeFirstOrThrow();
      return used_at;
    };
    const first = await usedAfter(4);
    expect(first).toBeLessThanOrEqual(start);
    expect(await usedAfter(6)).toBe(start + 6 * 60_000);
  });

  it("signs out everywhere, and nobody else", async () => {
    const [here, there, other] = [
      await signIn(fixture.service, alice),
      await signIn(fixture.service, alice),
      await signIn(fixture.service, bob),
    ];
    expect(await here.api("signOutEverywhere")).toMatchObject({ address: null });
    for (const { api } of [here, there]) {
      expect(await api("getSession")).toMatchObject({ address: null });
      await expect(api("signOutEverywhere")).rejects.toMatchObject({ status: 401 });
    }
    expect(await other.api("getSession")).toMatchObject({ address: bob.address });
  });

  it.each([
    ["a multi-signature account", "SN2NANANANANANANANANANANANANANANANB86HBP4"],
    ["a contract", `${alice.address}.vault`],
  ])("tells %s in a sentence that it cannot sign in", async (_, address) => {
    const refusal = { status: 400, message: messages.noSingleKey };
    await expect(challenge(address)).rejects.toMatchObject(refusal);
    const { message, nonce } = await challenge(alice.address);
    const body = { ...signedChallenge(alice, message, nonce), address };
    await expect(visitor()("signIn", { body })).rejects.toMatchObject(refusal);
  });

  it("keeps a challenge valid when many more are requested for its address", async () => {
    const { message, nonce } = await challenge(bob.address);
    for (let times = 0; times < 15; times += 1) await challenge(bob.address);
    const api = visitor();
    await api("signIn", { body: signedChallenge(bob, message, nonce) });
    expect(await api("getSession")).toMatchObject({ address: bob.address });
  });
});
