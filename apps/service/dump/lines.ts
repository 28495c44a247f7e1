import { setTimeout as delay } from "node:timers/promises";
import type { WebConfig } from "@colonnade/domain/web-config.ts";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { retryWhileUnavailable } from "../db/retry.ts";
import { readEndorsement } from "../http/reads/endorsements.ts";
import { organizationCardSql } from "../http/reads/organizations.ts";
import { profileCardSql } from "../http/reads/profiles.ts";
import { readProof } from "../http/reads/proof.ts";
import { notSuspendedSql } from "../http/reads/sql/json-fragments.ts";
import { readTip } from "../revision/revision.ts";

/** A line and its kind. */
export interface Line {
  kind: "profiles" | "organizations" | "endorsements";
  json: string;
}

/** Where the lines come from. */
interface Source {
  database: Database;
  config: WebConfig;
  /** Ends the reading. */
  signal: AbortSignal;
  /** Takes the index block hashes of the tips at which the lines are true. */
  tips: Set<string>;
}

/** Rows that are read at once. */
const PAGE = 500;
/** Milliseconds of reading after which the dump pauses for as long: the thread answers requests, too. */
const BURST = 20;

/**
 * All that everybody may take of the index: people with a profile, organizations, and approved endorsements. Leaves out
 * pending ones and those by or for suspended people. Reads page by page, so it holds no transaction open.
 * @throws DatabaseUnavailableError, and an AbortError when the signal ends the waiting
 */
export async function* dumpLines(source: Source): AsyncGenerator<Line> {
  for (const part of [profiles, organizations, endorsements]) {
    yield* withRests(part(source), source);
  }
}

async function* withRests(lines: AsyncGenerator<Line>, { signal }: Source): AsyncGenerator<Line> {
  let spent = 0;
  let since = performance.now();
  for await (const line of lines) {
    spent += performance.now() - since;
    if (spent > BURST) {
      await delay(spent, undefined, { signal });
      spent = 0;
    }
    yield line;
    since = performance.now();
  }
}

/** Reads something at one tip, and notes it. A block may come meanwhile, so it is read until none does. */
async function atOneTip<Result>(
  { database: { kysely }, signal, tips }: Source,
  read: () => Promise<Result>,
): Promise<Result> {
  const readHash = async () => (await readTip(kysely))?.indexBlockHash;
  for (;;) {
    signal.throwIfAborted();
    const { before, result, after } = await retryWhileUnavailable(
      async () => ({ before: await readHash(), result: await read(), after: await readHash() }),
      signal,
    );
    if (before !== after) continue;
    if (after !== undefined) tips.add(after);
    return result;
  }
}

async function* profiles(source: Source): AsyncGenerator<Line> {
  const { kysely } = source.database;
  for (let after = ""; ; ) {
    const page = sql<{ address: string; json: string }>`
      select p.address, ${sql.raw(profileCardSql)} as json from profiles p
      where p.registered and p.address > ${after} order by p.address limit ${PAGE}`;
    const { rows } = await atOneTip(source, () => page.execute(kysely));
    for (const { json } of rows) yield { kind: "profiles", json: `{"profile":${json}}` };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.address;
  }
}

async function* organizations(source: Source): AsyncGenerator<Line> {
  const { kysely } = source.database;
  for (let after = 0; ; ) {
    const page = sql<{ id: number; json: string }>`
      select o.id, ${sql.raw(organizationCardSql)} as json from organizations o
      where o.id > ${after} order by o.id limit ${PAGE}`;
    const { rows } = await atOneTip(source, () => page.execute(kysely));
    for (const { json } of rows) yield { kind: "organizations", json: `{"organization":${json}}` };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

async function* endorsements(source: Source): AsyncGenerator<Line> {
  const { database } = source;
  const newest = await atOneTip(source, () => readNewest(database));
  for (let first = 1; first <= newest; first += PAGE) {
    for (const id of await atOneTip(source, () => readIds(database, first))) {
      const json = await atOneTip(source, () => readLine(source, id));
      if (json !== null) yield { kind: "endorsements", json };
    }
  }
}

async function readNewest({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select coalesce(max(id), 0) as newest from endorsements`.execute(kysely);
  return Number(rows[0]?.newest ?? 0);
}

/**
 * Reads an endorsement's document and its proof.
 * @returns null for an endorsement that is not approved or withdrawn any more
 */
async function readLine({ database, config }: Source, id: number): Promise<string | null> {
  const proof = await readProof(database, id, config);
  const endorsement = await readEndorsement(database, { id });
  if (proof === null || endorsement === null || proof.claim.status === "pending") return null;
  return `{"endorsement":${endorsement},"proof":${JSON.stringify(proof)}}`;
}

async function readIds({ kysely }: Database, first: number): Promise<number[]> {
  const { rows } = await sql<{ id: string | number }>`
    select e.id from endorsements e
    where e.id between ${first} and ${first + PAGE - 1} and e.status in ('approved', 'withdrawn')
      and ${sql.raw(notSuspendedSql("e.sender"))} and ${sql.raw(notSuspendedSql("e.receiver"))}
    order by e.id`.execute(kysely);
  return rows.map(({ id }) => Number(id));
}
