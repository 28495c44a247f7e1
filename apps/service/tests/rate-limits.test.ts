import { readConfig } from "@colonnade/domain/config.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import pino from "pino";
import { describe, expect, it, vi } from "vitest";
import { startService } from "../service.ts";
import { openTestDatabase } from "./support/database.ts";
import { type Fixture, signedChallenge, signIn, startFixture } from "./support/fixture.ts";
import { alice, owner, type Person, person, watcher } from "./support/people.ts";
import { findPort } from "./support/port.ts";
import { checkResponsesOf } from "./support/response-check.ts";
import { applicationOf } from "./support/review.ts";

const contact = JSON.stringify({ name: "Ann", email: "ann@example.com", message: "Hello" });

describe("Rate limits", () => {
  /** @returns the status, once it is known that a refusal says how many seconds to wait */
  async function askAt(url: string, origin: string, forwarded: string): Promise<number> {
    const { status, headers } = await fetch(`${url}/api/contact-info`, {
      method: "POST",
      headers: { origin, "content-type": "application/json", "x-forwarded-for": forwarded },
      body: contact,
    });
    const seconds = Number(headers.get("retry-after"));
    expect(seconds > 0 && seconds <= 3600).toBe(status === 429);
    return status;
  }
  const ask = ({ service }: Fixture, forwarded: string) =>
    askAt(service.origin, service.origin, forwarded);

  async function writeTenTimes(
    fixture: Fixture,
    forwarded: (time: number) => string,
  ): Promise<void> {
    for (let time = 0; time < 10; time += 1) expect(await ask(fixture, forwarded(time))).toBe(200);
  }

  it("count by the connection without trusted proxies, and ignore the forwarded header", async () => {
    const fixture = await startFixture();
    await writeTenTimes(fixture, () => "192.0.2.1");
    expect(await ask(fixture, "192.0.2.2")).toBe(429);
    await fixture.close();
  });

  it("trust one proxy when the origin is public, where the session cookie is of one host", async () => {
    const origin = "https://colonnade.example";
    const port = await findPort();
    await using _ = await startService({
      config: readConfig({
        COLONNADE_ORIGIN: origin,
        COLONNADE_PORT: String(port),
        COLONNADE_OBSERVER_PORT: "0",
        COLONNADE_METRICS_PORT: "0",
      }),
      database: await openTestDatabase(),
      log: pino({ level: "silent" }),
    });
    await checkResponsesOf(`http://127.0.0.1:${port}`);
    const local = `http://127.0.0.1:${port}`;
    const { address } = alice;
    const { message, nonce } = await createClient({ origin: local })("getChallenge", {
      query: { address },
    });
    const signedIn = await fetch(`${local}/api/session`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify(signedChallenge(alice, message, nonce)),
    });
    const set = signedIn.headers.get("set-cookie") ?? "";
    expect(set).toMatch(
      /^__Host-colonnade=[^;]{20,}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
    const [cookie = ""] = set.split(";");
    const session = await fetch(`${local}/api/session`, { headers: { cookie } });
    expect(await session.json()).toMatchObject({ address });
    const signedOut = await fetch(`${local}/api/session`, {
      method: "DELETE",
      headers: { origin },
    });
    expect(signedOut.headers.get("set-cookie")).toMatch(
      /^__Host-colonnade=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const askFor = (forwarded: string) => askAt(`http://127.0.0.1:${port}`, origin, forwarded);
    for (let times = 0; times < 10; times += 1) expect(await askFor("192.0.2.1")).toBe(200);
    expect(await askFor("198.51.100.9, 192.0.2.1")).toBe(429);
    expect(await askFor("192.0.2.2")).toBe(200);
  });

  it("count sign-in attempts", async () => {
    const fixture = await startFixture();
    const attempt = () =>
      fetch(`${fixture.service.origin}/api/session`, {
        method: "POST",
        headers: { origin: fixture.service.origin, "content-type": "application/json" },
        body: JSON.stringify(signedChallenge(alice, "made up", "0".repeat(32))),
      });
    for (let times = 0; times < 60; times += 1) expect((await attempt()).status).toBe(401);
    expect((await attempt()).status).toBe(429);
    await fixture.close();
  });

  it.each([
    ["applications", "/api/org-create-requests/1/decision", { decision: "decline", reason: "No" }],
    ["reports", "/api/reports/1/decision", { decision: "dismiss" }],
  ])("count a watcher's decisions on %s", async (_, path, body) => {
    const fixture = await startFixture();
    await fixture.mine({
      sender: owner,
      functionName: "add-watcher",
      events: [{ topic: "add-watcher", watcher: watcher.address, by: owner.address }],
    });
    const { fetch: send } = await signIn(fixture.service, watcher);
    const decide = () =>
      send(`${fixture.service.origin}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    for (let times = 0; times < 120; times += 1) expect((await decide()).status).toBe(404);
    expect((await decide()).status).toBe(429);
    await fixture.close();
  });

  it("count reports, and say how long to wait", async () => {
    const fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "1" } });
    const { origin } = fixture.service;
    // One client may sign in 60 times an hour.
    const principals = triesOf({ usual: 1, torture: 50 });
    for (let principal = 0; principal < principals; principal += 1) {
      const { fetch: send } = await signIn(fixture.service, person(`reporter ${principal}`));
      // Each from another address, so that no limit of a client counts.
      const report = (id: number) =>
        send(`${origin}/api/report`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-forwarded-for": `10.${id}.${principal}.1`,
          },
          body: JSON.stringify({ subject: { kind: "endorsement", id }, reason: "A lie" }),
        });
      for (let id = 1; id <= 20; id += 1) expect((await report(id)).status).toBe(404);
      const refused = await report(21);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    await fixture.close();
    tellRow({
      fault: "reports of one principal from 21 addresses",
      tries: principals,
      result: "the 21st in an hour gets 429 with `Retry-After`; the next principal is served",
      longestMs: null,
    });
  });

  it("count all addresses of one client together, five times as high", async () => {
    const fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "1" } });
    const apply = async (person: Person, client: string) => {
      const { fetch: send } = await signIn(fixture.service, person);
      const answers = Array.from({ length: 10 }, () =>
        send(`${fixture.service.origin}/api/org-create-request`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-forwarded-for": client },
          body: JSON.stringify(applicationOf(person)),
        }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const well = Array(10).fill(200);
    for (const name of ["ann", "ben", "cat", "don", "eve"]) {
      expect(await apply(person(name), "192.0.2.1")).toEqual(well);
    }
    expect(await apply(person("fay"), "192.0.2.1")).toEqual(Array(10).fill(429));
    expect(await apply(person("gus"), "192.0.2.2")).toEqual(well);
    expect((await apply(person("ann"), "192.0.2.2"))[0]).toBe(429);
    await fixture.close();
  });

  it("count uploads, and say how long to wait", async () => {
    const fixture = await startFixture();
    const { fetch: send } = await signIn(fixture.service, alice);
    const upload = async () => {
      const form = new FormData();
      form.set("file", new Blob(["x"]));
      const url = `${fixture.service.origin}/api/upload`;
      return send(url, { method: "POST", body: form });
    };
    for (let times = 0; times < 40; times += 1) expect((await upload()).status).toBe(400);
    const refused = await upload();
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3600);
    await fixture.close();
  });

  it("count by the address that the outermost trusted proxy saw", async () => {
    const fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "2" } });
    await writeTenTimes(fixture, () => "192.0.2.1, 10.0.0.1");
    expect(await ask(fixture, "203.0.113.7, 192.0.2.1, 10.0.0.1")).toBe(429);
    expect(await ask(fixture, "192.0.2.1, 2001:db8::1, 10.0.0.1")).toBe(200);
    await fixture.close();
  });

  it("start again when the clock is set back", async () => {
    const fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "1" } });
    await writeTenTimes(fixture, () => "192.0.2.1");
    expect(await ask(fixture, "192.0.2.1")).toBe(429);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 24 * 60 * 60_000 });
    await writeTenTimes(fixture, () => "192.0.2.1");
    expect(await ask(fixture, "192.0.2.1")).toBe(429);
    vi.useRealTimers();
    await fixture.close();
  });

  /** A number in hexadecimal, as a part of an address. */
  const hex = (number: number) => number.toString(16);

  it("count the IPv6 addresses of one network together, and other networks apart", async () => {
    const fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "1" } });
    const tries = triesOf({ usual: 1, torture: 200 });
    // Each in a site of its own.
    for (let site = 0; site < tries; site += 1) {
      const at = `2001:db8:${hex(site)}`;
      await writeTenTimes(fixture, (time) => `${at}:7::${hex(time + 1)}`);
      expect(await ask(fixture, `${at.toUpperCase()}:7:ffff:1:2:3`)).toBe(429);
      expect(await ask(fixture, `2001:0db8:${hex(site)}:0007:0:0:0:1`)).toBe(429);
      expect(await ask(fixture, `${at}:8::1`)).toBe(200);
    }
    expect(await ask(fixture, "2001:db8::7:0:0:0:1")).toBe(429);
    expect(await ask(fixture, "::1")).toBe(200);
    await fixture.close();
    tellRow({
      fault: "writes from ten addresses of one IPv6 network (/64)",
      tries,
      result:
        "those of two more, in other spellings, get 429 with `Retry-After`; another network is served",
      longestMs: null,
    });
  });

  it("count the networks of one IPv6 site together, four times as high", async () => {
    const fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "1" } });
    const tries = triesOf({ usual: 1, torture: 100 });
    for (let site = 0; site < tries; site += 1) {
      for (let network = 1; network <= 4; network += 1) {
        await writeTenTimes(fixture, () => `2001:db8:${hex(2 * site)}:${network}::1`);
      }
      expect(await ask(fixture, `2001:db8:${hex(2 * site)}:5::1`)).toBe(429);
      expect(await ask(fixture, `2001:db8:${hex(2 * site + 1)}:5::1`)).toBe(200);
    }
    await fixture.close();
    tellRow({
      fault: "writes from four networks of one IPv6 site (/48)",
      tries,
      result: "those of a fifth get 429 with `Retry-After`; another site is served",
      longestMs: null,
    });
  });

  /** How a proxy may spell a client: at first, at another time, and another client. */
  const hops: Record<string, (own: number, other: number) => [string, string, string]> = {
    "IPv4 with a port": (own, other) => [`${v4(own)}:4711`, v4(own), `${v4(other)}:4711`],
    "IPv6 in brackets, with a port": (own, other) => [
      `[${v6(own)}::1]:4711`,
      `${v6(own)}::2`,
      `[${v6(other)}::1]:4711`,
    ],
    "IPv6 in brackets": (own, other) => [`[${v6(own)}::1]`, `${v6(own)}::2`, `${v6(other)}::1`],
    "IPv4 as IPv6": (own, other) => [`::ffff:${v4(own)}`, v4(own), `::ffff:${v4(other)}`],
    "IPv4 as IPv6 in hexadecimal": (own, other) => [
      `::ffff:c000:${hex(own)}`,
      `[::ffff:${v4(own)}]:80`,
      `::ffff:c000:${hex(other)}`,
    ],
  };
  const v4 = (number: number) => `192.0.${number >> 8}.${number & 255}`;
  const v6 = (number: number) => `2001:db8:${hex(number)}:7`;

  it("know the client of a hop in every spelling", async () => {
    const fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "1" } });
    const rounds = triesOf({ usual: 1, torture: 100 });
    let clients = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const [spelling, spell] of Object.entries(hops)) {
        clients += 2;
        const [first, same, other] = spell(clients, clients + 1);
        await writeTenTimes(fixture, () => first);
        const statuses = [await ask(fixture, same), await ask(fixture, other)];
        expect([spelling, ...statuses]).toEqual([spelling, 429, 200]);
      }
    }
    await fixture.close();
    tellRow({
      fault: `a client whose hop is spelled in ${Object.keys(hops).length} ways, with ports and brackets`,
      tries: rounds * Object.keys(hops).length,
      result:
        "its eleventh write, in another spelling, gets 429 with `Retry-After`; another client is served",
      longestMs: null,
    });
  });

  it("count by the connection when the forwarded header is invalid", async () => {
    const fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "2" } });
    await writeTenTimes(fixture, () => "192.0.2.1");
    expect(await ask(fixture, "nonsense, 10.0.0.1")).toBe(429);
    await fixture.close();
  });
});
