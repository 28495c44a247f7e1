import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import {
  type ApplicationRecord,
  type applicationStatuses,
  type OrganizationApplication,
  organizationApplicationSchema,
} from "@colonnade/domain/organization-application.ts";
import type { ProfileBrief } from "@colonnade/domain/profile.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Executor } from "../../../db/database.ts";
import { withStatus } from "../../../off-chain/application-status.ts";
import { readProfileBriefs } from "./profile-briefs.ts";

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

/** Applications whose admission has begun. Only these few can be `admitting`, which is not stored. */
const begun = sql`
  select * from applications where settled is null and id in (
    select application_id from application_decisions where open and tx_id is not null
  )`;
const admitting = sql`select id from (${withStatus(begun)}) b where status = 'admitting'`;

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
  const { rows } = await sql<Row>`${withStatus(listed)} order by a.id desc`.execute(db);
  const items = await recordsOf(db, rows.slice(0, limit));
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? String(last.id) : null };
}

/** One application with its current status. */
export async function readApplication(
  db: Executor,
  id: number,
): Promise<ApplicationRecord | undefined> {
  const one = sql`select * from applications where id = ${id}`;
  const { rows } = await sql<Row>`${withStatus(one)}`.execute(db);
  return (await recordsOf(db, rows))[0];
}

/** Rows as response items. People have their current names. */
async function recordsOf(db: Executor, rows: Row[]): Promise<ApplicationRecord[]> {
  const applications = rows.map((row) => ({
    row,
    application: organizationApplicationSchema.parse(JSON.parse(row.document)),
  }));
  const briefOf = await readProfileBriefs(
    db,
    applications.flatMap(({ row, application: { address, admins } }) => [
      address,
      ...admins,
      ...(row.watcher === null ? [] : [row.watcher]),
    ]),
  );
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
