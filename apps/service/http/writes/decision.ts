import type {
  ApplicationDecision,
  ApplicationRecord,
} from "@colonnade/domain/organization-application.ts";
import { NodeError, type TransactionReport } from "../../chain/node.ts";
import type { Executor, Trx } from "../../db/database.ts";
import { readWatchers } from "../../indexer/review-parties.ts";
import { settleDecided } from "../../indexer/standings.ts";
import { lockTip } from "../../indexer/tip.ts";
import { NotFoundError, RequestError } from "../errors.ts";
import { readApplication } from "../reads/applications.ts";
import type { Services } from "../services.ts";
import { announce } from "./announce.ts";

/**
 * Notes what a watcher decided on an application, and answers the application as it then stands.
 * @throws NotFoundError; RequestError conflict_error when it is decided already, or the transaction admits
 *   another; precondition_failed_error for a transaction that cannot admit it; what `announce` throws
 */
export async function decideApplication(
  services: Services,
  watcher: string,
  id: number,
  decision: ApplicationDecision,
): Promise<ApplicationRecord> {
  const { database, offChain, pendingEvents } = services;
  const application = await requireApplication(database.kysely, id);
  if (isAdmission(application, decision)) return application;
  requireWaiting(application);
  const applicant = application.address;
  if (decision.decision === "admit") {
    const { txId } = decision;
    checkAdmission(await reportOf(services, txId), applicant);
    const event = "WATCHER_NEW_ORGANIZATION";
    await announce(pendingEvents, { txId, senderPrincipal: watcher, event, metaData: {} }, watcher);
  }
  const watchers = await readWatchers(database.kysely);
  await offChain.write([applicant, ...watchers], async (trx) => {
    // Two watchers may decide at once; the second one waits here, and sees what the first one decided.
    await lockTip(trx);
    const current = await requireApplication(trx, id);
    // A dropped transaction that was sent again as it was is the earlier decision's own, and alive again.
    if (isAdmission(current, decision)) return;
    requireWaiting(current);
    if (decision.decision === "admit") await requireUnused(trx, decision.txId, id);
    await trx
      .insertInto("application_decisions")
      .values({
        application_id: id,
        watcher,
        at: Date.now(),
        reason: decision.decision === "decline" ? JSON.stringify(decision.reason) : null,
        tx_id: decision.decision === "admit" ? decision.txId : null,
      })
      .execute();
    await settleDecided(trx, id);
  });
  return requireApplication(database.kysely, id);
}

/** Whether a decision says no more than what an application has come to already. */
function isAdmission({ status, txId }: ApplicationRecord, decision: ApplicationDecision): boolean {
  return (
    decision.decision === "admit" &&
    decision.txId === txId &&
    (status === "admitting" || status === "accepted")
  );
}

function requireWaiting({ status }: ApplicationRecord): void {
  if (status === "waiting") return;
  throw new RequestError(409, "conflict_error", `This application is ${status} already`);
}

/** The same transaction may be sent again when it was dropped, but it admits one application only. */
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

/** A node that does not answer, or has not seen the transaction yet, is no reason to lose the decision. */
async function reportOf({ node, log }: Services, txId: string): Promise<TransactionReport | null> {
  try {
    return await node.transaction(txId);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    log.warn({ err: error }, "an admission's transaction could not be looked up");
    return null;
  }
}

/** Refuses at once what the chain would show never to have admitted this applicant. */
function checkAdmission(report: TransactionReport | null, applicant: string): void {
  if (report === null) return;
  if (report.functionName !== "watcher-new-organization") {
    throw unfit("The transaction does not create an organization");
  }
  if (report.status !== "pending" && report.status !== "success") {
    throw unfit(`The transaction failed: ${report.status}`);
  }
  const { firstArgument: admin } = report;
  if (admin !== undefined && admin !== applicant) {
    throw unfit("The transaction's organization has another admin than the applicant");
  }
}

function unfit(message: string): RequestError {
  return new RequestError(409, "precondition_failed_error", message);
}
