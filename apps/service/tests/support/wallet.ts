import type { DevnetAccount } from "@colonnade/devnet/accounts.ts";
import { createNetwork } from "@stacks/network";
import {
  broadcastTransaction,
  type ClarityValue,
  makeContractCall,
  type PostCondition,
} from "@stacks/transactions";
import { protocolContract } from "./blocks.ts";

export interface SendOptions {
  postConditions?: PostCondition[];
  fee?: number;
  nonce?: number;
}

/** Signs a call of the protocol as a wallet does, sends it to a node, and answers its transaction id. */
export async function sendCall(
  nodeUrl: string,
  account: DevnetAccount,
  functionName: string,
  functionArgs: ClarityValue[],
  options: SendOptions = {},
): Promise<string> {
  const [contractAddress = "", contractName = ""] = protocolContract.split(".");
  const network = createNetwork({ network: "testnet", client: { baseUrl: nodeUrl } });
  const transaction = await makeContractCall({
    contractAddress,
    contractName,
    functionName,
    functionArgs,
    senderKey: account.privateKey,
    network,
    ...options,
  });
  const answer = await broadcastTransaction({ transaction, network });
  if ("error" in answer) throw new Error(`The node refused: ${answer.reason}`);
  return `0x${answer.txid}`;
}
