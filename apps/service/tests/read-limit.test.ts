import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Service } from "../service.ts";
import { keepOpen } from "./support/database.ts";
import {
  approve,
  type Fixture,
  startFixture,
  startTestService,
  submit,
} from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";
import { buildStandIn, type StandInApp } from "./support/renderer.ts";

describe("The limit of concurrent reads", () => {
  let fixture: Fixture;
  let service: Service & AsyncDisposable;
  let webApp: StandInApp;
  let gate: PromiseWithResolvers<void>;
  let isHeld: boolean;
  let held: number;

  beforeEach(async () => {
    webApp = await buildStandIn();
    gate = Promise.withResolvers();
    isHeld = false;
    held = 0;
    fixture = await startFixture();
    service = await startTestService(fixture.node, {
      environment: { COLONNADE_TRUSTED_PROXIES: "1" },
      webFolder: webApp.webFolder,
      database: {
        ...keepOpen(fixture.database),
        readJson: async (...asked) => {
          if (isHeld) {
            held += 1;
            await gate.promise;
          }
          return fixture.database.readJson(...asked);
        },
      },
    });
  });

  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await fixture.close();
    await webApp[Symbol.asyncDispose]();
  });

  const ask = (path: string, client: string) =>
    fetch(`${service.origin}${path}`, {
      headers: { "x-forwarded-for": client, accept: "text/html, application/json" },
    });
  /** No limit refused any. A slow machine may have held some longer than a request may wait. */
  const expectAnswered = async (responses: readonly Promise<Response>[], status: number) => {
    const statuses = new Set<number>();
    for (const response of await Promise.all(responses)) {
      const isLate = response.status === 503 && (await response.text()).includes("took too long");
      if (!isLate) expect(response.status).toBe(status);
      statuses.add(response.status);
    }
    expect([...statuses]).toContain(status);
  };
  const pageOf = (before: number) => `/api/milestones?limit=1&before=${before}`;

  it("limits reads per client and in total, but not cached ones or further requests for the same one", async () => {
    expect((await ask("/api/orgs?limit=1", "192.0.2.1")).status).toBe(200);
    isHeld = true;
    const waiting: Promise<Response>[] = [];
    for (let client = 1; client <= 10; client += 1) {
      for (let one = 1; one <= 50; one += 1) {
        waiting.push(ask(pageOf(client * 50 + one), `192.0.2.${client}`));
      }
    }
    const refused = async (client: string) => {
      const response = await ask(pageOf(1), client);
      return [response.status, response.headers.get("retry-after")];
    };
    await expect.poll(() => held).toBe(500);
    expect(await refused("192.0.2.11")).toEqual([503, "1"]);
    expect(await refused("192.0.2.1")).toEqual([429, "1"]);
    for (let more = 0; more < 100; more += 1) waiting.push(ask(pageOf(51), "192.0.2.1"));
    expect((await ask("/api/orgs?limit=1", "192.0.2.1")).status).toBe(200);
    expect(held).toBe(500);

    gate.resolve();
    await expectAnswered(waiting, 200);
    // A late read holds its slot until the database has answered.
    await expect.poll(async () => (await ask(pageOf(1), "192.0.2.1")).status).toBe(200);
  });

  it("limits rendered pages, too, and serves the plain page over the limit", async () => {
    isHeld = true;
    const waiting = Array.from({ length: 50 }, (_, one) => ask(`/org/${one + 1}`, "192.0.2.1"));
    await expect.poll(() => held).toBe(50);
    const plain = await ask("/org/51", "192.0.2.1");
    expect([plain.status, await plain.text()]).toEqual([
      200,
      expect.stringContaining('<div id="root"></div>'),
    ]);
    expect(held).toBe(50);
    gate.resolve();
    // There are no such organizations.
    await expectAnswered(waiting, 404);
  });
});

describe("The limit of credentials", () => {
  // Within one minute, however slow the machine is.
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => vi.useRealTimers());

  it("is 600 a minute for one client, and counts no cached one", async () => {
    const { service, mine, close } = await startFixture();
    await mine(submit(1, alice, bob), approve(1, alice, bob));
    const ask = async (id: number) =>
      (await fetch(`${service.origin}/api/credential/${id}`)).status;
    const statuses = new Set<number>();
    expect(await ask(1)).toBe(200);
    for (let id = 2; id <= 600; id += 1) statuses.add(await ask(id));
    expect([...statuses]).toEqual([404]);
    expect([await ask(601), await ask(1)]).toEqual([429, 200]);
    await close();
  });
});
