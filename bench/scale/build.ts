import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { categories } from "@colonnade/domain/category.ts";
import { DEVNET_DEPLOYER } from "@colonnade/domain/config.ts";
import { openPostgres } from "@colonnade/service/db/postgres.ts";
import pg from "pg";
import { addressOf, beginnings, endings } from "./people.ts";
import type { BenchPostgres } from "./postgres.ts";
import { chainStatements, draftStatements, plainStatements, stateStatements } from "./rows-sql.ts";
import { describeSize, type Size } from "./size.ts";

const OWN = ["rows-sql.ts", "people.ts", "build.ts"];

/** Finds the database of a size, or builds it through the service's own migrations. @returns its name */
export async function buildDatabase(
  postgres: BenchPostgres,
  label: string,
  size: Size,
): Promise<string> {
  const name = `${label}_${await fingerprintOf(size)}`;
  const { rows } = await postgres.query("postgres", "select datname from pg_database");
  const known: string[] = rows.map((row) => String(row.datname));
  if (known.includes(name) && (await canMigrate(postgres.address(name)))) return name;
  for (const old of known.filter((other) => other.startsWith(`${label}_`))) {
    await postgres.query("postgres", `drop database ${old} with (force)`);
  }
  const making = `making_${label}`;
  await postgres.query("postgres", `drop database if exists ${making} with (force)`);
  await postgres.query("postgres", `create database ${making}`);
  const start = performance.now();
  await setDurable(postgres, false);
  await (await openPostgres(postgres.address(making))).close();
  await fill(postgres.address(making), size);
  await setDurable(postgres, true);
  await postgres.query("postgres", `alter database ${making} rename to ${name}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`Built ${describeSize(size)} in ${seconds} s.`);
  return name;
}

/** Building need not survive a power cut, since what is half built is built again. */
async function setDurable(postgres: BenchPostgres, durable: boolean): Promise<void> {
  const mode = durable ? "on" : "off";
  await postgres.query("postgres", `alter system set fsync = ${mode}`);
  await postgres.query("postgres", `alter system set full_page_writes = ${mode}`);
  await postgres.query("postgres", "select pg_reload_conf()");
  if (durable) await postgres.query("postgres", "checkpoint");
}

/** Changes with the size and with the way rows are made. For new migrations a database is migrated, as any is. */
async function fingerprintOf(size: Size): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(size));
  for (const file of OWN) hash.update(await readFile(new URL(file, import.meta.url)));
  return hash.digest("hex").slice(0, 10);
}

/** Brings a database that was built before to today's shape; false when its migrations are not today's any more. */
async function canMigrate(address: string): Promise<boolean> {
  try {
    await (await openPostgres(address)).close();
    return true;
  } catch {
    return false;
  }
}

async function fill(address: string, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query("set work_mem = '256MB'");
    const rebuild = await dropIndexes(client);
    await client.query("create schema bench");
    await client.query("select setseed(0.42)");
    await writeWords(client, size);
    const { people, organizations, picks, endorsements, follows } = draftStatements;
    await client.query(people);
    await client.query("create unique index on bench.people (n)");
    await client.query(organizations(size.organizations, size.profiles));
    await client.query(picks(size.endorsements, size.profiles, size.organizations));
    await client.query("analyze");
    await client.query(endorsements(size.profiles));
    await client.query(follows(size.follows, size.profiles));
    await client.query(
      `delete from bench.follows where at not in
        (select at from bench.follows order by at limit ${size.follows})`,
    );
    await client.query("analyze");
    for (const statement of [...chainStatements, ...stateStatements]) await client.query(statement);
    for (const statement of [...rebuild, ...plainStatements]) await client.query(statement);
    await client.query("drop table bench.picks, bench.endorsements, bench.follows");
    await client.query("vacuum (analyze, freeze)");
  } finally {
    await client.end();
  }
}

async function writeWords(client: pg.Client, size: Size): Promise<void> {
  const addresses = Array.from({ length: size.profiles + 1 }, (_, number) => addressOf(number));
  await client.query(`create table bench.addresses (n bigint, address text)`);
  await client.query(
    `insert into bench.addresses select place - 1, address
      from unnest($1::text[]) with ordinality a (address, place)`,
    [addresses],
  );
  for (const [table, words] of [
    ["beginnings", beginnings] as const,
    ["endings", endings] as const,
  ]) {
    await client.query(`create table bench.${table} (n bigint, word text)`);
    await client.query(
      `insert into bench.${table} select place - 1, word
        from unnest($1::text[]) with ordinality w (word, place)`,
      [words],
    );
  }
  await client.query("create table bench.categories (n bigint, name text, image text)");
  await client.query(
    `insert into bench.categories select place - 1, name, image
      from unnest($1::text[], $2::text[]) with ordinality c (name, image, place)`,
    [categories.map(({ name }) => name), categories.map(({ imageAddress }) => imageAddress)],
  );
  await client.query("create table bench.watcher (address text, owner text)");
  await client.query("insert into bench.watcher values ($1, $2)", [addressOf(0), DEVNET_DEPLOYER]);
}

const filled = [
  ...["blocks", "transactions", "contract_events", "event_parties", "profiles", "endorsements"],
  ...["organizations", "representatives", "watchers", "follows", "follow_counts"],
];

/** Drops the constraints and indexes that the migrations made. @returns the statements that make them again */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const constraints = await client.query<{ table: string; name: string; made: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as made
      from pg_constraint where contype in ('p', 'u', 'f') and conrelid::regclass::text = any($1)
      order by contype = 'f', conname`,
    [filled],
  );
  for (const { table, name } of constraints.rows.toReversed()) {
    await client.query(`alter table ${table} drop constraint ${name}`);
  }
  const indexes = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
      where schemaname = 'public' and tablename = any($1)`,
    [filled],
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  const isForeign = (made: string) => made.startsWith("FOREIGN");
  const add = ({ table, name, made }: { table: string; name: string; made: string }) =>
    `alter table ${table} add constraint ${name} ${made}`;
  return [
    ...constraints.rows.filter(({ made }) => !isForeign(made)).map(add),
    ...indexes.rows.map(({ made }) => made),
    ...constraints.rows.filter(({ made }) => isForeign(made)).map(add),
  ];
}
