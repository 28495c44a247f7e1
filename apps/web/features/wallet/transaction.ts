import { eventTypeOfFunction, type ProtocolFunction } from "@colonnade/domain/event-type.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { ClarityValue, PostCondition } from "@stacks/transactions";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { addSent, type SentTransaction, updateSent } from "./sent-transactions.ts";
import { useSession } from "./session-store.ts";
import type { SignedCall } from "./signed-call.ts";
import { OtherCallError, WalletError, WalletRefusal } from "./wallet-error.ts";
import { loadConnectedWallet } from "./wallets.ts";

/** Makes Clarity values. Passed in, because its library loads only when something is sent. */
export type Clarity = typeof import("@stacks/transactions").Cl;

/** A call of the protocol contract. */
export interface ContractCall {
  functionName: ProtocolFunction;
  functionArgs: (cl: Clarity) => ClarityValue[];
  /** All that the call may move besides the fee. */
  postConditions?: (cl: Clarity) => PostCondition[];
  /** Runs before the wallet opens. It throws if the person must not sign. */
  check?: () => Promise<void>;
  /** What the call is about. */
  metaData?: SentTransaction["metaData"];
}

/**
 * Lets the connected wallet sign and send a call, in deny mode, and compares what it signed. Stores the transaction
 * until its outcome is known; transaction-status.ts announces it to the service and follows it. Where the wallet does
 * not return what it signed, the node is asked afterwards.
 * @param address who pressed. Another tab may connect somebody else before the wallet is asked
 * @param build makes the call
 * @param onUnprotected runs if the node then shows that the wallet left out protection
 * @throws WalletError 'Please connect your wallet to continue', what `build` and `check` throw, and what the wallet
 *   refuses with; WalletRefusal if somebody else is connected by then; OtherCallError if the wallet sent another call
 */
export async function sendTransaction(
  address: string | null,
  build: () => ContractCall | Promise<ContractCall>,
  onUnprotected: (transaction: SentTransaction) => void,
): Promise<SentTransaction> {
  if (address === null) throw new WalletError(messages.connectToContinue);
  const call = await build();
  const { network, protocolContract } = runtimeConfig();
  const [{ Cl, postConditionToHex }, signing, { askWallet, provider }] = await Promise.all([
    import("@stacks/transactions"),
    import("./signed-call.ts"),
    loadConnectedWallet(address),
    call.check?.(),
  ]);
  const conditions = call.postConditions?.(Cl) ?? [];
  const asked: SignedCall = {
    sender: address,
    contract: protocolContract,
    functionName: call.functionName,
    functionArgs: call.functionArgs(Cl).map((value) => Cl.serialize(value)),
    deny: true,
    conditions: conditions.map(signing.lineOf),
  };
  if (useSession.getState().senderAddress !== address) throw new WalletRefusal("moved", "");
  const { txid, transaction } = await askWallet(provider, "stx_callContract", {
    contract: asked.contract,
    functionName: asked.functionName,
    functionArgs: asked.functionArgs,
    postConditions: conditions.map(postConditionToHex),
    postConditionMode: "deny",
    network,
    address,
  });
  if (txid === undefined) throw new WalletError("Your wallet did not send the transaction.");
  const txId = `0x${txid.replace(/^0x/, "").toLowerCase()}`;
  const signed = transaction === undefined ? null : signing.decodeCall(transaction, txId);
  const other = signed === null ? null : signing.findOtherCall(asked, signed);
  if (other !== null) throw new OtherCallError(other, txId);
  const sent: SentTransaction = {
    txId,
    address,
    event: eventTypeOfFunction[call.functionName],
    metaData: call.metaData ?? {},
    unprotected: signed === null ? undefined : signing.findUnprotected(asked, signed),
    sentAt: Date.now(),
    announced: false,
  };
  // It is sent, whether the node answers or not.
  addSent(sent);
  if (signed === null) readBack(signing, asked, sent, onUnprotected);
  return sent;
}

/** Adds to a sent transaction what the node tells of it. */
async function readBack(
  signing: typeof import("./signed-call.ts"),
  asked: SignedCall,
  sent: SentTransaction,
  onUnprotected: (transaction: SentTransaction) => void,
) {
  const signed = await signing.readSentCall(sent.txId).catch(() => null);
  if (signed === null) return;
  const other = signing.findOtherCall(asked, signed);
  const unprotected = signing.findUnprotected(asked, signed);
  if (other !== null) updateSent(sent.txId, { other });
  else if (unprotected !== undefined) {
    updateSent(sent.txId, { unprotected });
    onUnprotected({ ...sent, unprotected });
  }
}
