import {
  ClarityValueError,
  type PlainValue,
  readClarityValue,
} from "@colonnade/contract-events/clarity-value.ts";
import type { Proof, ProvingTransaction } from "@colonnade/domain/proof.ts";
import { Cl, type NonFungiblePostCondition } from "@stacks/transactions";
import {
  type Check,
  type CheckName,
  checkOf,
  type Finding,
  failed,
  notCheckable,
  passed,
} from "./report.ts";
import { readSignedTransaction, type SignedTransaction } from "./signed-transaction.ts";
import { argumentsOf, functionOf, payloadOf } from "./subject.ts";

const absences = {
  contract:
    "Another contract made this call, so no signature covers the words. Ask nodes for what the chain says.",
  withheld: "The service does not serve these bytes. They may hold what was hidden.",
  missing: "The service did not keep these bytes, because they are too long.",
} as const;

/** Checks one transaction of a bundle by its bytes alone. */
export function checkTransaction(proof: Proof, stated: ProvingTransaction): Check[] {
  const say = (name: CheckName, finding: Finding) => checkOf(name, stated.txId, finding);
  if (stated.raw === null) {
    return [say("signature", notCheckable(absences[stated.absent ?? "missing"]))];
  }
  const signed = readSignedTransaction(stated.raw);
  if (signed === null) {
    return [say("transaction-id", failed("The bytes are not a Stacks transaction."))];
  }
  const checks = [
    say("transaction-id", checkId(stated, signed)),
    say("signature", checkSignature(stated, signed)),
    say("network", checkNetwork(proof, signed)),
    say("call", checkCall(proof, stated, signed)),
  ];
  if (stated.action !== "approve") return checks;
  return [...checks, say("post-condition", checkCondition(proof, signed))];
}

function checkId({ txId }: ProvingTransaction, signed: SignedTransaction): Finding {
  const evidence = { stated: txId, hash: signed.txId };
  return signed.txId === txId
    ? passed("The transaction's id is the hash of its bytes.", evidence)
    : failed("The transaction's id is not the hash of its bytes.", evidence);
}

function checkSignature({ by }: ProvingTransaction, signed: SignedTransaction): Finding {
  const { origin, signatureFault } = signed;
  const evidence = { stated: by, origin };
  if (signatureFault !== null) {
    return failed("The signature is not of these bytes.", { ...evidence, fault: signatureFault });
  }
  return origin === by
    ? passed(`${by} signed it.`, evidence)
    : failed(`${origin} signed it, not ${by}.`, evidence);
}

/** The ids of the chains, as transactions and nodes give them. A devnet has the testnet's. */
const MAINNET_CHAIN = 0x00000001;
const TESTNET_CHAIN = 0x80000000;

export const chainIdOf = (network: Proof["network"]): number =>
  network === "mainnet" ? MAINNET_CHAIN : TESTNET_CHAIN;

function checkNetwork({ network }: Proof, { isMainnet, chainId }: SignedTransaction): Finding {
  const evidence = { network, isMainnet, chainId };
  return isMainnet === (network === "mainnet") && chainId === chainIdOf(network)
    ? passed(`It was signed for ${network}.`, evidence)
    : failed(`It was not signed for ${network}.`, evidence);
}

function checkCall(proof: Proof, stated: ProvingTransaction, signed: SignedTransaction): Finding {
  const { protocol } = proof.contracts;
  const functionName = functionOf[stated.action];
  const { call, payload } = signed;
  const evidence = { called: call, asked: { contract: protocol, functionName } };
  if (call?.contract !== protocol || call.functionName !== functionName) {
    return failed(`It does not call ${functionName} of the protocol.`, evidence);
  }
  if (stated.action === "withdraw") return checkWithdrawn(proof, payload);
  const args = argumentsOf(proof, stated);
  if (args === null) return failed("The bundle does not state its words.", evidence);
  return payload === payloadOf(protocol, functionName, args)
    ? passed(`It calls ${functionName} with exactly what is stated.`, evidence)
    : failed(`It calls ${functionName} with other arguments than stated.`, evidence);
}

/** A withdrawal's reason is in its bytes only, so it may be any value. */
function checkWithdrawn(proof: Proof, payload: string): Finding {
  const { id } = proof.claim;
  return readReason(proof, payload) === undefined
    ? failed(`It does not withdraw endorsement ${id}.`, { id })
    : passed(`It withdraws endorsement ${id}.`, { id });
}

/**
 * Why an endorsement was withdrawn, as the signed transaction says; null without a reason.
 * @returns undefined where the bundle has no such transaction, or not its bytes
 */
export function reasonIn(proof: Proof): PlainValue | undefined {
  const withdrawal = proof.transactions.find(({ action }) => action === "withdraw");
  const signed = withdrawal?.raw == null ? null : readSignedTransaction(withdrawal.raw);
  return signed === null ? undefined : readReason(proof, signed.payload);
}

/** @returns undefined where the payload does not withdraw the endorsement */
function readReason({ claim, contracts }: Proof, payload: string): PlainValue | undefined {
  const args = [Cl.uint(claim.id), Cl.none()];
  const withoutReason = payloadOf(contracts.protocol, functionOf.withdraw, args);
  const start = withoutReason.slice(0, -Cl.serialize(Cl.none()).length);
  if (!payload.startsWith(start)) return undefined;
  try {
    return readClarityValue(payload.slice(start.length));
  } catch (error) {
    if (error instanceof ClarityValueError) return undefined;
    throw error;
  }
}

function checkCondition({ claim, contracts }: Proof, signed: SignedTransaction): Finding {
  const asset = `${contracts.protocol}::pending-endorsement`;
  const about = signed.conditions
    .filter((one) => one.type === "nft-postcondition")
    .filter((one) => one.asset === asset);
  const evidence = {
    asset,
    wordsHash: claim.wordsHash,
    deny: signed.deny,
    found: about.map(lineOf),
  };
  if (about.length === 0) {
    return notCheckable(
      "Its receiver's wallet signed no condition about the words, so only nodes can say which were approved.",
      evidence,
    );
  }
  const id = Cl.serialize(
    Cl.tuple({ id: Cl.uint(claim.id), words: Cl.bufferFromHex(claim.wordsHash) }),
  );
  if (!about.every((one) => Cl.serialize(one.assetId) === id)) {
    return failed("Its receiver signed a condition about other words.", evidence);
  }
  const wanted = [claim.receiver, "origin"].map((who) => `${who} sent ${id}`);
  if (!about.every((one) => wanted.includes(lineOf(one)))) {
    return notCheckable(
      "Its receiver's condition about these words does not demand them.",
      evidence,
    );
  }
  return signed.deny
    ? passed("Its receiver signed for exactly these words, and for nothing else.", evidence)
    : notCheckable(
        "Its receiver signed for exactly these words, but allowed other moves of assets, too.",
        evidence,
      );
}

const lineOf = ({ address, condition, assetId }: NonFungiblePostCondition) =>
  `${address} ${condition} ${Cl.serialize(assetId)}`;
