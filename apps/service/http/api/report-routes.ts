import { categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { normalizeImage } from "@colonnade/domain/image.ts";
import type { ReportDecision, ReportRecord } from "@colonnade/domain/report.ts";
import { Hono } from "hono";
import type { TransactionReport } from "../../chain/node.ts";
import type { Executor, Trx } from "../../db/database.ts";
import { readWatchers } from "../../off-chain/application-status.ts";
import { changeOffChain } from "../../off-chain/change.ts";
import { keepDecision } from "../../off-chain/pending-events.ts";
import { settleReport } from "../../off-chain/report-status.ts";
import { storeReport } from "../../off-chain/report-store.ts";
import type { AppServices } from "../app-services.ts";
import { NotFoundError, RequestError } from "../errors.ts";
import { createRateLimit, HOUR, MINUTE } from "../limits/rate-limit.ts";
import { readReportedSubject } from "../reads/review/reported-subject.ts";
import { readReport, readReportPage } from "../reads/review/reports.ts";
import type { Env } from "../requests/env.ts";
import { parseInput, readJsonBody, requireJson } from "../requests/input.ts";
import { checkWatcher, requireUnsuspended, requireWatcher } from "../session/session.ts";
import { readOwnCall, unfit } from "./watcher-transaction.ts";

/** Reports that one person may send in an hour. */
const REPORTS = 20;
const tooManyReports = `You can send ${REPORTS} reports an hour, please wait a little`;

/** Reporting something to the watchers, and their decisions. */
export function reportRoutes(services: AppServices): Hono<Env> {
  const { config, database } = services;
  const app = new Hono<Env>();
  const reports = createRateLimit(config, REPORTS, HOUR, tooManyReports);
  const decisions = createRateLimit(config, 120, MINUTE);

  app.post(calls.report.path, ...requireJson, async (c) => {
    const report = parseInput(calls.report.body, await readJsonBody(c));
    const reporter = await requireUnsuspended(c, services);
    reports.count(c, reporter);
    const found = await readReportedSubject(database.kysely, report.subject);
    if (found === null) throw new NotFoundError(`There is no such ${report.subject.kind} here`);
    if (!(await storeReport(database, reporter, report, found))) {
      throw conflict("You have already reported this");
    }
    return c.json({ accepted: true });
  });

  app.get(calls.pageReports.path, async (c) => {
    const filter = parseInput(calls.pageReports.query, c.req.query());
    await requireWatcher(c, services);
    c.header("cache-control", "no-store");
    return c.json(await readReportPage(database.kysely, filter));
  });

  app.post("/api/reports/:id/decision", ...requireJson, async (c) => {
    const { id } = parseInput(calls.decideReport.params, c.req.param());
    const decision = parseInput(calls.decideReport.body, await readJsonBody(c));
    const watcher = await requireWatcher(c, services);
    decisions.count(c, watcher);
    return c.json(await decideReport(services, watcher, id, decision));
  });

  return app;
}

/**
 * Stores a watcher's decision on a report.
 * @returns the report with its new status
 * @throws NotFoundError
 * @throws RequestError conflict_error when it is decided already
 * @throws ForbiddenError for somebody who is no watcher any more
 * @throws ForbiddenError, RequestError precondition_failed_error for a transaction or an image that does not fit it
 */
async function decideReport(
  services: AppServices,
  watcher: string,
  id: number,
  decision: ReportDecision,
): Promise<ReportRecord> {
  const { kysely } = services.database;
  const report = await requireReport(kysely, id);
  requireDue(report, decision);
  if (decision.decision === "hide-image") checkImage(report, decision.image);
  const txId = decision.decision === "suspend" ? decision.txId : null;
  const call = txId === null ? null : await readOwnCall(services, txId, watcher);
  if (call !== null) checkSuspension(report, call);
  await changeOffChain(services, async (trx) => {
    // The node may have taken seconds to answer.
    await checkWatcher(trx, watcher);
    if (txId !== null) {
      await keepDecision(trx, { txId, watcher, event: "WATCHER_REMOVE_PROFILE" }, call);
    }
    // Two watchers may decide at once: the second one waits for the first, and sees that decision here.
    requireDue(await requireReport(trx, id), decision);
    await keep(trx, watcher, id, decision);
    await settleReport(trx, id);
    return readWatchers(trx);
  });
  return requireReport(kysely, id);
}

async function keep(
  trx: Trx,
  watcher: string,
  id: number,
  decision: ReportDecision,
): Promise<void> {
  await trx
    .insertInto("report_decisions")
    .values({
      report_id: id,
      watcher,
      at: Date.now(),
      decision: decision.decision,
      tx_id: decision.decision === "suspend" ? decision.txId : null,
      image: "image" in decision ? decision.image : null,
    })
    .execute();
  if (decision.decision === "hide-image") {
    await trx
      .insertInto("hidden_images")
      .values({ image: decision.image })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else if (decision.decision === "unhide-image") {
    await trx.deleteFrom("hidden_images").where("image", "=", decision.image).execute();
  }
}

async function requireReport(db: Executor, id: number): Promise<ReportRecord> {
  const report = await readReport(db, id);
  if (report === undefined) throw new NotFoundError("There is no such report");
  return report;
}

/** A report is decided once. Afterwards a hidden image can be shown again. */
function requireDue({ status, decision: latest }: ReportRecord, decision: ReportDecision): void {
  if (decision.decision !== "unhide-image") {
    if (status !== "open") throw conflict(`This report is already ${status}`);
  } else if (latest?.decision !== "hide-image" || latest.image !== decision.image) {
    throw unfit("No image is hidden for this report");
  }
}

/** Refuses to hide a preset image, or an image that the report is not about. */
function checkImage({ reported }: ReportRecord, image: string): void {
  if (categoryOf(image) !== unknownCategory) {
    throw unfit("This image comes with Colonnade and is not hidden");
  }
  const shown = [reported.imageUrl, reported.suggestion?.imageUrl ?? ""].map(normalizeImage);
  if (!shown.includes(image)) throw unfit("The report is not about this image");
}

/** Refuses a transaction that suspends nobody, or somebody whom the report is not about. */
function checkSuspension(
  { columnResponsible }: ReportRecord,
  { functionName, firstArgument: suspended }: TransactionReport,
): void {
  if (functionName !== "watcher-remove-profile") throw unfit("The transaction suspends nobody");
  const isAbout = columnResponsible.some(({ address }) => address === suspended);
  if (suspended !== undefined && !isAbout) {
    throw unfit("The transaction suspends somebody whom the report is not about");
  }
}

const conflict = (message: string) => new RequestError(409, "conflict_error", message);
