import type { WebConfig } from "@colonnade/domain/web-config.ts";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { readPatiently } from "../db/read-patiently.ts";
import { readEndorsement } from "../http/reads/endorsements.ts";
import { organizationCardSql } from "../http/reads/organizations.ts";
import { profileCardSql } from "../http/reads/profiles.ts";
import { readProof } from "../http/reads/proof.ts";
import { notSuspendedSql } from "../http/reads/shared-sql.ts";

/** A line, and what it is of. */
export interface Line {
  kind: "profiles" | "organizations" | "endorsements";
  json: string;
}

/** Rows that are read at once. */
const PAGE = 500;

/**
 * All that everybody may take of the index: people with a profile, organizations, and what was approved. Nothing that
 * waits, and nothing by or for somebody whom a watcher suspends. Read page by page, each line by itself, so it holds no
 * transaction open.
 */
export async function* dumpLines(database: Database, config: WebConfig): AsyncGenerator<Line> {
  yield* profiles(database);
  yield* organizations(database);
  yield* endorsements(database, config);
}

async function* profiles({ kysely }: Database): AsyncGenerator<Line> {
  for (let after = ""; ; ) {
    const page = sql<{ address: string; json: string }>`
      select p.address, ${sql.raw(profileCardSql)} as json from profiles p
      where p.registered and p.address > ${after} order by p.address limit ${PAGE}`;
    const { rows } = await readPatiently(() => page.execute(kysely));
    for (const { json } of rows) yield { kind: "profiles", json: `{"profile":${json}}` };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.address;
  }
}

async function* organizations({ kysely }: Database): AsyncGenerator<Line> {
  for (let after = 0; ; ) {
    const page = sql<{ id: number; json: string }>`
      select o.id, ${sql.raw(organizationCardSql)} as json from organizations o
      where o.id > ${after} order by o.id limit ${PAGE}`;
    const { rows } = await readPatiently(() => page.execute(kysely));
    for (const { json } of rows) yield { kind: "organizations", json: `{"organization":${json}}` };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

async function* endorsements(database: Database, config: WebConfig): AsyncGenerator<Line> {
  const { rows } = await sql<{ newest: number }>`
    select coalesce(max(id), 0) as newest from endorsements`.execute(database.kysely);
  const newest = Number(rows[0]?.newest ?? 0);
  for (let first = 1; first <= newest; first += PAGE) {
    for (const id of await readPatiently(() => readIds(database, first))) {
      const endorsement = await readPatiently(() => readEndorsement(database, { id }));
      const proof = await readPatiently(() => readProof(database, id, config));
      // It may have changed since its number was read.
      if (endorsement === null || proof === null || proof.claim.status === "pending") continue;
      const json = `{"endorsement":${endorsement},"proof":${JSON.stringify(proof)}}`;
      yield { kind: "endorsements", json };
    }
  }
}

async function readIds({ kysely }: Database, first: number): Promise<number[]> {
  const { rows } = await sql<{ id: string | number }>`
    select e.id from endorsements e
    where e.id between ${first} and ${first + PAGE - 1} and e.status in ('approved', 'withdrawn')
      and ${sql.raw(notSuspendedSql("e.sender"))} and ${sql.raw(notSuspendedSql("e.receiver"))}
    order by e.id`.execute(kysely);
  return rows.map(({ id }) => Number(id));
}
