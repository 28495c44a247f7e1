import { eventTypeOfFunction, type ProtocolFunction } from "@colonnade/domain/event-type.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { ClarityValue, PostCondition } from "@stacks/transactions";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { eventsKey } from "../events/query.ts";
import { profileQuery } from "../profile/query.ts";
import { useSentTransactions } from "./sent-transactions.ts";
import { useSession } from "./session-store.ts";
import type { SentTransaction } from "./stored-state.ts";
import { WalletError } from "./wallet-error.ts";
import { loadConnectedWallet } from "./wallets.ts";

/** A call of the protocol contract. `postConditions` say all that it may move besides the fee. */
export interface ContractCall {
  functionName: ProtocolFunction;
  functionArgs: ClarityValue[];
  postConditions?: PostCondition[];
  /** What it is about. */
  metaData?: SentTransaction["metaData"];
}

/**
 * Has the connected wallet sign and send a call, in deny mode; tells the service, and remembers the
 * transaction until its outcome is known (transaction-status.ts).
 * @throws WalletError 'Please connect your wallet to continue', and whatever the wallet refuses with
 */
export async function sendTransaction(call: ContractCall): Promise<SentTransaction> {
  const address = useSession.getState().senderAddress;
  if (address === null) throw new WalletError(messages.connectToContinue);
  const { network, protocolContract } = runtimeConfig();
  const { request, provider } = await loadConnectedWallet();
  const { txid } = await request({ provider }, "stx_callContract", {
    contract: contractIdOf(protocolContract),
    functionName: call.functionName,
    functionArgs: call.functionArgs,
    postConditions: call.postConditions ?? [],
    postConditionMode: "deny",
    network,
    address,
  });
  if (txid === undefined) throw new WalletError("Your wallet did not send the transaction.");
  const transaction: SentTransaction = {
    txId: `0x${txid.replace(/^0x/, "").toLowerCase()}`,
    address,
    event: eventTypeOfFunction[call.functionName],
    metaData: call.metaData ?? {},
    sentAt: Date.now(),
    announced: false,
  };
  useSentTransactions.getState().add(transaction);
  await announceTransaction(transaction);
  return transaction;
}

function contractIdOf(text: string): `${string}.${string}` {
  const [address = "", name = ""] = text.split(".");
  return `${address}.${name}`;
}

/** Tells the service of a transaction. What does not arrive is told again while its outcome is awaited. */
export async function announceTransaction(transaction: SentTransaction): Promise<void> {
  const { txId, address, event } = transaction;
  const { endorsementId, organizationId } = transaction.metaData;
  try {
    await api("announceTransaction", {
      body: {
        txId,
        senderPrincipal: address,
        event,
        metaData: { endorsementId, organizationId },
      },
    });
    useSentTransactions.getState().markAnnounced(txId);
  } catch {
    return;
  }
  queryClient.invalidateQueries({ queryKey: eventsKey(address) });
  queryClient.invalidateQueries({ queryKey: profileQuery(address).queryKey });
}
