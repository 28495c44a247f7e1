import { errorBodySchema } from "@colonnade/domain/error.ts";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { createLog } from "../monitoring/log.ts";
import { openTestDatabase } from "./support/database.ts";
import { type Fixture, register, startFixture } from "./support/fixture.ts";
import { alice } from "./support/people.ts";

describe("The log of requests, at the level that it has by itself", () => {
  let fixture: Fixture;
  const lines: Record<string, unknown>[] = [];

  afterEach(async () => {
    await fixture.close();
    lines.length = 0;
  });

  const start = async () => {
    const log = createLog("info", { write: (line: string) => lines.push(JSON.parse(line)) });
    const database = await openTestDatabase();
    fixture = await startFixture({ database, log });
    return database;
  };

  /** Asks for something that is refused. @returns the status, and the lines of the id that the answer shows */
  const ask = async (path: string) => {
    const response = await fetch(`${fixture.service.origin}${path}`);
    const { error } = errorBodySchema.parse(await response.json());
    const logged = lines.filter(({ requestId }) => requestId === error.requestId);
    return { status: response.status, logged };
  };

  it("has a refused request under the id that its answer shows", async () => {
    await start();
    const { status, logged } = await ask("/api/milestone?id=none");
    expect(status).toBe(400);
    expect(logged).toEqual([
      expect.objectContaining({
        method: "GET",
        route: "/api/milestone",
        status: 400,
        seconds: expect.any(Number),
        code: "validation_error",
        msg: "a request was refused",
      }),
    ]);
  });

  it("has every request that the database failed, and why once a minute", async () => {
    const { kysely } = await start();
    await sql`set role pg_monitor`.execute(kysely);
    const failed = [];
    for (let one = 1; one <= 3; one += 1) failed.push(await ask(`/api/milestone?id=${one}`));
    await sql`reset role`.execute(kysely);
    for (const { status, logged } of failed) {
      expect(status).toBe(503);
      expect(logged).toHaveLength(1);
    }
    const why = lines.filter(({ msg }) => msg === "the database or the node fails");
    expect(why).toHaveLength(1);
  });

  it("has every write that was answered, apart from the refused ones", async () => {
    await start();
    const { origin } = fixture.service;
    const response = await fetch(`${origin}/api/contact-info`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ name: "Ann", email: "ann@example.com", message: "Hello" }),
    });
    expect(response.status).toBe(200);
    expect(lines.filter(({ method }) => method === "POST")).toEqual([
      expect.objectContaining({
        requestId: expect.any(String),
        method: "POST",
        route: "/api/contact-info",
        status: 200,
        seconds: expect.any(Number),
        msg: "a request",
      }),
    ]);
  });

  it("has a read that took over a second", async () => {
    const { kysely } = await start();
    await fixture.mine(register(alice));
    const busy = sql`select pg_sleep(1.5)`.execute(kysely);
    const response = await fetch(`${fixture.service.origin}/api/milestones?limit=1`);
    await busy;
    expect(response.status).toBe(200);
    const slow = lines.find(({ route }) => route === "/api/milestones");
    expect(slow).toMatchObject({ method: "GET", status: 200, msg: "a request" });
    expect(slow?.seconds).toBeGreaterThan(1);
  });

  it("has no other read that was answered, and of many refused ones a thousand in a minute", async () => {
    await start();
    const statuses = new Set<number>();
    for (let sent = 0; sent < 1_050; sent += 50) {
      const paths = Array.from({ length: 50 }, (_, place) => `/api/nothing/${sent + place}`);
      for (const { status } of await Promise.all(paths.map(ask))) statuses.add(status);
    }
    expect([...statuses]).toEqual([404]);
    expect((await fetch(`${fixture.service.origin}/healthz`)).status).toBe(200);
    const said = (message: string) => lines.filter(({ msg }) => msg === message).length;
    expect(said("a request was refused")).toBe(1_000);
    expect(said("more requests are refused in a minute than are logged")).toBe(1);
    const isQuick = ({ msg, seconds }: Record<string, unknown>) =>
      msg === "a request" && Number(seconds) <= 1;
    expect(lines.filter(isQuick)).toEqual([]);
  });
});
