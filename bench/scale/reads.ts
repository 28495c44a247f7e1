import { isDeepStrictEqual } from "node:util";
import type { Database } from "@colonnade/service/db/database.ts";
import { readEndorsementPage } from "@colonnade/service/http/reads/endorsements.ts";
import { readProfile } from "@colonnade/service/http/reads/profiles.ts";
import { sql } from "kysely";
import { openPlain, readNaivePage, readPlainProfile } from "./plain.ts";
import { measureByTurns, type Pair, timeOf } from "./rounds.ts";
import { atLeast, atMost, type BudgetRow, milliseconds, perSecond } from "./row.ts";
import type { Size } from "./size.ts";

/** Reads one after the other in each round, since one alone is over before it can be told from another. */
const IN_TURN = 10;
const GROWTH_ROUNDS = 30;
/** Principals, and places in the list, that are read. */
const PICKED = 100;

/** Reads under way at once, and in one round. */
const AT_ONCE = 8;
const A_ROUND = 80;
const ROUNDS = 9;

/** A read of the next one of those that were picked. */
type Read = (look: number) => Promise<unknown>;

/** Measures uncached reads against the same documents made otherwise. */
export async function measureReads(
  database: Database,
  address: string,
  size: Size,
): Promise<BudgetRow[]> {
  const people = await pickPeople(database, size);
  const places = pickPlaces(size);
  const person = (look: number) => people[look % people.length] ?? "";
  const place = (look: number) => places[look % places.length] ?? 0;
  const plain = openPlain(address);
  const page = (look: number) => readEndorsementPage(database, { limit: 30, before: place(look) });
  try {
    for (let look = 0; look < 20; look += 1) {
      requireSame(
        await readProfile(database, person(look)),
        await readPlainProfile(database, person(look)),
      );
      requireSame(await page(look), await readNaivePage(plain, place(look)));
    }
    const profiles = await measureByTurns(
      ROUNDS,
      () => throughputOf((look) => readProfile(database, person(look))),
      () => throughputOf((look) => readPlainProfile(database, person(look))),
    );
    const pages = await measureByTurns(
      ROUNDS,
      () => throughputOf(page),
      () => throughputOf((look) => readNaivePage(plain, place(look))),
    );
    return [
      atLeast(1.3, faster("/api/column / json_build_object, uncached", profiles)),
      atLeast(4, faster("page of 30, uncached / naive join", pages)),
    ];
  } finally {
    await plain.destroy();
  }
}

/** Runs a round of reads, some at once. @returns reads a second */
async function throughputOf(read: Read): Promise<number> {
  let next = 0;
  const took = await timeOf(() =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < A_ROUND) {
          next += 1;
          await read(next);
        }
      }),
    ),
  );
  return (A_ROUND / took) * 1000;
}

/** Times a read, some times in turn. @returns milliseconds of each */
function eachOf(read: Read): (round: number) => Promise<number> {
  return async (round) => {
    const took = await timeOf(async () => {
      for (let turn = 0; turn < IN_TURN; turn += 1) await read(round * IN_TURN + turn);
    });
    return took / IN_TURN;
  };
}

/** Measures whether a read takes longer because everything else grew. */
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
  const page = (database: Database, places: number[]) => (look: number) =>
    readEndorsementPage(database, { limit: 30, before: places[look % places.length] });
  const profile = (database: Database, people: string[]) => (look: number) =>
    readProfile(database, people[look % people.length] ?? "");
  return [
    await growthOf("keyset page", page(big, bigPlaces), page(small, smallPlaces)),
    await growthOf("profile", profile(big, bigPeople), profile(small, smallPeople)),
  ];
}

async function growthOf(what: string, inBig: Read, inSmall: Read): Promise<BudgetRow> {
  // Once each beforehand: this is about the way to an answer, not about what PostgreSQL has in its memory already.
  for (let look = 0; look < PICKED; look += 1) {
    await inBig(look);
    await inSmall(look);
  }
  const { first, second, ratio } = await measureByTurns(
    GROWTH_ROUNDS,
    eachOf(inBig),
    eachOf(inSmall),
  );
  return atMost(1.3, {
    what: `${what}, this size / 10k endorsements`,
    measured: milliseconds(first),
    baseline: milliseconds(second),
    ratio,
  });
}

function faster(what: string, { first, second, ratio }: Pair) {
  return { what, measured: perSecond(first, "reads"), baseline: perSecond(second, "reads"), ratio };
}

/** Some principals, from those who earn most to those who earn least. */
async function pickPeople({ kysely }: Database, size: Size): Promise<string[]> {
  const numbers = spread(PICKED, size.profiles);
  const { rows } = await sql<{ address: string }>`
    select address from bench.people where n = any(${numbers}::bigint[]) order by n`.execute(
    kysely,
  );
  return shuffle(rows.map(({ address }) => address));
}

/** Some places in the list of endorsements, from its end to its beginning. */
function pickPlaces({ endorsements }: Size): number[] {
  return shuffle(spread(PICKED, endorsements).map((id) => id + 40));
}

function spread(count: number, over: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    Math.max(1, Math.floor(((index + 0.5) / count) * over)),
  );
}

/** The same in every run: neighbours end up far from each other. */
function shuffle<Item>(items: Item[]): Item[] {
  return items
    .map((item, index) => ({ item, key: (index * 37) % 101 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Both answer the same, but that `json_build_object` cannot leave a member out. */
function requireSame(one: string | null, other: string | null): void {
  if (!isDeepStrictEqual(parse(one), parse(other))) {
    throw new Error(`What is compared is not the same document:\n${one}\n${other}`);
  }
}

function parse(text: string | null): unknown {
  return JSON.parse(text ?? "null", (key, value) =>
    value === null && (key === "draft" || key === "organization") ? undefined : value,
  );
}
