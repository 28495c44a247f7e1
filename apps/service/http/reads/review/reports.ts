import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { ProfileBrief } from "@colonnade/domain/profile.ts";
import {
  type ReportRecord,
  reportedSchema,
  reportSubjectSchema,
} from "@colonnade/domain/report.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Executor } from "../../../db/database.ts";
import { withReportStatus } from "../../../off-chain/report-status.ts";
import { readProfileBriefs } from "./profile-briefs.ts";

type Filter = z.output<typeof calls.pageReports.query>;

interface Row {
  id: number;
  subject: string;
  reported: string;
  responsible: string;
  reporters: number;
  first_at: number;
  last_at: number;
  status: ReportRecord["status"];
  decision: NonNullable<ReportRecord["decision"]>["decision"] | null;
  watcher: string | null;
  decided_at: number | null;
  tx_id: string | null;
  image: string | null;
}

/** A page of reports: the undecided ones by the number of people who reported them, all others by age; newest first. */
export async function readReportPage(
  db: Executor,
  { before, decided, limit = limits.defaultPageItems }: Filter,
): Promise<{ items: ReportRecord[]; next: string | null }> {
  const { reporters, id } = positionIn(before);
  const condition = {
    all: sql`id < ${id}`,
    true: sql`settled and id < ${id}`,
    false: sql`not settled and (reporters, id) < (${reporters}, ${id})`,
  }[decided ?? "all"];
  const order = decided === "false" ? sql`reporters desc, id desc` : sql`id desc`;
  const listed = sql`select * from reports where ${condition} order by ${order} limit ${limit + 1}`;
  const { rows } = await sql<Row>`${withReportStatus(listed)} order by ${order}`.execute(db);
  const items = await recordsOf(db, rows.slice(0, limit));
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? `${last.count}~${last.id}` : null };
}

/**
 * Reads the cursor of a page: how many people reported its last report, and that report's id.
 * @returns the first position for a missing or malformed one
 */
function positionIn(before = ""): { reporters: number; id: number } {
  const [, reporters, id] = /^(\d{1,9})~(\d{1,15})$/.exec(before) ?? [];
  return { reporters: Number(reporters ?? 2 ** 31 - 1), id: Number(id ?? Number.MAX_SAFE_INTEGER) };
}

/** One report with its current status. */
export async function readReport(db: Executor, id: number): Promise<ReportRecord | undefined> {
  const one = sql`select * from reports where id = ${id}`;
  const { rows } = await sql<Row>`${withReportStatus(one)}`.execute(db);
  return (await recordsOf(db, rows))[0];
}

/** Rows as response items. People have their current names. */
async function recordsOf(db: Executor, rows: Row[]): Promise<ReportRecord[]> {
  const reasons = Map.groupBy(await readReasons(db, rows), ({ report_id }) => report_id);
  const briefOf = await readProfileBriefs(db, [
    ...rows.flatMap((row) => [
      ...(row.watcher === null ? [] : [row.watcher]),
      ...responsibleOf(row),
    ]),
    ...[...reasons.values()].flat().map(({ reporter }) => reporter),
  ]);
  return rows.map((row) => ({
    id: row.id,
    subject: reportSubjectSchema.parse(JSON.parse(row.subject)),
    status: row.status,
    count: row.reporters,
    firstReportedAt: new Date(row.first_at).toISOString(),
    reportedAt: new Date(row.last_at).toISOString(),
    reasons: (reasons.get(row.id) ?? []).map(({ reporter, reason, at }) => ({
      reason: z.string().parse(JSON.parse(reason)),
      date: new Date(at).toISOString(),
      columnReporter: briefOf(reporter),
    })),
    reported: reportedSchema.parse(JSON.parse(row.reported)),
    columnResponsible: responsibleOf(row).map(briefOf),
    decision: decisionOf(row, briefOf),
  }));
}

/** Reasons that watchers see of one report. */
const REASONS = 20;

interface ReasonRow {
  report_id: number;
  reporter: string;
  reason: string;
  at: number;
}

/** The newest reasons of each report, newest first. */
async function readReasons(db: Executor, reports: Row[]): Promise<ReasonRow[]> {
  const ids = sql`unnest(${reports.map(({ id }) => id)}::bigint[])`;
  const { rows } = await sql<ReasonRow>`
    select x.* from ${ids} as wanted (id) cross join lateral (
      select * from report_reasons where report_id = wanted.id order by at desc limit ${REASONS}
    ) x order by x.at desc`.execute(db);
  return rows;
}

const responsibleOf = ({ responsible }: Row) => z.array(z.string()).parse(JSON.parse(responsible));

function decisionOf(
  { decision, watcher, decided_at, tx_id, image }: Row,
  briefOf: (address: string) => ProfileBrief,
): ReportRecord["decision"] {
  if (decision === null || watcher === null || decided_at === null) return null;
  return {
    decision,
    date: new Date(decided_at).toISOString(),
    columnWatcher: briefOf(watcher),
    ...(tx_id === null ? {} : { txId: tx_id }),
    ...(image === null ? {} : { image }),
  };
}
