import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openPostgres } from "../db/postgres.ts";
import { approve, type Fixture, registerThree, startFixture, submit } from "./support/fixture.ts";
import { fillWithMany } from "./support/many.ts";
import { alice, bob, carol } from "./support/people.ts";
import { startPostgres, type TestPostgres, type TestReplica } from "./support/postgres.ts";

describe("A service with a streaming replica", () => {
  let postgres: TestPostgres;
  let replica: TestReplica;
  let replicaAddress: string;
  let fixture: Fixture;
  let made = 0;

  beforeAll(async () => {
    postgres = await startPostgres();
    const address = await postgres.createDatabase();
    replica = await postgres.startReplica();
    replicaAddress = replica.addressOf(address);
    fixture = await startFixture({
      database: await openPostgres(address),
      environment: { DATABASE_URL: address, DATABASE_REPLICA_URL: replicaAddress },
    });
    await registerThree(fixture);
    await fixture.mine(submit(1, alice, bob));
  });

  afterAll(async () => {
    await fixture.close();
    await replica.close();
    await postgres.close();
  });

  /** Reads a page that is not in the response cache, so that a database has to answer. */
  async function readUncached(): Promise<{ id: number; approved: boolean }[]> {
    made += 1;
    const api = createClient({ origin: fixture.service.origin });
    const page = await api("pageEndorsements", { query: { limit: 10, before: `${1000 + made}` } });
    return page.items.map(({ id, approved }) => ({ id, approved }));
  }

  async function readsThat(outcome: string): Promise<number> {
    const text = await (await fetch(`${fixture.service.metricsUrl}/metrics`)).text();
    const line = new RegExp(
      `^colonnade_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)$`,
      "m",
    );
    return Number(line.exec(text)?.[1] ?? 0);
  }

  async function untilOneMore(outcome: string): Promise<void> {
    const before = await readsThat(outcome);
    await expect
      .poll(async () => {
        await readUncached();
        return readsThat(outcome);
      })
      .toBeGreaterThan(before);
  }

  it("reads from the replica once it has reached the current revision", async () => {
    await untilOneMore("served");
    expect(await readUncached()).toEqual([{ id: 1, approved: false }]);
    await expect(fixture.api("getEndorsement", { query: { id: 99 } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("reads from the primary while the replica is behind", async () => {
    await postgres.query(replicaAddress, "select pg_wal_replay_pause()");
    await fixture.mine(approve(1, alice, bob));
    const served = await readsThat("served");
    expect(await readUncached()).toEqual([{ id: 1, approved: true }]);
    await untilOneMore("lagging");
    expect(await readUncached()).toEqual([{ id: 1, approved: true }]);
    expect(await readsThat("served")).toBe(served);
    await postgres.query(replicaAddress, "select pg_wal_replay_resume()");
    await untilOneMore("served");
    expect(await readUncached()).toEqual([{ id: 1, approved: true }]);
  });

  it("sends a whole list from the replica only once it has reached the current revision", async () => {
    await fillWithMany(fixture.database, ["profiles"]);
    const names = async () => {
      const response = await fetch(`${fixture.service.origin}/api/columns`);
      return z.array(z.object({ bns_name: z.string() })).parse(await response.json());
    };
    const isCarol = ({ bns_name }: { bns_name: string }) => bns_name === "carol";
    await postgres.query(replicaAddress, "select pg_wal_replay_pause()");
    await fixture.mine({
      sender: carol,
      functionName: "remove-profile",
      events: [{ topic: "remove-profile", principal: carol.address, reason: "owner" }],
    });
    expect((await names()).find(isCarol)).toBeUndefined();
    await postgres.query(replicaAddress, "select pg_wal_replay_resume()");
    await untilOneMore("served");
    const before = await readsThat("served");
    expect((await names()).find(isCarol)).toBeUndefined();
    // The first part of the list is one read, and the whole list another.
    expect(await readsThat("served")).toBe(before + 2);
  });

  it("reads from the primary while the replica has another history", async () => {
    await postgres.query(replicaAddress, "select pg_promote()");
    // Its number is higher than the primary's.
    await postgres.query(
      replicaAddress,
      "update cursor set revision = revision + 1000, revision_id = gen_random_uuid()",
    );
    await postgres.query(replicaAddress, "delete from profiles where name_key = 'alice'");
    await fixture.mine();
    const served = await readsThat("served");
    await untilOneMore("lagging");
    const page = await fetch(`${fixture.service.origin}/api/columns`);
    const names = z.array(z.object({ bns_name: z.string() })).parse(await page.json());
    expect(names).toContainEqual({ bns_name: "alice" });
    expect(await readsThat("served")).toBe(served);
  });

  it("reads from the primary when the replica is gone", async () => {
    await replica.close();
    await untilOneMore("failed");
    await fixture.mine(submit(2, bob, alice));
    expect((await readUncached()).map(({ id }) => id)).toEqual([2, 1]);
  });
});
