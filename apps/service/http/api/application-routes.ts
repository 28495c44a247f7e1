import { calls } from "@colonnade/domain/http/contract.ts";
import type {
  ApplicationDecision,
  ApplicationRecord,
} from "@colonnade/domain/organization-application.ts";
import { Hono } from "hono";
import type { TransactionReport } from "../../chain/node.ts";
import type { Executor, Trx } from "../../db/database.ts";
import { cidsOf } from "../../images/named-images.ts";
import { readWatchers, settleApplication } from "../../off-chain/application-status.ts";
import { changeOffChain } from "../../off-chain/change.ts";
import { keepDecision } from "../../off-chain/pending-events.ts";
import type { AppServices } from "../app-services.ts";
import { NotFoundError, RequestError } from "../errors.ts";
import { createRateLimit, HOUR, MINUTE } from "../limits/rate-limit.ts";
import { readApplication, readApplicationPage } from "../reads/review/applications.ts";
import type { Env } from "../requests/env.ts";
import { parseInput, readJsonBody, requireJson } from "../requests/input.ts";
import {
  checkWatcher,
  requireSession,
  requireUnsuspended,
  requireWatcher,
} from "../session/session.ts";
import { readOwnCall, unfit } from "./watcher-transaction.ts";

/** Applying for an organization, and the watchers' review of it. */
export function applicationRoutes(services: AppServices): Hono<Env> {
  const { config, database } = services;
  const app = new Hono<Env>();
  const applications = createRateLimit(config, 10, HOUR);
  const decisions = createRateLimit(config, 120, MINUTE);

  app.post(calls.applyForOrganization.path, ...requireJson, async (c) => {
    const application = parseInput(calls.applyForOrganization.body, await readJsonBody(c));
    const applicant = await requireUnsuspended(c, services, application.address);
    applications.count(c, applicant);
    const [logo = null] = cidsOf(application.imageUrl);
    await changeOffChain(services, async (trx) => {
      await trx
        .insertInto("applications")
        .values({ applicant, document: JSON.stringify(application), at: Date.now(), logo })
        .execute();
      return readWatchers(trx);
    });
    return c.json({ accepted: true });
  });

  app.get(calls.pageApplications.path, async (c) => {
    const filter = parseInput(calls.pageApplications.query, c.req.query());
    if (filter.applicant === undefined) await requireWatcher(c, services);
    else await requireSession(c, services, filter.applicant);
    c.header("cache-control", "no-store");
    return c.json(await readApplicationPage(database.kysely, filter));
  });

  app.post("/api/org-create-requests/:id/decision", ...requireJson, async (c) => {
    const { id } = parseInput(calls.decideApplication.params, c.req.param());
    const decision = parseInput(calls.decideApplication.body, await readJsonBody(c));
    const watcher = await requireWatcher(c, services);
    decisions.count(c, watcher);
    return c.json(await decideApplication(services, watcher, id, decision));
  });

  return app;
}

/**
 * Stores a watcher's decision on an application.
 * @returns the application with its new status
 * @throws NotFoundError
 * @throws RequestError conflict_error when it is decided already, or when the transaction admits another application
 * @throws ForbiddenError for somebody who is no watcher any more
 * @throws ForbiddenError, RequestError precondition_failed_error for a transaction that cannot admit it
 */
async function decideApplication(
  services: AppServices,
  watcher: string,
  id: number,
  decision: ApplicationDecision,
): Promise<ApplicationRecord> {
  const { database } = services;
  const application = await requireApplication(database.kysely, id);
  if (isAdmission(application, decision)) return application;
  requireWaiting(application);
  const applicant = application.address;
  const txId = decision.decision === "admit" ? decision.txId : null;
  const report = txId === null ? null : await readOwnCall(services, txId, watcher);
  if (report !== null) checkAdmission(report, applicant);
  await changeOffChain(services, async (trx) => {
    // The node may have taken seconds to answer.
    await checkWatcher(trx, watcher);
    const watchers = await readWatchers(trx);
    // If a dropped transaction was sent again unchanged, the earlier decision counts again.
    if (txId !== null) {
      await keepDecision(trx, { txId, watcher, event: "WATCHER_NEW_ORGANIZATION" }, report);
    }
    // Two watchers may decide at once: the second one waits for the first, and sees that decision here.
    const current = await requireApplication(trx, id);
    if (isAdmission(current, decision)) return watchers;
    requireWaiting(current);
    if (txId !== null) await requireUnused(trx, txId, id);
    await trx
      .insertInto("application_decisions")
      .values({
        application_id: id,
        watcher,
        at: Date.now(),
        reason: decision.decision === "decline" ? JSON.stringify(decision.reason) : null,
        tx_id: txId,
      })
      .execute();
    await settleApplication(trx, id);
    return watchers;
  });
  return requireApplication(database.kysely, id);
}

/** Whether the application is already being admitted, or was, by the decision's transaction. */
function isAdmission({ status, txId }: ApplicationRecord, decision: ApplicationDecision): boolean {
  return (
    decision.decision === "admit" &&
    decision.txId === txId &&
    (status === "admitting" || status === "accepted")
  );
}

function requireWaiting({ status }: ApplicationRecord): void {
  if (status === "waiting") return;
  throw new RequestError(409, "conflict_error", `This application is already ${status}`);
}

/** A dropped transaction may be sent again, but it admits one application only. */
async function requireUnused(trx: Trx, txId: string, id: number): Promise<void> {
  const other = await trx
    .selectFrom("application_decisions")
    .where("tx_id", "=", txId)
    .where("application_id", "<>", id)
    .select("id")
    .executeTakeFirst();
  if (other !== undefined) {
    throw new RequestError(409, "conflict_error", "This transaction admits another application");
  }
}

async function requireApplication(db: Executor, id: number): Promise<ApplicationRecord> {
  const application = await readApplication(db, id);
  if (application === undefined) throw new NotFoundError("There is no such application");
  return application;
}

/** Refuses a transaction that the chain can never take as this admission. */
function checkAdmission(report: TransactionReport, applicant: string): void {
  if (report.functionName !== "watcher-new-organization") {
    throw unfit("The transaction does not create an organization");
  }
  const { firstArgument: admin } = report;
  if (admin !== undefined && admin !== applicant) {
    throw unfit("The transaction's organization has another admin than the applicant");
  }
}
