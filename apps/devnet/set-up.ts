import { createNetwork } from "@stacks/network";
import { makeContractDeploy, PostConditionMode } from "@stacks/transactions";
import { accounts, deployer } from "./accounts.ts";
import type { Chain } from "./chain/chain.ts";
import { giveName, readName } from "./names.ts";

/**
 * Gives the cast their names and deploys Colonnade's contracts by ordinary signed transactions.
 * What is there already is left alone, so a first start that was cut short is finished by the next.
 */
export async function setUp(
  chain: Chain,
  contracts: readonly { name: string; source: string; clarityVersion: number }[],
): Promise<void> {
  const named = accounts.filter(({ bnsName }) => bnsName !== undefined);
  const nameless = named.filter(({ bnsName = "" }) => readName(chain, bnsName) === undefined);
  if (nameless.length === named.length) {
    chain.mineSystemCalls(nameless.map(({ bnsName = "", address }) => giveName(bnsName, address)));
  }
  const missing = contracts.filter(
    ({ name }) => chain.vm.contractInterface(`${deployer.address}.${name}`) === undefined,
  );
  if (missing.length === 0) return;
  let nonce = chain.ledger.nextNonce(deployer.address);
  for (const { name, source, clarityVersion } of missing) {
    const transaction = await makeContractDeploy({
      contractName: name,
      codeBody: source,
      clarityVersion,
      senderKey: deployer.privateKey,
      nonce,
      fee: Buffer.byteLength(source) * 2 + 10_000,
      network: createNetwork("testnet"),
      postConditionMode: PostConditionMode.Deny,
    });
    chain.broadcast(transaction.serializeBytes());
    nonce += 1n;
  }
  const { transactions } = chain.mine();
  const failed = transactions.find(({ status }) => status !== "success");
  if (failed !== undefined) {
    throw new Error(`a contract does not deploy: ${String(failed.vm_error)}`);
  }
}
