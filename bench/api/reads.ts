import { isDeepStrictEqual } from "node:util";
import type { Database } from "@colonnade/service/db/database.ts";
import { readEndorsementPage } from "@colonnade/service/http/reads/endorsements.ts";
import { readProfile } from "@colonnade/service/http/reads/profiles.ts";
import { sql } from "kysely";
import { atLeast, atMost, type BudgetRow, milliseconds, perSecond, withinBoth } from "../rows.ts";
import type { Size } from "./made-up-chain.ts";
import { openPlain, readNaivePage, readPlainProfile } from "./plain.ts";
import { measureByTurns, median, type Pair, timeOf } from "./rounds.ts";

/** Reads per round of a growth row, one after the other. One read is too short to time. */
const IN_TURN = 10;
const GROWTH_ROUNDS = 30;
/** How many profiles, and how many places in the list, are read. */
const PICKED = 100;

/** Concurrent reads. */
const AT_ONCE = 8;
const READS = 80;
const ROUNDS = 9;

/** Reads one of the picked profiles or places. */
type Read = (index: number) => Promise<unknown>;

/** Measures uncached reads against the plain ways to make the same documents. */
export async function measureReads(
  database: Database,
  address: string,
  size: Size,
): Promise<BudgetRow[]> {
  const people = await pickPeople(database, size);
  const places = pickPlaces(size);
  const person = (index: number) => people[index % people.length] ?? "";
  const place = (index: number) => places[index % places.length] ?? 0;
  const plain = openPlain(address);
  const page = (index: number) =>
    readEndorsementPage(database, { limit: 30, before: place(index) });
  try {
    for (let index = 0; index < 20; index += 1) {
      requireSame(
        await readProfile(database, person(index)),
        await readPlainProfile(database, person(index)),
      );
      requireSame(await page(index), await readNaivePage(plain, place(index)));
    }
    const profiles = await measureByTurns(
      ROUNDS,
      () => throughputOf((index) => readProfile(database, person(index))),
      () => throughputOf((index) => readPlainProfile(database, person(index))),
    );
    const pages = await measureByTurns(
      ROUNDS,
      () => throughputOf(page),
      () => throughputOf((index) => readNaivePage(plain, place(index))),
    );
    return [
      atLeast(1.5, faster("/api/column / json_build_object, uncached", profiles)),
      atLeast(5, faster("page of 30, uncached / naive join", pages)),
    ];
  } finally {
    await plain.destroy();
  }
}

/** Runs a round of concurrent reads. @returns reads per second */
async function throughputOf(read: Read): Promise<number> {
  let next = 0;
  const took = await timeOf(() =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < READS) {
          next += 1;
          await read(next);
        }
      }),
    ),
  );
  return (READS / took) * 1000;
}

/** Times several reads in turn. @returns milliseconds per read */
function eachOf(read: Read): (round: number) => Promise<number> {
  return async (round) => {
    const took = await timeOf(async () => {
      for (let turn = 0; turn < IN_TURN; turn += 1) await read(round * IN_TURN + turn);
    });
    return took / IN_TURN;
  };
}

/** Measures whether a read takes longer in a larger database. */
export async function measureGrowth(
  big: Database,
  bigSize: Size,
  small: Database,
  smallSize: Size,
): Promise<BudgetRow[]> {
  const [bigPeople, smallPeople] = [
    await pickPeople(big, bigSize),
    await pickPeople(small, smallSize),
  ];
  const [bigPlaces, smallPlaces] = [pickPlaces(bigSize), pickPlaces(smallSize)];
  const page = (database: Database, places: number[]) => (index: number) =>
    readEndorsementPage(database, { limit: 30, before: places[index % places.length] });
  const profile = (database: Database, people: string[]) => (index: number) =>
    readProfile(database, people[index % people.length] ?? "");
  return [
    await growthOf("keyset page", page(big, bigPlaces), page(small, smallPlaces)),
    await growthOf("profile", profile(big, bigPeople), profile(small, smallPeople)),
  ];
}

async function growthOf(what: string, inBig: Read, inSmall: Read): Promise<BudgetRow> {
  // Warm PostgreSQL's cache, so that only the query plan counts.
  for (let index = 0; index < PICKED; index += 1) {
    await inBig(index);
    await inSmall(index);
  }
  const { first, second, ratio } = await measureByTurns(
    GROWTH_ROUNDS,
    eachOf(inBig),
    eachOf(inSmall),
  );
  return atMost(1.4, {
    what: `${what}, this size / 10k endorsements`,
    measured: milliseconds(first),
    baseline: milliseconds(second),
    ratio,
  });
}

