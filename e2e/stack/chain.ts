import { DEVNET_DEPLOYER } from "@colonnade/domain/config.ts";
import { Cl, cvToJSON, deserializeCV } from "@stacks/transactions";
import { z } from "zod";
import { type SeedCall, SeedSender } from "../../apps/devnet/seed/sender.ts";

/** The contract that everybody calls. */
export const protocolContract = `${DEVNET_DEPLOYER}.colonnade-protocol-alpha`;

const readSchema = z.object({ okay: z.literal(true), result: z.string() });
const txSchema = z.object({ tx_status: z.string() });

/** Asks the node itself, past the service, who holds an endorsement's token; null when nobody does. */
export async function readTokenOwner(nodeUrl: string, id: number): Promise<string | null> {
  const path = `/v2/contracts/call-read/${DEVNET_DEPLOYER}/colonnade-endorsement-alpha/get-owner`;
  const response = await fetch(nodeUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      sender: DEVNET_DEPLOYER,
      arguments: [`0x${Cl.serialize(Cl.uint(id))}`],
    }),
  });
  const { result } = readSchema.parse(await response.json());
  const owner = z
    .object({ value: z.object({ value: z.object({ value: z.string() }).nullable() }) })
    .parse(cvToJSON(deserializeCV(result)));
  return owner.value.value?.value ?? null;
}

/** A transaction's status, from the node itself. */
export async function readTransactionStatus(nodeUrl: string, txId: string): Promise<string> {
  const response = await fetch(`${nodeUrl}/extended/v1/tx/${txId}`);
  return txSchema.parse(await response.json()).tx_status;
}

/** Has the node mine a block now. */
export async function mine(nodeUrl: string): Promise<void> {
  const response = await fetch(`${nodeUrl}/colonnade/v1/mine`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  if (!response.ok) throw new Error(`The node did not mine: ${await response.text()}`);
}

/**
 * Sends calls, each signed by its sender, and has the node mine until all have succeeded.
 * @throws SeedError when one fails
 */
export async function sendAndMine(nodeUrl: string, calls: readonly SeedCall[]): Promise<void> {
  let isDone = false;
  const sending = new SeedSender(nodeUrl, protocolContract).sendAll(calls).finally(() => {
    isDone = true;
  });
  const mining = async () => {
    while (!isDone) await mine(nodeUrl);
  };
  await Promise.all([sending, mining()]);
}
