import { setTimeout as delay } from "node:timers/promises";
import { isTorture, longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, poolForKysely } from "../../db/connection.ts";
import { copyStatement } from "../../db/copy.ts";
import type { Database } from "../../db/database.ts";
import { openPostgres } from "../../db/postgres.ts";
import type { Tables } from "../../db/tables.ts";
import { DatabaseUnavailableError } from "../../db/unavailable.ts";
import type { Service } from "../../service.ts";
import { keepOpen } from "../support/database.ts";
import { startFixture, startTestService } from "../support/fixture.ts";
import { fillWithMany } from "../support/many.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { buildStandIn, type StandInApp } from "../support/renderer.ts";
import { askSlowly } from "../support/slow-answer.ts";
import { type Chain, startChain, tryFault } from "./traffic.ts";
import { settingsForVisitors } from "./visitors.ts";

/** Milliseconds for which PostgreSQL is stopped, or its tables are locked. */
const STOPPED = isTorture ? 20_000 : 5_500;
const LOCKED = 3_000;
/** Milliseconds in which a list is cut off whose rows do not come. */
const CUT = longestOf(5_000);
/** PostgreSQL's error code. */
const DEADLOCK = "40P01";

const locked = "cursor, blocks, sessions, profiles, follows, endorsements, images, hidden_images";

describe("A service whose PostgreSQL fails", () => {
  let postgres: TestPostgres;
  let address: string;
  let database: Database;
  let service: Service;
  let chain: Chain;
  let app: StandInApp;

  beforeAll(async () => {
    chain = await startChain();
    postgres = await startPostgres();
    address = await postgres.createDatabase();
    database = await openPostgres(address);
    app = await buildStandIn();
    service = await startTestService(chain.node, {
      database: keepOpen(database),
      askEvery: 500,
      webFolder: app.webFolder,
      environment: settingsForVisitors,
      pageTimeout: 1_000,
    });
  });

  afterAll(async () => {
    await service.close();
    await database.close();
    await chain.close();
    await postgres.close();
    await app[Symbol.asyncDispose]();
  });

  /** Runs statements on one connection, with a pause before the last. */
  async function hold(first: string, pause: number, last: string): Promise<void> {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    try {
      await client.query(first);
      await delay(pause);
      await client.query(last);
    } finally {
      await client.end();
    }
  }

  /** A statement locks its tables one by one, so two may block each other. PostgreSQL then ends one of them. */
  async function lockTables(): Promise<void> {
    try {
      await hold(`begin; lock table ${locked} in access exclusive mode`, LOCKED, "commit");
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK)) throw error;
      await lockTables();
    }
  }

  const ask = (statement: string) => postgres.query(address, statement);

  const faults: Record<string, () => Promise<unknown>> = {
    "PostgreSQL restarted fast": () => postgres.restart("fast"),
    "PostgreSQL restarted immediately": () => postgres.restart("immediate"),
    [`PostgreSQL stopped by SIGSTOP for ${STOPPED / 1000} s`]: async () => {
      postgres.pause();
      await delay(STOPPED);
      postgres.resume();
    },
    "all connections to PostgreSQL cut ten times in a second": async () => {
      for (let cut = 0; cut < 10; cut += 1) {
        await ask(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`);
        await delay(80);
      }
    },
    [`tables locked for ${LOCKED / 1000} s`]: lockTables,
    "PostgreSQL read-only for a second": async () => {
      await ask("alter system set default_transaction_read_only = on");
      await ask("select pg_reload_conf()");
      await delay(1_000);
      const writable = "set default_transaction_read_only = off";
      await hold(writable, 0, "alter system reset default_transaction_read_only");
      await ask("select pg_reload_conf()");
    },
  };

  it("gives up a COPY whose rows a silent PostgreSQL does not take", async () => {
    const pool = poolForKysely(openPool(address, { connect: 1_000, statement: 100 }));
    const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const copy = CompiledQuery.raw(copyStatement('copy "follows" ("follower")'), ["nobody\n"]);
    try {
      const write = kysely.connection().execute(async (connection) => {
        await sql`select 1`.execute(connection);
        postgres.pause();
        await connection.executeQuery(copy);
      });
      await expect(write).rejects.toThrow(DatabaseUnavailableError);
    } finally {
      postgres.resume();
      await kysely.destroy();
    }
  });

  it.each(Object.entries(faults))("answers every request in time: %s", (fault, happen) =>
    tryFault({ fault, chain, service, database, happen }),
  );

  it("cuts off a long list in time when PostgreSQL becomes silent in its middle", async () => {
    const tries = triesOf({ usual: 1, torture: 50 });
    const fixture = await startFixture({
      database: await openPostgres(await postgres.createDatabase()),
    });
    await fillWithMany(fixture.database);
    let longestMs = 0;
    for (let made = 0; made < tries; made += 1) {
      const list = await askSlowly(`${fixture.service.origin}/api/milestones`, "");
      await list.read(1);
      postgres.pause();
      const silent = performance.now();
      await expect(list.read())
        .rejects.toThrow()
        .finally(() => postgres.resume());
      longestMs = Math.max(longestMs, performance.now() - silent);
    }
    await fixture.close();
    expect(longestMs).toBeLessThan(CUT);
    tellRow({
      fault: "PostgreSQL silent in the middle of a long list",
      tries,
      result: "the list is cut off within 5 s",
      longestMs,
    });
  });
});
