import { bnsContractOf, ENDORSEMENT_CONTRACT_NAME } from "@colonnade/domain/known-contracts.ts";
import type { Proof, ProvingTransaction } from "@colonnade/domain/proof.ts";
import { type Check, checkOf, type Finding, failed, notCheckable, passed } from "./report.ts";

/**
 * Checks a bundle's contracts, and which transactions it holds.
 * @param protocol the contract that the reader trusts, as `ADDRESS.name`
 */
export function checkBundle(proof: Proof, protocol: string | undefined): Check[] {
  return [
    checkOf("bundle", null, passed("This is a version 1 proof.")),
    checkOf("contracts", null, checkContracts(proof, protocol)),
    checkOf("transactions", null, checkTransactions(proof)),
  ];
}

/** Anybody can deploy the same contracts and found organizations there, so the reader says which contract to trust. */
function checkContracts({ contracts, network }: Proof, trusted: string | undefined): Finding {
  const evidence = { contracts, trusted: trusted ?? null };
  const { protocol, endorsement, bns } = contracts;
  if (bns !== bnsContractOf(network)) {
    return failed(`${bns} is not the name service of ${network}.`, evidence);
  }
  // The protocol's source calls the token by this name, at its own address.
  if (endorsement !== `${protocol.split(".")[0]}.${ENDORSEMENT_CONTRACT_NAME}`) {
    return failed(`${endorsement} is not the token of ${protocol}.`, evidence);
  }
  if (trusted === undefined) {
    return notCheckable(`It is an endorsement on ${protocol}. Is that the one you know?`, evidence);
  }
  return protocol === trusted
    ? passed(`It is an endorsement on ${protocol}.`, evidence)
    : failed(`It is an endorsement on ${protocol}, not on ${trusted}.`, evidence);
}

/** Only the parties act, once each, in the order of the chain, and as the claimed status allows. */
function checkTransactions({ claim, transactions }: Proof): Finding {
  const actions = transactions.map(({ action }) => action);
  const evidence = { actions, status: claim.status };
  const has = (action: ProvingTransaction["action"]) => actions.includes(action);
  if (new Set(actions).size < actions.length) {
    return failed("It holds two transactions of one action.", evidence);
  }
  if (!transactions.every((one, at) => at === 0 || follows(one, transactions[at - 1]))) {
    return failed("Its transactions are not in the order of the chain.", evidence);
  }
  const stranger = transactions.find(({ action, by }) => by !== actorOf(claim, action, by));
  if (stranger !== undefined) {
    return failed(`${stranger.by} is not who may ${stranger.action} it.`, evidence);
  }
  if (!has("submit") && !has("edit")) return failed("It holds no words of its author.", evidence);
  const isFitting =
    claim.status === "pending"
      ? has("submit") && !has("approve") && !has("withdraw")
      : has("approve") && !has("suggest") && has("withdraw") === (claim.status === "withdrawn");
  return isFitting
    ? passed("It holds what an endorsement of this status has.", evidence)
    : failed(`It does not hold what one that is ${claim.status} has.`, evidence);
}

function follows(one: ProvingTransaction, before: ProvingTransaction | undefined): boolean {
  if (before === undefined) return true;
  const higher = one.block.height - before.block.height;
  if (higher !== 0) return higher > 0;
  // A smart wallet can make several calls in one transaction. A proof does not say which was first.
  const isSame = one.txId === before.txId && one.txIndex === before.txIndex;
  return isSame || one.txIndex > before.txIndex;
}

/** Who may act. An organization's admin may withdraw, too; the bundle does not name the admin, so anybody passes. */
function actorOf({ sender, receiver, organization }: Proof["claim"], action: string, by: string) {
  if (action === "approve" || action === "suggest") return receiver;
  return action === "withdraw" && organization !== null ? by : sender;
}
