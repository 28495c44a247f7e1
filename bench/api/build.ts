import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { categories } from "@colonnade/domain/category.ts";
import { openPostgres } from "@colonnade/service/db/postgres.ts";
import { c32address } from "c32check";
import pg from "pg";
import { z } from "zod";
import { createBenchIndexer, readMadeUpChain } from "./indexing.ts";
import { callStatements, draftStatements, followStatements, type Size } from "./made-up-chain.ts";
import { plainStatements } from "./plain.ts";
import type { BenchPostgres } from "./postgres.ts";

/** The size that the budget table names. */
export const fullSize: Size = {
  profiles: 100_000,
  endorsements: 1_000_000,
  follows: 2_000_000,
  organizations: 200,
};

/** A tenth of the full size, so that a run takes a few minutes. */
export const usualSize: Size = {
  profiles: 10_000,
  endorsements: 100_000,
  follows: 200_000,
  organizations: 20,
};

/** Reads at the larger sizes must take about as long as at this one. */
export const smallSize: Size = {
  profiles: 1_000,
  endorsements: 10_000,
  follows: 20_000,
  organizations: 5,
};

/** `100000 profiles, 1000000 endorsements, 2000000 follows`. */
export function describeSize({ profiles, endorsements, follows }: Size): string {
  return `${profiles} profiles, ${endorsements} endorsements, ${follows} follows`;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The code that decides which rows a database holds. */
const MAKERS = [
  "bench/api/{build,blocks,indexing,made-up-chain,plain}.ts",
  "apps/service/{chain,db,indexer}/**/*.ts",
  "packages/{contract-events,domain}/**/*.ts",
];

const namesSchema = z.array(z.object({ datname: z.string() }));

/** Finds the database of a size, or builds it by the service's own indexer. @returns its name */
export async function buildDatabase(
  postgres: BenchPostgres,
  label: string,
  size: Size,
): Promise<string> {
  const name = `${label}_${await fingerprintOf(size)}`;
  const rows = await postgres.query("postgres", "select datname from pg_database");
  const known = namesSchema.parse(rows).map(({ datname }) => datname);
  if (known.includes(name)) return name;
  for (const old of known.filter((other) => other.startsWith(`${label}_`))) {
    await postgres.query("postgres", `drop database ${old} with (force)`);
  }
  const making = `making_${label}`;
  await postgres.query("postgres", `drop database if exists ${making} with (force)`);
  await postgres.query("postgres", `create database ${making}`);
  await setDurable(postgres, false);
  await fill(postgres.address(making), size);
  await setDurable(postgres, true);
  await postgres.query("postgres", `alter database ${making} rename to ${name}`);
  return name;
}

/** Hashes the size and the code that makes the rows. */
async function fingerprintOf(size: Size): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(size));
  const files: string[] = [];
  for await (const file of glob(MAKERS, { cwd: ROOT })) files.push(file);
  for (const file of files.sort()) hash.update(await readFile(`${ROOT}/${file}`));
  return hash.digest("hex").slice(0, 10);
}

/** Building need not survive a power cut: the next run starts a half-built database over. */
async function setDurable(postgres: BenchPostgres, durable: boolean): Promise<void> {
  const mode = durable ? "on" : "off";
  await postgres.query("postgres", `alter system set fsync = ${mode}`);
  await postgres.query("postgres", `alter system set full_page_writes = ${mode}`);
  await postgres.query("postgres", "select pg_reload_conf()");
  if (durable) await postgres.query("postgres", "checkpoint");
}

async function fill(address: string, size: Size): Promise<void> {
  const database = await openPostgres(address);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query("set work_mem = '256MB'");
    await client.query("create schema bench");
    const addresses = Array.from({ length: size.profiles + 1 }, (_, number) => addressOf(number));
    const images = categories.map(({ imageAddress }) => imageAddress);
    for (const [table, words] of Object.entries({ addresses, beginnings, endings, images })) {
      await client.query(`create table bench.${table} (n bigint, word text)`);
      await client.query(
        `insert into bench.${table} select place - 1, word
          from unnest($1::text[]) with ordinality w (word, place)`,
        [words],
      );
    }
    for (const statement of [...draftStatements(size), ...callStatements]) {
      await client.query(statement);
    }
    await createBenchIndexer(database, await readMadeUpChain(database)).sync();
    for (const statement of [...followStatements, ...plainStatements]) {
      await client.query(statement);
    }
    await client.query("drop table bench.picks, bench.endorsements, bench.follows, bench.calls");
    await client.query("vacuum full");
    await client.query("vacuum (analyze, freeze)");
  } finally {
    await client.end();
    await database.close();
  }
}

const TESTNET_SINGLE_SIGNATURE = 26;

/** Makes a well-formed address that nobody has a key for. It is the same in every run. */
export function addressOf(number: number): string {
  const hash = createHash("sha256").update(`bench person ${number}`).digest("hex").slice(0, 40);
  return c32address(TESTNET_SINGLE_SIGNATURE, hash);
}

/** First halves of names. */
const beginnings =
  `ada alan amir anna aria axel bela bram cleo cyra dana dario edda elin emil esra fay finn gail
  gwen hana hugo ida ilya iris jade joel juno kai kira lars lena liam lola luca maia mara milo
  mira nell nico noor odin olga omar otto pia quin rafi remy rhea rosa ruth saul sena silas sky
  sora tara theo tove ugo uma vera viggo wanda wes willa xan yara yuri zara zeno zoe`.split(/\s+/);

/** Second halves. */
const endings =
  `abbot acker adler archer ashby baker barlow beck bishop blythe booth brandt bright brook burke
  calder carver castle chandler cole cooper crane croft dahl draper drummond eaton ellis farrow
  fisher fletcher foster frost gardner glover grove hale harper hart hayes holt hooper hunt iverson
  jagger keller kerr knox kramer lang lindgren lockwood lund marsh mason mercer miller moss nash
  nilsson north oakley olsen page parker pierce porter potter quill ramsey reeve ridley rowe
  sawyer sharp slater smith stark stone sutton tanner thorne turner tyler vance vogel wade walker
  ward weaver webb wells west wheeler wilde winter wolfe wright yates york`.split(/\s+/);
