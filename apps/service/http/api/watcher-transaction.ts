import { NodeError, type TransactionReport } from "../../chain/node.ts";
import { findFault } from "../../off-chain/pending-events.ts";
import type { AppServices } from "../app-services.ts";
import { ForbiddenError, RequestError } from "../errors.ts";

/**
 * What the node says of the transaction of a watcher's decision. If the node does not answer, the decision is stored
 * all the same.
 * @returns null where the node has not seen it or does not answer
 * @throws RequestError precondition_failed_error when it failed; ForbiddenError when it is not the watcher's own call
 */
export async function readOwnCall(
  { config, node, log }: AppServices,
  txId: string,
  watcher: string,
): Promise<TransactionReport | null> {
  try {
    const report = await node.transaction(txId);
    if (report !== null) checkCall(report, watcher, config.protocolContract);
    return report;
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    log.warn({ err: error }, "a decision's transaction could not be looked up");
    return null;
  }
}

function checkCall(report: TransactionReport, watcher: string, protocolContract: string): void {
  if (report.status !== "pending" && report.status !== "success") {
    throw unfit(`The transaction failed: ${report.status}`);
  }
  const fault = findFault(report, watcher, protocolContract);
  if (fault !== null) throw new ForbiddenError(fault);
}

/** The transaction cannot do what was decided. */
export function unfit(message: string): RequestError {
  return new RequestError(409, "precondition_failed_error", message);
}
