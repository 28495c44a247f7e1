import { calls } from "@colonnade/domain/http/contract.ts";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NodeError } from "../chain/node.ts";
import { readPayload } from "../chain/payload.ts";
import { orQuarantine } from "../indexer/quarantine.ts";
import type { Service } from "../service.ts";
import { keepOpen } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, registerThree, startFixture, startTestService } from "./support/fixture.ts";

describe.each(databases)("The routes for operators on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
  });

  afterAll(() => fixture.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${fixture.service.origin}${path}`, { headers });

  it("is healthy before the first block and ready after it", async () => {
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(503);
    await registerThree(fixture);
    expect((await get("/readyz")).status).toBe(200);
  });

  it("shows the node's last known height in the status, without a request to the node", async () => {
    const height = fixture.tip?.payload.block_height;
    await fixture.service.askNode();
    expect(await fixture.api("getStatus")).toMatchObject({ nodeHeight: height, lag: 0 });
    fixture.node.isDown = true;
    await expect(fixture.service.askNode()).rejects.toThrow(NodeError);
    fixture.node.isDown = false;
    fixture.node.asked.length = 0;
    expect(await fixture.api("getStatus")).toMatchObject({ nodeHeight: null, lag: null });
    expect(fixture.node.asked).toEqual([]);
  });

  describe("with a database that other processes write to", () => {
    const figures = async ({ metricsUrl }: Pick<Service, "metricsUrl">) => {
      const text = await (await fetch(`${metricsUrl}/metrics`)).text();
      return text
        .split("\n")
        .filter((line) =>
          /^colonnade_(stalled|tip_height|quarantined_blocks|lag_blocks) /.test(line),
        );
    };
    const current = [
      "colonnade_tip_height 1",
      "colonnade_quarantined_blocks 0",
      "colonnade_stalled 0",
      "colonnade_lag_blocks 0",
    ];

    it("reports the index in the metrics, whichever process wrote it", async () => {
      const { service, database } = fixture;
      await service.askNode();
      expect(await figures(service)).toEqual(current);
      await orQuarantine({ database, log: pino({ level: "silent" }) }, readPayload({}, "none"));
      expect(await figures(service)).toContain("colonnade_quarantined_blocks 1");
      await database.kysely.deleteFrom("quarantine").execute();
      expect(await figures(service)).toEqual(current);
    });

    it("reports it from the start, before the next block", async () => {
      const database = await openDatabase();
      const { node } = fixture;
      const first = await startTestService(node, { database: keepOpen(database) });
      await first.askNode();
      await first.close();
      const second = await startTestService(node, { database });
      expect(await figures(second)).toContain("colonnade_tip_height 1");
      await second.close();
    });

    it("is not ready while the database fails, and leaves the index out of the metrics", async () => {
      const database = await openDatabase();
      const service = await startTestService(fixture.node, { database });
      await service.askNode();
      expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
      await sql`alter table cursor rename to out_of_reach`.execute(database.kysely);
      const response = await fetch(`${service.origin}/readyz`);
      expect(response.status).toBe(503);
      expect(await response.text()).toBe("The database does not answer.");
      expect(await figures(service)).toEqual(["colonnade_stalled 1"]);
      expect((await fetch(`${service.origin}/healthz`)).status).toBe(200);
      await service.close();
    });
  });

  it("serves and documents every call of the HTTP contract", async () => {
    const document: unknown = await (await get("/openapi.json")).json();
    for (const { method, path } of Object.values(calls)) {
      expect(document).toHaveProperty(["paths", path, method.toLowerCase()]);
      const url = `${fixture.service.origin}${path.replace("{id}", "1")}`;
      const response = await fetch(url, { method, headers: { origin: fixture.service.origin } });
      expect(await response.text()).not.toContain("bad_path_error");
    }
  });
});
