import { type Proof, proofSchema } from "@colonnade/domain/proof.ts";
import { checkBundle } from "./bundle-checks.ts";
import { checkClaim } from "./claim-checks.ts";
import { checkImage } from "./image-check.ts";
import { checkOnNodes } from "./node-checks.ts";
import { checkOf, failed, notCheckable, type Report, reportOf } from "./report.ts";
import { checkTransaction } from "./transaction-checks.ts";

export type { Check, CheckName, Exchange, Outcome, Report } from "./report.ts";

export interface Options {
  /** The protocol contract that you trust, as `ADDRESS.name`. Anybody can deploy another one like it. */
  protocol?: string | undefined;
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
export async function verify(bundle: unknown, options: Options = {}): Promise<Report> {
  const parsed = proofSchema.safeParse(bundle);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    const says = "This is not a version 1 proof.";
    return reportOf([checkOf("bundle", null, failed(says, { issues }))]);
  }
  const proof = parsed.data;
  const unreadable = findUnreadable(proof);
  if (unreadable !== undefined) {
    const says = `The name of the contract ${unreadable} is too long for the library that reads it.`;
    return reportOf([checkOf("bundle", null, notCheckable(says))]);
  }
  const { protocol, nodes = [], image } = options;
  const transactions = proof.transactions.flatMap((one) => checkTransaction(proof, one));
  const onNodes = await checkOnNodes(proof, nodes);
  const isOnChain = onNodes.some(
    ({ name, outcome }) => name === "endorsement" && outcome === "passed",
  );
  return reportOf([
    ...checkBundle(proof, protocol),
    ...checkClaim(proof, { transactions, isOnChain }),
    ...transactions,
    ...(image === undefined ? [] : [checkOf("image", null, await checkImage(proof, image))]),
    ...onNodes,
  ]);
}

/** `@stacks/transactions` takes 127 characters, and the chain 128. */
const LONGEST_NAME = 127;

function findUnreadable({ claim, contracts }: Proof): string | undefined {
  const { sender, receiver } = claim;
  return [sender, receiver, ...Object.values(contracts)].find(
    (principal) => (principal.split(".")[1] ?? "").length > LONGEST_NAME,
  );
}
