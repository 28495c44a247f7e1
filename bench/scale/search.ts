import type { Database } from "@colonnade/service/db/database.ts";
import { readEndorsementPage } from "@colonnade/service/http/reads/endorsements.ts";
import { sql } from "kysely";
import { median, timeOf } from "./rounds.ts";
import { type BudgetRow, within } from "./row.ts";

const ROUNDS = 25;
/** A search that is far too slow is not repeated for minutes. */
const FEWEST = 7;
const PATIENCE = 3_000;
const BUDGET = 5;

/** Measures uncached searches of endorsements, by turns with the first page without a search. */
export async function measureSearch(database: Database): Promise<BudgetRow[]> {
  const terms = await pickTerms(database);
  const times = new Map<string, number[]>();
  const look = async (key: string, search?: string) => {
    const before = times.get(key) ?? [];
    const spent = before.reduce((sum, time) => sum + time, 0);
    if (before.length >= FEWEST && spent > PATIENCE) return;
    const took = await timeOf(() => readEndorsementPage(database, { limit: 30, search }));
    times.set(key, [...before, took]);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await look("");
    for (const [kind, term] of Object.entries(terms)) await look(kind, term);
  }
  const first = median(times.get("") ?? []);
  const rows: BudgetRow[] = [];
  for (const [kind, term] of Object.entries(terms)) {
    const took = median(times.get(kind) ?? []);
    const found = await countFound(database, term);
    rows.push(
      within(BUDGET, took, {
        what: `search, ${kind} ("${term}", ${found} found), p50 / first page`,
        baseline: `${first.toFixed(2)} ms`,
        ratio: took / first,
      }),
    );
  }
  return rows;
}

/** What to search for: names and parts of names of the people that the database was made with. */
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
    where status <> 'rejected' and search like ${`%${term}%`}`.execute(kysely);
  return rows[0]?.count ?? 0;
}
