import type { DevnetAccount } from "@colonnade/devnet/accounts.ts";
import { createNetwork } from "@stacks/network";
import {
  broadcastTransaction,
  type ClarityValue,
  makeContractCall,
  makeContractDeploy,
  type PostCondition,
  type StacksTransactionWire,
} from "@stacks/transactions";
import { protocolContract } from "./blocks.ts";

interface SendOptions {
  postConditions?: PostCondition[];
  fee?: number;
  nonce?: number;
}

/** Signs a call of the protocol as a wallet does, and sends it to a node. Returns its transaction id. */
export async function sendCall(
  nodeUrl: string,
  account: DevnetAccount,
  functionName: string,
  functionArgs: ClarityValue[],
  options: SendOptions = {},
): Promise<string> {
  const [contractAddress = "", contractName = ""] = protocolContract.split(".");
  const transaction = await makeContractCall({
    contractAddress,
    contractName,
    functionName,
    functionArgs,
    senderKey: account.privateKey,
    network: networkAt(nodeUrl),
    ...options,
  });
  return broadcast(nodeUrl, transaction);
}

/** Signs the deployment of a contract, and sends it to a node. Returns its transaction id. */
export async function sendContract(
  nodeUrl: string,
  account: DevnetAccount,
  contractName: string,
  codeBody: string,
): Promise<string> {
  const transaction = await makeContractDeploy({
    contractName,
    codeBody,
    senderKey: account.privateKey,
    network: networkAt(nodeUrl),
  });
  return broadcast(nodeUrl, transaction);
}

const networkAt = (nodeUrl: string) =>
  createNetwork({ network: "testnet", client: { baseUrl: nodeUrl } });

async function broadcast(nodeUrl: string, transaction: StacksTransactionWire): Promise<string> {
  const answer = await broadcastTransaction({ transaction, network: networkAt(nodeUrl) });
  if ("error" in answer) throw new Error(`The node refused: ${answer.reason}`);
  return `0x${answer.txid}`;
}