function faster(what: string, { first, second, ratio }: Pair) {
  return { what, measured: perSecond(first, "reads"), baseline: perSecond(second, "reads"), ratio };
}

/** Picks people evenly from those who earn most to those who earn least. */
async function pickPeople({ kysely }: Database, size: Size): Promise<string[]> {
  const numbers = spread(PICKED, size.profiles);
  const { rows } = await sql<{ address: string }>`
    select address from bench.people where n = any(${numbers}::bigint[]) order by n`.execute(
    kysely,
  );
  return shuffle(rows.map(({ address }) => address));
}

/** Picks places evenly from the end of the list of endorsements to its beginning. */
function pickPlaces({ endorsements }: Size): number[] {
  return shuffle(spread(PICKED, endorsements).map((id) => id + 40));
}

function spread(count: number, over: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    Math.max(1, Math.floor(((index + 0.5) / count) * over)),
  );
}

/** Puts neighbours far apart, in the same way in every run. */
function shuffle<Item>(items: Item[]): Item[] {
  return items
    .map((item, index) => ({ item, key: (index * 37) % 101 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Requires equal documents. `json_build_object` cannot leave a member out, so null counts as missing. */
function requireSame(one: string | null, other: string | null): void {
  if (!isDeepStrictEqual(parse(one), parse(other))) {
    throw new Error(
      `The two ways read different documents: ${differenceOf(parse(one), parse(other))}`,
    );
  }
}

/** Where two documents first differ, and how. */
function differenceOf(one: unknown, other: unknown): string {
  if (isRecord(one) && isRecord(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    for (const key of keys) {
      if (isDeepStrictEqual(one[key], other[key])) continue;
      return `${key} › ${differenceOf(one[key], other[key])}`;
    }
  }
  return `${JSON.stringify(one)} and ${JSON.stringify(other)}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function parse(text: string | null): unknown {
  return JSON.parse(text ?? "null", (key, value) =>
    value === null && ["draft", "organization", "wordsTxId"].includes(key) ? undefined : value,
  );
}

const SEARCH_ROUNDS = 25;
/** A slow search is not repeated after this many rounds and milliseconds. */
const FEWEST_SEARCHES = 7;
const SEARCH_PATIENCE = 3_000;
/** Milliseconds. */
const SEARCH_BUDGET = { most: 5, ratio: 6 };

/** Measures uncached searches, each in turn with the first page without a search. */
export async function measureSearch(database: Database): Promise<BudgetRow[]> {
  const terms = await pickTerms(database);
  const times = new Map<string, number[]>();
  const measure = async (key: string, search?: string) => {
    const before = times.get(key) ?? [];
    const spent = before.reduce((sum, time) => sum + time, 0);
    if (before.length >= FEWEST_SEARCHES && spent > SEARCH_PATIENCE) return;
    const took = await timeOf(() => readEndorsementPage(database, { limit: 30, search }));
    times.set(key, [...before, took]);
  };
  for (let round = 0; round < SEARCH_ROUNDS; round += 1) {
    await measure("");
    for (const [kind, term] of Object.entries(terms)) await measure(kind, term);
  }
  const first = median(times.get("") ?? []);
  const rows: BudgetRow[] = [];
  for (const [kind, term] of Object.entries(terms)) {
    const took = median(times.get(kind) ?? []);
    const found = await countFound(database, term);
    rows.push(
      withinBoth(SEARCH_BUDGET, took, {
        what: `search, ${kind} ("${term}", ${found} found), p50 / first page`,
        baseline: `${first.toFixed(2)} ms`,
        ratio: took / first,
      }),
    );
  }
  return rows;
}

/** Picks search terms from the names in the database. */
async function pickTerms({ kysely }: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; both: string; ending: string }>`
    select p.bns_name as name, rtrim(p.bns_name, '0123456789') as both, e.word as ending
    from bench.people p, bench.endings e
    where p.n = (select max(n) / 2 from bench.people) and p.bns_name like '%' || e.word || '%'`.execute(
    kysely,
  );
  const [{ name, both, ending } = { name: "", both: "", ending: "" }] = rows;
  return {
    "no hit": "nobodyatall",
    rare: name,
    few: both,
    "some hundred people": "777",
    medium: ending,
    common: ".btc",
    "two letters, common": "ar",
    "two letters, rare": "qu",
    "two letters, no hit": "zq",
    "three letters, no hit": "qzq",
  };
}

async function countFound({ kysely }: Database, term: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from endorsements
    where status in ('pending', 'approved') and search like ${`%${term}%`}`.execute(kysely);
  return rows[0]?.count ?? 0;
}
