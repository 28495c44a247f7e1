import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import {
  type ApplicationRecord,
  type applicationStatuses,
  type TakenApplication,
  takenApplicationSchema,
} from "@colonnade/domain/organization-application.ts";
import { type ProfileBrief, profileBriefSchema } from "@colonnade/domain/profile.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { anyText } from "../../db/array.ts";
import type { Executor } from "../../db/database.ts";
import { standingsOf } from "../../indexer/standings.ts";

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

/** Whose admission is pending: noted nowhere, but only what somebody has begun to admit can be. */
const begun = sql`
  select * from applications where settled is null and id in (
    select application_id from application_decisions where open and tx_id is not null
  )`;
const admitting = sql`select id from (${standingsOf(begun)}) b where status = 'admitting'`;

const conditionOf = {
  accepted: sql`settled = 'accepted'`,
  declined: sql`settled = 'declined'`,
  waiting: sql`settled is null and id not in (${admitting})`,
  admitting: sql`id in (${admitting})`,
};

/** A page of applications, newest first. */
export async function readApplicationPage(
  db: Executor,
  { applicant, before, status, decided, limit = limits.defaultPageItems }: Filter,
): Promise<{ items: ApplicationRecord[]; next: string | null }> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (applicant !== undefined) conditions.push(sql`applicant = ${applicant}`);
  if (before !== undefined) conditions.push(sql`id < ${before}`);
  if (status !== undefined) conditions.push(conditionOf[status]);
  if (decided === "true") conditions.push(sql`settled is not null`);
  if (decided === "false") conditions.push(sql`settled is null`);
  const listed = sql`
    select * from applications where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${limit + 1}`;
  const { rows } = await sql<Row>`${standingsOf(listed)} order by a.id desc`.execute(db);
  const items = await recordsOf(db, rows.slice(0, limit));
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? String(last.id) : null };
}

/** One application as it stands. */
export async function readApplication(
  db: Executor,
  id: number,
): Promise<ApplicationRecord | undefined> {
  const one = sql`select * from applications where id = ${id}`;
  const { rows } = await sql<Row>`${standingsOf(one)}`.execute(db);
  return (await recordsOf(db, rows))[0];
}

/** The rows as they are answered, their people with the names they have today. */
async function recordsOf(db: Executor, rows: Row[]): Promise<ApplicationRecord[]> {
  const applications = rows.map((row) => ({
    row,
    application: takenApplicationSchema.parse(JSON.parse(row.document)),
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
  application: TakenApplication,
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
