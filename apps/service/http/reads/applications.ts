import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import {
  type ApplicationRecord,
  type applicationStatuses,
  type OrganizationApplication,
  organizationApplicationSchema,
} from "@colonnade/domain/organization-application.ts";
import { type ProfileBrief, profileBriefSchema } from "@colonnade/domain/profile.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { anyText } from "../../db/array.ts";
import type { Executor } from "../../db/database.ts";

type Filter = z.output<typeof calls.pageApplications.query>;

interface Row {
  id: number;
  document: string;
  at: number;
  status: (typeof applicationStatuses)[number];
  watcher: string | null;
  decided_at: number | null;
  reason: string | null;
  tx_id: string | null;
  organization_id: number | null;
}

// Where an application stands is read from the canonical chain each time, so that a fork needs no undoing.
// It is accepted when a decision's transaction is canonical and did what was decided: the deciding watcher
// sent it, it called `watcher-new-organization` itself, and the organization's admin is the applicant. The
// words may differ: a watcher may have corrected them. It counts for the application it was named for first. What the chain has outranks any later decision.
// Otherwise the latest decision counts, an admission for as long as its transaction may still be mined; while no node
// has seen it, by the watcher's own word.
const records = sql`
  select a.id, a.applicant, a.document, a.at, d.watcher, d.at as decided_at, d.reason, d.tx_id,
    admitted.organization_id,
    case
      when admitted.organization_id is not null then 'accepted'
      when d.reason is not null then 'declined'
      when (
        select true from pending_events p
        where p.tx_id = d.tx_id and p.sender = d.watcher and p.failure is null
          and (p.announcer = p.sender or p.verified and p.event = 'WATCHER_NEW_ORGANIZATION')
        limit 1
      ) and not exists (
        select from transactions t join blocks b using (index_block_hash)
        where t.tx_id = d.tx_id and b.canonical
      ) then 'admitting'
      else 'waiting'
    end as status
  from applications a
    left join lateral (
      select d.id as decision_id, o.id as organization_id
      from application_decisions d
        join transactions t on t.tx_id = d.tx_id and t.sender = d.watcher
          and t.function_name = 'watcher-new-organization' and t.status = 'success'
        join blocks b on b.index_block_hash = t.index_block_hash and b.canonical
        join contract_events e on e.index_block_hash = t.index_block_hash
          and e.tx_index = t.tx_index and e.topic = 'watcher-new-organization'
        join organizations o on o.id = split_part(e.subject, ':', 2)::bigint
          and o.admin = a.applicant
      where d.application_id = a.id and not exists (
        select from application_decisions earlier
        where earlier.tx_id = d.tx_id and earlier.application_id <> a.id and earlier.id < d.id
      )
      order by d.id desc limit 1
    ) admitted on true
    left join lateral (
      select id from application_decisions where application_id = a.id order by id desc limit 1
    ) latest on true
    left join application_decisions d on d.id = coalesce(admitted.decision_id, latest.id)`;

/** A page of applications, newest first. */
export async function readApplicationPage(
  db: Executor,
  { applicant, before, status, decided, limit = limits.defaultPageItems }: Filter,
): Promise<{ items: ApplicationRecord[]; next: string | null }> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (applicant !== undefined) conditions.push(sql`applicant = ${applicant}`);
  if (before !== undefined) conditions.push(sql`id < ${before}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (decided === "true") conditions.push(sql`status in ('accepted', 'declined')`);
  if (decided === "false") conditions.push(sql`status in ('waiting', 'admitting')`);
  const { rows } = await sql<Row>`
    select * from (${records}) r where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${limit + 1}`.execute(db);
  const items = await recordsOf(db, rows.slice(0, limit));
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? String(last.id) : null };
}

/** One application as it stands. */
export async function readApplication(
  db: Executor,
  id: number,
): Promise<ApplicationRecord | undefined> {
  const { rows } = await sql<Row>`select * from (${records}) r where id = ${id}`.execute(db);
  return (await recordsOf(db, rows))[0];
}

/** The rows as they are answered, their people with the names they have today. */
async function recordsOf(db: Executor, rows: Row[]): Promise<ApplicationRecord[]> {
  const applications = rows.map((row) => ({
    row,
    application: organizationApplicationSchema.parse(JSON.parse(row.document)),
  }));
  const known = await db
    .selectFrom("profiles")
    .where(
      "address",
      "=",
      anyText(
        applications.flatMap(({ row, application: { address, admins } }) => [
          address,
          ...admins,
          ...(row.watcher === null ? [] : [row.watcher]),
        ]),
      ),
    )
    .select(["address", "brief"])
    .execute();
  const briefs = new Map(
    known.map(({ address, brief }) => [address, profileBriefSchema.parse(JSON.parse(brief))]),
  );
  const briefOf = (address: string): ProfileBrief =>
    briefs.get(address) ?? { address, bns_name: "", bns: "", profileImageUrl: "" };
  return applications.map(({ row, application }) => recordOf(row, application, briefOf));
}

function recordOf(
  row: Row,
  application: OrganizationApplication,
  briefOf: (address: string) => ProfileBrief,
): ApplicationRecord {
  return {
    ...application,
    id: row.id,
    status: row.status,
    submittedAt: new Date(row.at).toISOString(),
    decidedBy: row.watcher,
    decidedAt: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
    reason: row.reason === null ? null : z.string().parse(JSON.parse(row.reason)),
    txId: row.tx_id,
    organizationId: row.organization_id,
    columnApplicant: briefOf(application.address),
    columnAdmins: application.admins.map(briefOf),
    columnDecider: row.watcher === null ? null : briefOf(row.watcher),
  };
}
