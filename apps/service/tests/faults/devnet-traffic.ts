import { setTimeout as delay } from "node:timers/promises";
import type { DevnetAccount } from "@colonnade/devnet/accounts.ts";
import { createNetwork } from "@stacks/network";
import { broadcastTransaction, Cl, makeContractCall } from "@stacks/transactions";
import type { Database } from "../../db/database.ts";
import { protocolContract } from "../support/blocks.ts";
import { hashState, keepOpen } from "../support/database.ts";
import { startTestService } from "../support/fixture.ts";

const [contractAddress = "", contractName = ""] = protocolContract.split(".");

/**
 * Sends transactions from one account until it is stopped. The node may be down meanwhile.
 * @returns the ids that the node took
 */
export async function sendTransactions(
  nodeUrl: string,
  sender: DevnetAccount,
  stopped: AbortSignal,
): Promise<string[]> {
  const sent: string[] = [];
  const network = createNetwork({ network: "testnet", client: { baseUrl: nodeUrl } });
  for (let count = 0; !stopped.aborted; count += 1) {
    try {
      const transaction = await makeContractCall({
        contractAddress,
        contractName,
        functionName: "update-statement",
        functionArgs: [Cl.stringUtf8(`Statement ${count}`)],
        senderKey: sender.privateKey,
        network,
      });
      const answer = await broadcastTransaction({ transaction, network });
      if (!("reason" in answer)) sent.push(`0x${answer.txid}`);
    } catch {
      // The node is down. What it did not answer may be lost.
    }
    await delay(20);
  }
  return sent;
}

/** A transaction's status at the node, such as `success`; undefined where it knows none. */
export async function statusOf(nodeUrl: string, txid: string): Promise<string | undefined> {
  const response = await fetch(`${nodeUrl}/extended/v1/tx/${txid}`);
  return /"tx_status":"([a-z_]+)"/.exec(await response.text())?.[1];
}

/** The hash of the tip that a status document of the node or of the service names. */
export async function tipOf(url: string): Promise<string | undefined> {
  const text = await (await fetch(url)).text();
  return /"(?:index_block_hash|indexBlockHash)":"(0x[0-9a-f]+)"/.exec(text)?.[1];
}

/** The hash of a state that nothing happened to: it is read from the node, into a database that is kept. */
export async function straightHash(nodeUrl: string, database: Database): Promise<string> {
  const straight = await startTestService({ url: nodeUrl }, { database: keepOpen(database) });
  await straight.askNode();
  await straight.close();
  return hashState(database);
}
