import { networkInterfaces } from "node:os";
import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase } from "./support/database.ts";
import {
  type Fixture,
  registerThree,
  signIn,
  startFixture,
  startTestService,
} from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family }) => family === "IPv6"),
);
const contact = JSON.stringify({ name: "Ann", email: "ann@example.com", message: "Hello" });

describe("A write", () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture();
    await registerThree(fixture);
  });

  afterAll(() => fixture.close());

  const send = (path: string, headers: Record<string, string>, body: string, method = "POST") =>
    fetch(`${fixture.service.origin}${path}`, { method, headers, body });
  const json = () => ({ origin: fixture.service.origin, "content-type": "application/json" });

  it.each([
    ["none", undefined],
    ["another site's", "https://evil.example"],
    ["an opaque one", "null"],
    ["the same host's other port", "http://127.0.0.1:1"],
  ])("is rejected when its Origin is %s", async (_, origin) => {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (origin !== undefined) headers.origin = origin;
    for (const [path, method] of [
      ["/api/contact-info", "POST"],
      ["/api/follow", "POST"],
      ["/api/unfollow", "POST"],
      ["/api/new-pending-event", "POST"],
      ["/api/org-create-request", "POST"],
      ["/api/upload", "POST"],
      ["/api/report", "POST"],
      ["/api/reports/1/decision", "POST"],
      ["/api/session", "POST"],
      ["/api/session", "DELETE"],
    ] as const) {
      const response = await send(path, headers, contact, method);
      expect([path, response.status]).toEqual([path, 403]);
      expect(await response.json()).toMatchObject({ error: { code: "forbidden" } });
    }
  });

  it("to the observer is rejected when a browser sends it", async () => {
    const url = `${fixture.service.observerUrl}/new_block`;
    const response = await fetch(url, {
      method: "POST",
      headers: { origin: "https://evil.example", "content-type": "text/plain" },
      body: "{}",
    });
    expect(response.status).toBe(403);
    expect(await fixture.api("getStatus")).toMatchObject({ quarantined: 0 });
  });

  it.each([
    ["10.0.0.0/8,fd00::/8", "127.0.0.1", 403],
    ["127.0.0.2", "127.0.0.1", 403],
    ["10.1.2.3,127.0.0.0/8", "127.0.0.1", 200],
    // IPv4 as it arrives at a socket of IPv6, where this machine has that.
    ...(hasIpv6
      ? ([
          ["127.0.0.0/8", "::", 200],
          ["10.0.0.0/8", "::", 403],
        ] as const)
      : []),
  ] as const)(
    "to the observer of a service that allows %s and listens on %s gets %i",
    async (...given) => {
      const [COLONNADE_OBSERVER_ALLOWED, COLONNADE_OBSERVER_HOST, status] = given;
      await using service = await startTestService(fixture.node, {
        database: await openTestDatabase(),
        environment: { COLONNADE_OBSERVER_ALLOWED, COLONNADE_OBSERVER_HOST },
      });
      for (const path of ["/new_mempool_tx", "/drop_mempool_tx", "/new_burn_block", "/new_block"]) {
        const body = path === "/new_block" ? "no block" : "[]";
        const response = await fetch(service.observerUrl + path, { method: "POST", body });
        expect(response.status).toBe(status);
      }
      const { quarantined } = await createClient({ origin: service.origin })("getStatus");
      expect(quarantined).toBe(status === 200 ? 1 : 0);
    },
  );

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "is rejected when its JSON is sent as %s",
    async (type) => {
      const response = await send(
        "/api/contact-info",
        { ...json(), "content-type": type },
        contact,
      );
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ error: { code: "validation_error" } });
    },
  );

  it("is rejected when an upload is sent as JSON", async () => {
    expect((await send("/api/upload", json(), "{}")).status).toBe(415);
  });

  it("is rejected when its body is too large", async () => {
    const body = JSON.stringify({ name: "x".repeat(100_000) });
    const response = await send("/api/contact-info", json(), body);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: "payload_too_large_error" } });
  });

  it("is rejected when its body is not JSON", async () => {
    const response = await send("/api/contact-info", json(), "{");
    expect(response.status).toBe(400);
  });

  it.each([
    ["/api/follow", { userPrincipal: alice.address, profilePrincipal: bob.address }],
    ["/api/unfollow", { userPrincipal: alice.address, profilePrincipal: bob.address }],
    [
      "/api/org-create-request",
      {
        address: alice.address,
        bnsName: "alice.btc",
        imageUrl: "ipfs://bafkreilogo00000000",
        description: "Makers",
        website: "https://guild.example",
        admins: [alice.address],
      },
    ],
  ])(
    "to %s is rejected without a session, and with another address's session",
    async (path, body) => {
      const text = JSON.stringify(body);
      const response = await send(path, json(), text);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: "no_session_data" } });
      const { fetch: asBob } = await signIn(fixture.service, bob);
      const other = await asBob(`${fixture.service.origin}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: text,
      });
      expect(other.status).toBe(403);
    },
  );

  it("that uploads is rejected without a session", async () => {
    const form = new FormData();
    form.set("file", new Blob(["x"]));
    const response = await fetch(`${fixture.service.origin}/api/upload`, {
      method: "POST",
      headers: { origin: fixture.service.origin },
      body: form,
    });
    expect(response.status).toBe(401);
  });

  it("with a made-up cookie has no session", async () => {
    const response = await fetch(`${fixture.service.origin}/api/session`, {
      headers: { cookie: "colonnade=made-up" },
    });
    expect(await response.json()).toMatchObject({ address: null });
  });

  it("is accepted from localhost when the origin is 127.0.0.1", async () => {
    const origin = fixture.service.origin.replace("127.0.0.1", "localhost");
    expect((await send("/api/contact-info", { ...json(), origin }, contact)).status).toBe(200);
  });
});
