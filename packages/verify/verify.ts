import { proofSchema } from "@colonnade/domain/proof.ts";
import { checkClaim } from "./claim-checks.ts";
import { checkImage } from "./image-check.ts";
import { checkOnNodes } from "./node-checks.ts";
import { checkOf, failed, passed, type Report, reportOf } from "./report.ts";
import { checkTransaction, readTransactions } from "./transaction-checks.ts";

export type { Check, CheckName, Outcome, Report } from "./report.ts";

export interface Options {
  /** Addresses of nodes of the network, each asked in plain RPC. Two or more can be compared. */
  nodes?: readonly string[];
  /** The bytes of the image, to compare with the address in the words. */
  image?: Uint8Array;
}

/**
 * Checks an endorsement by its proof: what the signed transactions in it say, and what the chain says of it.
 * @param bundle the JSON value that `GET /api/proof/{id}` answers
 * @returns named checks in order; never throws for what is in the bundle, or for what a node answers
 */
export async function verify(
  bundle: unknown,
  { nodes = [], image }: Options = {},
): Promise<Report> {
  const parsed = proofSchema.safeParse(bundle);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    const says = "This is no proof of version 1.";
    return reportOf([checkOf("bundle", null, failed(says, { issues }))]);
  }
  const proof = parsed.data;
  const transactions = readTransactions(proof).flatMap((read) => checkTransaction(proof, read));
  return reportOf([
    checkOf("bundle", null, passed("This is a proof of version 1.")),
    ...checkClaim(proof, transactions),
    ...transactions,
    ...(image === undefined ? [] : [checkOf("image", null, await checkImage(proof, image))]),
    ...(await checkOnNodes(proof, nodes)),
  ]);
}
